import { ollamaAddress } from '@repertoire/core/domain'
import { createNetwork, type NetworkOptions } from '../../platform/outbound/network.ts'
import { maxSilenceMs } from './model-timeout.ts'

const maxAnswerBytes = 64 * 1024 * 1024

/** Requests to addresses that owners chose. */
export interface ProviderNetwork {
  readonly fetch: typeof globalThis.fetch
  /** Closes every connection. */
  close(): Promise<void>
}

/** Checks every address when it connects, and follows no redirect: a key goes to its own address only. */
export function createProviderNetwork(options: NetworkOptions): ProviderNetwork {
  const limits = { timeMs: Number.POSITIVE_INFINITY, idleMs: maxSilenceMs, bytes: maxAnswerBytes }
  const network = createNetwork(options, limits)
  return {
    fetch: (input, init) => network.fetch(input, { ...init, redirect: 'error' }),
    close: network.close,
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
