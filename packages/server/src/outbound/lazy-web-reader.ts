import type { WebReader } from '@repertoire/core'
import { parseAllowList } from './allow-list.ts'

export interface LazyWebReaderOptions {
  /** As `REPERTOIRE_OUTBOUND_ALLOW` has them. */
  readonly outboundAllow: readonly string[]
  /** Of this software. */
  readonly version: string
}

export interface LazyWebReader {
  readonly reader: WebReader
  /** Ends every connection. */
  close(): Promise<void>
}

/** The server's way to web pages. What it takes is loaded with the first page, since many servers read none. */
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
      read: async (url, signal) => {
        opened ??= load()
        return (await opened).reader.read(url, signal)
      },
    },
    close: async () => {
      if (opened) await (await opened).close()
    },
  }
}
