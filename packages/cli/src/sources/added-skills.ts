import type { PendingRevisionSummary, SkillBody, SourceItemBody } from '@repertoire/client'
import type { BulkOutcome, ReviewsApi } from '../inbox/reviews-api.ts'
import { isClean, isRejected } from '../inbox/revision-lines.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** What became of one skill of a repository. */
export interface AddedSkill {
  readonly path: string
  readonly slug: string | null
  readonly outcome: 'added' | 'enabled' | 'waiting' | 'refused' | 'failed'
  readonly licence: string | null
  readonly verdict: PendingRevisionSummary['verdict'] | null
  readonly arrival_id: string | null
  readonly skill_id: string | null
  readonly reason: string | null
}

/** Reasons that are asked for one by one; further ones are in `repertoire inbox show`. */
const maxExplained = 50

export function addedSkill(
  arrival: PendingRevisionSummary,
  outcome: BulkOutcome | undefined,
): AddedSkill {
  const problem = outcome?.problem ?? null
  const skill = waitingSkill(arrival, problem?.message ?? null)
  // The server may have stricter rules for what needs no reading.
  if (problem?.code === 'arrival.needs-reading') return skill
  return {
    ...skill,
    outcome: outcome && problem === null ? 'added' : 'failed',
    skill_id: outcome?.skill_id ?? null,
  }
}

export function waitingSkill(arrival: PendingRevisionSummary, reason: string | null): AddedSkill {
  const { path, slug, licence, verdict, id, skill_id } = arrival
  return { path, slug, outcome: 'waiting', licence, verdict, arrival_id: id, skill_id, reason }
}

/** Those that somebody has to read, and those that nobody may approve, with the reason. */
export async function explainOthers(
  api: Pick<ReviewsApi, 'get'>,
  arrivals: readonly PendingRevisionSummary[],
): Promise<AddedSkill[]> {
  const others = arrivals.filter((one) => !isClean(one))
  const explained: AddedSkill[] = []
  for (const [at, one] of others.entries()) {
    const whole = at < maxExplained ? await api.get(one.id) : null
    const skill = waitingSkill(one, whole?.refusal?.message ?? 'Somebody has to read it.')
    const cannotBe = whole ? !whole.approvable : isRejected(one)
    explained.push(cannotBe ? { ...skill, outcome: 'refused' } : skill)
  }
  return explained
}

/** One that was here already and is on now, or the reason why this person may not switch it on. */
export function enabledSkill(
  { id, slug, license }: SkillBody,
  { path, reason }: Pick<AddedSkill, 'path' | 'reason'>,
): AddedSkill {
  const outcome = reason === null ? 'enabled' : 'refused'
  const here = { path, slug, outcome, skill_id: id, licence: license || null } as const
  return { ...here, verdict: null, arrival_id: null, reason }
}

/** None, or the one that could not be read. */
export function failedSkill({ path, slug, problem, skill_id }: SourceItemBody): AddedSkill[] {
  if (!problem) return []
  const unknown = { licence: null, verdict: null, arrival_id: null }
  return [{ ...{ path, slug, outcome: 'failed', skill_id }, ...unknown, reason: problem.message }]
}

const colours = {
  added: 'green',
  enabled: 'green',
  waiting: 'yellow',
  refused: 'red',
  failed: 'red',
} as const

/** One line: outcome, slug, licence, and why. */
export function addedLine(skill: AddedSkill, terminal: Pick<Terminal, 'paint'>): string {
  const { outcome, slug, path, licence, arrival_id: id, reason } = skill
  const what = terminal.paint(colours[outcome], outcome.padEnd(7))
  const stated = sanitizeText(licence ?? 'no known licence')
  const isDone = outcome === 'added' || outcome === 'enabled'
  const about = isDone ? '' : `  ${id ?? ''}  ${sanitizeText(reason ?? '')}`
  return `${what}  ${sanitizeText(slug ?? path)}  ${stated}${about}`
}
