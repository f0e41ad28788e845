import { ollamaAddress } from '@repertoire/core/domain'
import { parseAllowList } from '../../platform/outbound/allow-list.ts'
import type { GuardedFetch } from '../../platform/outbound/guarded-fetch.ts'
import { maxSilenceMs } from './model-timeout.ts'

const maxAnswerBytes = 64 * 1024 * 1024

export interface ProviderNetworkOptions {
  /** In the form of `REPERTOIRE_OUTBOUND_ALLOW`. */
  readonly outboundAllow: readonly string[]
  readonly version: string
}

/** Requests to addresses that owners chose. */
export interface ProviderNetwork {
  readonly fetch: typeof globalThis.fetch
  /** Closes every connection. */
  close(): Promise<void>
}

/** Checks every address when it connects, and follows no redirect: a key goes to its own address only. */
export function createProviderNetwork(options: ProviderNetworkOptions): ProviderNetwork {
  let opened: Promise<GuardedFetch> | undefined
  const load = async () => {
    const { createGuardedFetch } = await import('../../platform/outbound/guarded-fetch.ts')
    const { entries: allow } = parseAllowList(options.outboundAllow.join(','))
    return createGuardedFetch({
      ...{ userAgent: `Repertoire/${options.version}`, allow },
      limits: {
        timeMs: Number.POSITIVE_INFINITY,
        idleMs: maxSilenceMs,
        bytes: maxAnswerBytes,
      },
    })
  }
  return {
    fetch: async (input, init) => {
      opened ??= load()
      return (await opened).fetch(input, { ...init, redirect: 'error' })
    },
    close: async () => {
      if (opened) await (await opened).close()
    },
  }
}

/**
 * What the network may reach besides the operator's list. A server that only this machine can reach may use
 * Ollama beside it; on any other the operator names it in `REPERTOIRE_OUTBOUND_ALLOW`.
 */
export function reachableOllama(host: string): readonly string[] {
  const isOnlyForThisMachine = ['127.0.0.1', '::1', 'localhost'].includes(host)
  return isOnlyForThisMachine ? [new URL(ollamaAddress).host] : []
}
