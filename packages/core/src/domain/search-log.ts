/** Where a search was made: typed by people on the page or in the command, or called by agents. */
export type SearchSurface = 'page' | 'cli' | 'agent'

/** A search as the log counts it. It names no person. */
export interface LoggedSearch {
  /** The UTC day, as the number of days since 1970. */
  readonly day: number
  readonly query: string
  readonly surface: SearchSurface
  /** Skills that were shown, at most {@link searchLogLimits.maxResults}. */
  readonly results: number
}

/** A query of the log, with its searches added up. */
export interface LoggedQuery {
  readonly query: string
  readonly searches: number
  readonly bySurface: Readonly<Record<SearchSurface, number>>
  readonly lastDay: number
  /** On its last day; what was found before does not count any more. */
  readonly results: number
}

export const searchLogLimits = {
  keptDays: 30,
  /** Characters of a query. */
  maxQueryLength: 200,
  /** Queries of an organisation in a day; the others of the day are not kept, so that nobody fills the disk. */
  maxQueriesPerDay: 1_000,
  maxResults: 999,
  /** What was searched once is most often one person's sentence; what comes again is a word of the house. */
  minSearches: 2,
  maxListed: 200,
} as const

/** Text beyond this is not read for secrets, and never kept. */
const readLength = 4_000

const secrets = [
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/@]{1,200}@\S+/giu,
  /\b(?:bearer|password|passwd|pwd|secret|token|api[_-]?key)\s?[=:]\s?\S+/giu,
  /\bbearer\s\S+/giu,
  /\b(?:sk|pk|rk|ghp|gho|ghs|github_pat|glpat|xox[a-z])[-_][\w-]{8,}/giu,
  /\beyJ[\w-]{8,}(?:\.[\w-]+){0,2}/gu,
  /\b(?:AKIA|ASIA)[A-Z0-9]{12,}/gu,
  /[^\s@]{1,100}@[^\s@]{1,100}\.\p{L}{2,}/gu,
  /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/giu,
  /(?<![\w+/=])(?=[\w+/=]*\d)(?=[\w+/=]*[a-z])[\w+/=]{20,}/giu,
  /\d(?:[ -]?\d){8,}/gu,
]

/** The query as the log keeps it; null when nothing is left that could be read. Secrets and addresses become `***`. */
export function loggedQueryText(text: string): string | null {
  const plain = text
    .slice(0, readLength)
    .normalize('NFC')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
  const masked = secrets.reduce((masking, secret) => masking.replaceAll(secret, '***'), plain)
  const kept = Array.from(masked.trim().toLowerCase()).slice(0, searchLogLimits.maxQueryLength)
  const query = kept.join('').trim()
  return /[\p{L}\p{N}]/u.test(query) ? query : null
}

/** Days before this one are removed; without a log, all are. */
export function firstLoggedDay(
  today: number,
  { searchLog }: { readonly searchLog: boolean },
): number {
  return searchLog ? today - searchLogLimits.keptDays + 1 : Number.MAX_SAFE_INTEGER
}
