import type { GitHosts } from '@repertoire/core/domain'

export interface OutboundInit {
  readonly headers: Record<string, string>
  readonly signal: AbortSignal
  /** Refuses a redirect to another host. */
  readonly stayOnHost: boolean
}

/**
 * The guarded `fetch` that the caller gives: it connects to allowed addresses only, at every redirect, keeps
 * credentials on their origin, and limits the time of an exchange. Its byte limit has to be at least
 * `remoteLimits.archiveBytes`; this package applies smaller limits itself. Throws ProblemError `outbound.*`, and
 * rethrows an abort.
 */
export type OutboundFetch = (url: string, init: OutboundInit) => Promise<Response>

/** Of a reader that knows addresses of GitHub and GitLab. */
export interface HostedReaderOptions {
  readonly fetch: OutboundFetch
  /** Default: github.com and gitlab.com. */
  readonly hosts?: GitHosts | undefined
}
