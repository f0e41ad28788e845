import type { WebReader } from '@repertoire/core/ports'
import { parseAllowList } from './allow-list.ts'

export interface LazyWebReaderOptions {
  /** In the form of `REPERTOIRE_OUTBOUND_ALLOW`. */
  readonly outboundAllow: readonly string[]
  /** Version of this software. */
  readonly version: string
}

export interface LazyWebReader {
  readonly reader: WebReader
  /** Closes every connection. */
  close(): Promise<void>
}

/** Reads web pages. Its dependencies are loaded with the first page, because many servers read none. */
export function createLazyWebReader({
  outboundAllow,
  version,
}: LazyWebReaderOptions): LazyWebReader {
  let opened: ReturnType<typeof load> | undefined
  async function load() {
    const [{ createGuardedFetch }, { createWebReader }] = await Promise.all([
      import('./guarded-fetch.ts'),
      import('./web-reader.ts'),
    ])
    const { entries: allow } = parseAllowList(outboundAllow.join(','))
    const guarded = createGuardedFetch({ userAgent: `Repertoire/${version}`, allow })
    return { reader: createWebReader(guarded), close: guarded.close }
  }
  return {
    reader: {
      read: async (url, options) => {
        opened ??= load()
        return (await opened).reader.read(url, options)
      },
    },
    close: async () => {
      if (opened) await (await opened).close()
    },
  }
}
