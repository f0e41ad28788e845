// The part of WebAssembly used here: its types come with the DOM library, which does not belong in this
// package.
declare namespace WebAssembly {
  class Module {
    private readonly compiled
  }
  class Memory {
    constructor(size: { readonly initial: number; readonly maximum: number })
    readonly buffer: ArrayBuffer
    /** Grows by `pages` of 64 KiB and returns the previous number of pages. Throws RangeError. */
    grow(pages: number): number
  }
  function compile(bytes: Uint8Array): Promise<Module>
}
