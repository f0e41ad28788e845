declare module 'subset-font' {
  interface SubsetOptions {
    readonly targetFormat: 'woff2'
    readonly keepFeatures: readonly string[]
    readonly variationAxes: { readonly wght: { readonly min: number; readonly max: number } }
    readonly noHinting: boolean
  }
  /** The font with only the glyphs of the text. */
  function subsetFont(font: Buffer, text: string, options: SubsetOptions): Promise<Buffer>
  export = subsetFont
}
