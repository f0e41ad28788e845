import type { WebReader } from '@repertoire/core/ports'
import { createNetwork, type NetworkOptions } from './network.ts'

export interface LazyWebReader {
  readonly reader: WebReader
  /** Closes every connection. */
  close(): Promise<void>
}

/** Reads web pages. Its dependencies are loaded with the first page, because many servers read none. */
export function createLazyWebReader(options: NetworkOptions): LazyWebReader {
  const network = createNetwork(options, {})
  return {
    reader: {
      read: async (url, request) => {
        const { createWebReader } = await import('./web-reader.ts')
        return createWebReader(network).read(url, request)
      },
    },
    close: network.close,
  }
}
