const page = 64 * 1024

/**
 * Limits the growth of a memory to `maxBytes`; further growth fails. QuickJS' own limit does not work: built
 * for WebAssembly, it does not know the size of its allocations. The answer tells whether growth has failed.
 */
export function limitMemory(memory: WebAssembly.Memory, maxBytes: number): () => boolean {
  let hasFailed = false
  const grow = memory.grow.bind(memory)
  Object.defineProperty(memory, 'grow', {
    value: (pages: number): number => {
      hasFailed ||= memory.buffer.byteLength + pages * page > maxBytes
      if (hasFailed) throw new RangeError('No memory is left.')
      return grow(pages)
    },
  })
  return () => hasFailed
}
