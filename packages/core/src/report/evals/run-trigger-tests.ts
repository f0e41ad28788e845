import type { TriggerTestMessage } from '@repertoire/skill-md'
import {
  type ExplainedTurn,
  explainRouting,
  type RoutingExplanation,
} from '../../choose/routing/explain-routing.ts'
import type { CatalogueEntry } from '../../choose/routing/fill-slots.ts'
import type { RoutingRequest } from '../../choose/routing/route-turn.ts'
import type { Skill } from '../../domain/skill.ts'

/** A message surfaces a skill when the skill is among the first lines of the catalogue; the default number of lines. */
export const defaultWithin = 3

/** The result for one message. */
export interface TriggerTestOutcome {
  readonly message: TriggerTestMessage
  /** The 1-based line in the catalogue; null when the skill is absent, or present only by its priority. */
  readonly place: number | null
  /** The place is at most {@link TriggerTestReport.within}. */
  readonly surfaced: boolean
  /** The 1-based rank in search alone; null when search does not find the skill. */
  readonly searchPlace: number | null
  /** The slug in the first line; null when no skill matches. */
  readonly first: string | null
  /** Why the skill has this place. */
  readonly explanation: RoutingExplanation
}

/** Shares of messages; null when there are none. */
export interface TriggerTestRates {
  /** The share of the surfacing messages that should surface the skill. */
  readonly precision: number | null
  /** The share of the messages that should surface the skill and do. */
  readonly recall: number | null
}

/** How well a skill's routing metadata separates the messages it is for from all others. */
export interface TriggerTestReport extends TriggerTestRates {
  readonly slug: string
  readonly within: number
  readonly outcomes: readonly TriggerTestOutcome[]
  /** The same rates for search alone, as a baseline for the skill's routing metadata. */
  readonly bySearch: TriggerTestRates
  /** The first skills for messages that should surface this one, itself included, by descending frequency. */
  readonly confusions: readonly { readonly slug: string | null; readonly messages: number }[]
}

export interface TriggerTestRun {
  readonly skill: Pick<Skill, 'slug'>
  readonly messages: readonly TriggerTestMessage[]
  /** The number of first catalogue lines that count as surfaced. */
  readonly within?: number | undefined
  /** Awaited after each message, to yield to other work of the process. */
  readonly pause?: (() => Promise<void>) | undefined
  /** The turn without its message. */
  readonly request: Omit<RoutingRequest, 'turn'> & {
    readonly turn: Omit<RoutingRequest['turn'], 'message'>
  }
}

/**
 * Routes each message with the same function as turns, and computes precision and recall. Deterministic: the
 * same skills, settings and messages give the same report.
 */
export async function runTriggerTests(
  services: Parameters<typeof explainRouting>[0],
  { skill: { slug }, messages, within = defaultWithin, pause, request }: TriggerTestRun,
): Promise<TriggerTestReport> {
  const outcomes: TriggerTestOutcome[] = []
  for (const message of messages) {
    const turn = { ...request.turn, message: message.text }
    const explained = await explainRouting(services, { ...request, turn }, slug)
    const outcome = outcomeOf(explained, { message, slug, within })
    if (outcome) outcomes.push(outcome)
    await pause?.()
  }
  const found = outcomes.map(({ message, searchPlace }) => ({
    message,
    surfaced: searchPlace !== null && searchPlace <= within,
  }))
  const shares = { ...rates(outcomes), bySearch: rates(found) }
  return { slug, within, outcomes, ...shares, confusions: confusionsOf(outcomes) }
}

/** Null for a skill that does not exist. */
function outcomeOf(
  { catalogue, skill, hits }: ExplainedTurn,
  {
    message,
    slug,
    within,
  }: { readonly message: TriggerTestMessage; readonly slug: string; readonly within: number },
): TriggerTestOutcome | null {
  if (!skill) return null
  const matched = catalogue.entries.filter(isMatched)
  const at = matched.findIndex((entry) => entry.skill.slug === slug)
  const hit = hits.findIndex(({ skillId }) => skillId === skill.skill.id)
  return {
    message,
    searchPlace: hit === -1 ? null : hit + 1,
    place: at === -1 ? null : at + 1,
    surfaced: at !== -1 && at < within,
    first: matched[0]?.skill.slug ?? null,
    explanation: skill.explanation,
  }
}

/** A fallback entry is listed only because a line was free; it does not match the message. */
export function isMatched({ slot }: CatalogueEntry): boolean {
  return slot !== 'fallback'
}

/** Precision and recall of the outcomes, of one or several skills. */
export function rates(
  outcomes: readonly Pick<TriggerTestOutcome, 'message' | 'surfaced'>[],
): TriggerTestRates {
  const surfaced = outcomes.filter((outcome) => outcome.surfaced)
  const expected = outcomes.filter(({ message }) => message.mustSurface)
  const correct = surfaced.filter(({ message }) => message.mustSurface)
  return {
    precision: surfaced.length === 0 ? null : correct.length / surfaced.length,
    recall: expected.length === 0 ? null : correct.length / expected.length,
  }
}

function confusionsOf(outcomes: readonly TriggerTestOutcome[]): TriggerTestReport['confusions'] {
  const counts = new Map<string | null, number>()
  for (const { message, first } of outcomes) {
    if (message.mustSurface) counts.set(first, (counts.get(first) ?? 0) + 1)
  }
  return [...counts]
    .map(([slug, messages]) => ({ slug, messages }))
    .sort((a, b) => b.messages - a.messages || ((a.slug ?? '') < (b.slug ?? '') ? -1 : 1))
}
