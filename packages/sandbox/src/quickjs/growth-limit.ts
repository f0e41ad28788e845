const page = 64 * 1024

/**
 * Lets the memory grow to `most` bytes and no further; what asks for more is told that there is none. The
 * limit QuickJS has of its own does not do: built for WebAssembly it does not know how large its pieces are.
 */
export function limitGrowth(memory: WebAssembly.Memory, most: number): void {
  const grow = memory.grow.bind(memory)
  Object.defineProperty(memory, 'grow', {
    value: (pages: number): number => {
      if (memory.buffer.byteLength + pages * page > most) throw new RangeError('No memory is left.')
      return grow(pages)
    },
  })
}
