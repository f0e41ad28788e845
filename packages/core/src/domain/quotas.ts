import { ProblemError } from '../base/errors.ts'
import type { Timestamp, UserId } from '../base/ids.ts'
import type { ManifestEntry } from './skill.ts'

/**
 * What is limited: `bytes` of files in skills and conversations, `skills`, valid API `keys`, `conversations`,
 * and the runs that a UTC day starts.
 */
export const quotaNames = ['bytes', 'skills', 'keys', 'conversations', 'runs_per_day'] as const

export type QuotaName = (typeof quotaNames)[number]

/** A quota without a number has no limit. */
export type QuotaNumbers = Readonly<Partial<Record<QuotaName, number>>>

/** The operator's limits for one organisation. */
export interface QuotaLimits {
  /** Of all people together. */
  readonly organisation: QuotaNumbers
  /** Of each person. */
  readonly person: QuotaNumbers
}

export const noQuotas: QuotaLimits = { organisation: {}, person: {} }

/** Something about to be stored or started. */
export interface QuotaRequest {
  readonly quota: QuotaName
  /** Whose limit counts beside the organisation's; null for what belongs to the organisation. */
  readonly person: UserId | null
  readonly adding: number
  readonly now: Timestamp
}

/** Which of the two limits a request has to be checked against. */
export function limitedScopes(
  limits: QuotaLimits,
  { quota, person, adding }: QuotaRequest,
): readonly QuotaScope[] {
  if (adding <= 0) return []
  return (['organisation', 'person'] as const).filter(
    (scope) => limits[scope][quota] !== undefined && (scope === 'organisation' || person !== null),
  )
}

export type QuotaScope = 'organisation' | 'person'

/**
 * Throws ProblemError `quota.exceeded` when a request does not fit into the limit of one scope, of which `used`
 * is in use. What does not add is never refused, also above a limit that was lowered.
 */
export function checkQuota(
  limits: QuotaLimits,
  { quota, adding, now }: QuotaRequest,
  { scope, used }: { readonly scope: QuotaScope; readonly used: number },
): void {
  const limit = limits[scope][quota]
  if (limit === undefined || adding <= 0 || used + adding <= limit) return
  const daily = quota === 'runs_per_day'
  const resetsAt = endOfDay(now)
  const owner = scope === 'organisation' ? 'The organisation has' : 'You have'
  throw new ProblemError({
    code: 'quota.exceeded',
    kind: daily ? 'rate-limited' : 'forbidden',
    message: `${owner} ${words[quota](used)} of at most ${limit}, and this would add ${adding}.`,
    hint: hints[quota],
    details: {
      ...{ quota, scope, limit, used, adding },
      ...(daily && {
        resets_at: new Date(resetsAt).toISOString(),
        retry_after_seconds: Math.ceil((resetsAt - now) / 1000),
      }),
    },
  })
}

const words: Readonly<Record<QuotaName, (used: number) => string>> = {
  bytes: (used) => `${used} bytes of files`,
  skills: (used) => `${used} skills`,
  keys: (used) => `${used} API keys`,
  conversations: (used) => `${used} conversations`,
  runs_per_day: (used) => `started ${used} runs today (UTC)`,
}

const moreByOperator = 'or ask the operator of this server for more'

const hints: Readonly<Record<QuotaName, string>> = {
  bytes: `Delete files of conversations or whole conversations, or delete skills permanently, ${moreByOperator}.`,
  skills: `Delete skills that nobody needs, ${moreByOperator}.`,
  keys: `Revoke keys that nobody uses, ${moreByOperator}.`,
  conversations: `Delete old conversations, ${moreByOperator}.`,
  runs_per_day: `Wait until the next day begins, ${moreByOperator}.`,
}

const dayMs = 86_400_000

/** The UTC day as a number. */
export function dayOf(now: Timestamp): number {
  return Math.floor(now / dayMs)
}

/** When the count of the day begins again. */
export function endOfDay(now: Timestamp): Timestamp {
  return (dayOf(now) + 1) * dayMs
}

/** Bytes of a revision's files without those that the revision before has under the same path and hash. */
export function addedBytes(
  manifest: readonly ManifestEntry[],
  before: readonly ManifestEntry[],
): number {
  const known = new Set(before.map(({ path, sha256 }) => `${sha256} ${path}`))
  return manifest
    .filter(({ path, sha256 }) => !known.has(`${sha256} ${path}`))
    .reduce((sum, { size }) => sum + size, 0)
}
