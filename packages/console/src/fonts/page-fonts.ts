import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'
import type { HtmlTagDescriptor, Plugin } from 'vite'

const packages = createRequire(import.meta.url)

/** Of each font the page has only what it shows: the letters of Latin scripts, the weights 400 to 600. */
const fonts = [
  {
    name: 'inter',
    onEveryPage: true,
    from: '@fontsource-variable/inter',
    file: 'files/inter-latin-wght-normal.woff2',
    // Figures of one width, for columns of numbers.
    features: ['calt', 'ccmp', 'kern', 'locl', 'mark', 'mkmk', 'tnum'],
  },
  {
    name: 'mono',
    onEveryPage: false,
    from: '@fontsource-variable/jetbrains-mono',
    file: 'files/jetbrains-mono-latin-wght-normal.woff2',
    // Without its ligatures: two signs of a skill never look like one.
    features: ['ccmp', 'locl', 'mark', 'mkmk'],
  },
] as const

const ranges = [
  ...[[0x20, 0x7e] as const, [0xa0, 0xff] as const, [0x2010, 0x2027] as const],
  ...[[0x2030, 0x203a] as const, [0x2190, 0x2193] as const],
]
const single = 'ıŒœˆ˚˜⁄€™−∕×'

function shownLetters(): string {
  const letters = ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)),
  )
  return letters.join('') + single
}

/** Makes the page's fonts in a folder, for its styles to name; resolves to their sizes in bytes. */
export async function writeFonts(folder: string): Promise<Record<string, number>> {
  await mkdir(folder, { recursive: true })
  const sizes = await Promise.all(
    fonts.map(async ({ name, from, file, features }) => {
      const whole = await readFile(join(packageFolder(from), file))
      const font = await subsetFont(whole, shownLetters(), {
        targetFormat: 'woff2',
        keepFeatures: features,
        variationAxes: { wght: { min: 400, max: 600 } },
        noHinting: true,
      })
      await writeFile(join(folder, `${name}.woff2`), font)
      return [name, font.byteLength] as const
    }),
  )
  return Object.fromEntries(sizes)
}

/** Brings the fonts along with the page: made before it is built, loaded with it, their licences beside them. */
export function pageFonts(folder: string): Plugin {
  return {
    name: 'page-fonts',
    config: async () => {
      await writeFonts(folder)
    },
    async buildStart() {
      if (this.environment.mode !== 'build') return
      for (const { name, from } of fonts) {
        const source = await readFile(join(packageFolder(from), 'LICENSE'))
        this.emitFile({ type: 'asset', fileName: `assets/${name}-OFL.txt`, source })
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter(isPreloaded)
          .map(preload),
    },
  }
}

/** A font that few pages show is read by the first that has letters of it. */
function isPreloaded(file: string): boolean {
  return fonts.some(
    ({ name, onEveryPage }) => onEveryPage && file.includes(`/${name}-`) && file.endsWith('.woff2'),
  )
}

function preload(file: string): HtmlTagDescriptor {
  const attrs = {
    rel: 'preload',
    as: 'font',
    type: 'font/woff2',
    href: `/${file}`,
    crossorigin: true,
  }
  return { tag: 'link', attrs, injectTo: 'head' }
}

function packageFolder(name: string): string {
  return dirname(packages.resolve(`${name}/package.json`))
}
