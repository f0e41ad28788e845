import type { TranscriptEntry } from '../../conversation/transcript.ts'
import { estimateMessage } from '../../prompt/estimate-tokens.ts'

/** The size of the model's context, and when to compact. */
export interface ContextLimits {
  /** The maximum tokens of one request. */
  readonly tokens: number
  /** The share of the context at which compaction starts. */
  readonly compactAt: number
  /** The share that remains afterwards, as far as enough can be left out. */
  readonly compactTo: number
}

export const defaultContextLimits: ContextLimits = {
  tokens: 128_000,
  compactAt: 0.8,
  compactTo: 0.5,
}

export interface CompactionInput {
  readonly entries: readonly TranscriptEntry[]
  /** Tokens of the system prompt and the tools. */
  readonly fixed: number
  readonly limits: ContextLimits
  /** The provider has just refused the request as too large, whatever the estimate. */
  readonly forced?: boolean
}

export type CompactionPlan =
  | { readonly do: 'nothing' }
  /** Leave out the results of these calls. */
  | { readonly do: 'trim'; readonly callIds: readonly string[] }
  /** Replace everything up to this event by a summary. */
  | { readonly do: 'summarise'; readonly throughSeq: number }
  /** Even the part that must stay is too large. */
  | { readonly do: 'give-up'; readonly tokens: number }

/** The newest results stay: the model is working with them. */
const keptRecentResults = 4
/** Trimming a smaller result is not worth a new prompt prefix. */
const minTrimmedTokens = 100

/**
 * Plans what to leave out before the next model call: old tool results first, oldest first; then
 * everything but the newest messages, for a summary; then the largest of the newest results. Texts of
 * skills are never left out. Each compaction frees much at once, so that the prompt's prefix changes seldom
 * and provider caches hold. Pure.
 */
export function planCompaction(input: CompactionInput): CompactionPlan {
  const { entries, fixed, limits, forced = false } = input
  const sizes = entries.map(({ message }) => estimateMessage(message))
  const total = sizes.reduce((sum, size) => sum + size, fixed)
  if (!forced && total <= limits.tokens * limits.compactAt) return { do: 'nothing' }
  const target = Math.min(total, limits.tokens) * limits.compactTo
  const trimmed = planTrim(entries, sizes, { total, target })
  const ceiling = forced ? target : limits.tokens * limits.compactAt
  if (trimmed.callIds.length > 0 && trimmed.total <= ceiling) {
    return { do: 'trim', callIds: trimmed.callIds }
  }
  const throughSeq = findCut(entries, sizes, target / 2)
  if (throughSeq !== null) return { do: 'summarise', throughSeq }
  if (trimmed.callIds.length > 0) return { do: 'trim', callIds: trimmed.callIds }
  const spared = planLargestTrim(entries, sizes, { total, target: ceiling })
  if (
    (total > limits.tokens || forced) &&
    spared.total <= limits.tokens &&
    spared.callIds.length > 0
  ) {
    return { do: 'trim', callIds: spared.callIds }
  }
  return total > limits.tokens || forced ? { do: 'give-up', tokens: total } : { do: 'nothing' }
}

function planTrim(
  entries: readonly TranscriptEntry[],
  sizes: readonly number[],
  { total, target }: { total: number; target: number },
): { callIds: string[]; total: number } {
  const results = entries.flatMap((entry, index) =>
    entry.message.role === 'tool' ? [{ entry, size: sizes[index] ?? 0 }] : [],
  )
  const callIds: string[] = []
  let left = total
  for (const { entry, size } of results.slice(0, -keptRecentResults)) {
    if (left <= target) break
    if (entry.skill !== null || entry.dropped || size < minTrimmedTokens) continue
    if (entry.message.role === 'tool') callIds.push(entry.message.callId)
    left -= size - minTrimmedTokens / 2
  }
  return { callIds, total: left }
}

/** The last resort: any result, the largest first, so that as many as possible stay. */
function planLargestTrim(
  entries: readonly TranscriptEntry[],
  sizes: readonly number[],
  { total, target }: { total: number; target: number },
): { callIds: string[]; total: number } {
  const results = entries
    .map((entry, index) => ({ entry, size: sizes[index] ?? 0 }))
    .filter(({ entry, size }) => entry.skill === null && !entry.dropped && size >= minTrimmedTokens)
    .sort((one, other) => other.size - one.size)
  const callIds: string[] = []
  let left = total
  for (const { entry, size } of results) {
    if (left <= target) break
    if (entry.message.role !== 'tool') continue
    callIds.push(entry.message.callId)
    left -= size - minTrimmedTokens / 2
  }
  return { callIds, total: left }
}

/**
 * The last event before the newest messages that fit into `availableTokens`. At least the newest exchange
 * stays, and no call is separated from its result. Null when nothing before it can be shortened.
 */
function findCut(
  entries: readonly TranscriptEntry[],
  sizes: readonly number[],
  availableTokens: number,
): number | null {
  let kept = 0
  let through: number | null = null
  for (let index = entries.length - 1; index > 0; index -= 1) {
    kept += sizes[index] ?? 0
    const entry = entries[index]
    const before = entries[index - 1]
    if (!entry || !before || entry.message.role === 'tool' || before.seq >= entry.seq) continue
    if (kept > availableTokens && through !== null) break
    through = before.seq
    if (kept > availableTokens) break
  }
  return through !== null && canShorten(entries, through) ? through : null
}

/** A summary of nothing but a summary, or of skills' texts, would gain nothing. */
function canShorten(entries: readonly TranscriptEntry[], through: number): boolean {
  return entries.some(({ seq, skill, carried }) => seq <= through && !carried && skill === null)
}
