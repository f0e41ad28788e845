// What of WebAssembly is used here: its types come with those of browsers, which do not belong in this package.
declare namespace WebAssembly {
  class Module {
    private readonly compiled
  }
  class Memory {
    constructor(size: { readonly initial: number; readonly maximum: number })
    readonly buffer: ArrayBuffer
    /** By so many pages of 64 KiB; gives back how many there were. Throws RangeError. */
    grow(pages: number): number
  }
  function compile(bytes: Uint8Array): Promise<Module>
}
