import { parseAllowList } from './allow-list.ts'
import type { GuardedFetch, OutboundLimits } from './guarded-fetch.ts'

export interface NetworkOptions {
  /** In the form of `REPERTOIRE_OUTBOUND_ALLOW`. */
  readonly outboundAllow: readonly string[]
  /** Version of this software. */
  readonly version: string
}

/** A guarded fetch, whose dependencies are loaded with the first request, because many servers send none. */
export function createNetwork(
  { outboundAllow, version }: NetworkOptions,
  limits: Partial<OutboundLimits>,
): GuardedFetch {
  let opened: Promise<GuardedFetch> | undefined
  async function open(): Promise<GuardedFetch> {
    const { createGuardedFetch } = await import('./guarded-fetch.ts')
    const { entries: allow } = parseAllowList(outboundAllow.join(','))
    return createGuardedFetch({ userAgent: `Repertoire/${version}`, allow, limits })
  }
  return {
    fetch: async (input, init) => {
      opened ??= open()
      return (await opened).fetch(input, init)
    },
    close: async () => {
      if (opened) await (await opened).close()
    },
  }
}
