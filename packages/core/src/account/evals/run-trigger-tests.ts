import type { TriggerTestMessage } from '@repertoire/skill-md'
import {
  type ExplainedTurn,
  explainRouting,
  type RoutingExplanation,
} from '../../choose/routing/explain-routing.ts'
import type { CatalogueEntry, RoutingRequest } from '../../choose/routing/route-turn.ts'
import type { Skill } from '../../domain/skill.ts'

/** A message surfaces a skill that stands among this many first lines of its catalogue, unless said otherwise. */
export const defaultWithin = 3

/** What one message came to. */
export interface TriggerTestOutcome {
  readonly message: TriggerTestMessage
  /** 1 for the first line of the catalogue; null when the skill is not in it, or nothing but its priority speaks for it. */
  readonly place: number | null
  /** Its place is among the first lines that count. */
  readonly surfaced: boolean
  /** 1 for the best hit of search by itself; null when that does not find the skill. */
  readonly searchPlace: number | null
  /** The slug in the first line; null when nothing speaks for any skill. */
  readonly first: string | null
  /** Why the skill is where it is. */
  readonly explanation: RoutingExplanation
}

/** Shares of messages; null of none. */
export interface TriggerTestRates {
  /** Of the messages that surface the skill, the share that should. */
  readonly precision: number | null
  /** Of the messages that should surface it, the share that do. */
  readonly recall: number | null
}

/** How well a skill is found by the messages it is for, and left alone by the others. */
export interface TriggerTestReport extends TriggerTestRates {
  readonly slug: string
  readonly within: number
  readonly outcomes: readonly TriggerTestOutcome[]
  /** The same shares if there were nothing but search: what the skill's own signs add, or spoil. */
  readonly bySearch: TriggerTestRates
  /** Which skills stand first for messages that should surface this one, itself among them; most first. */
  readonly confusions: readonly { readonly slug: string | null; readonly messages: number }[]
}

export interface TriggerTestRun {
  readonly skill: Pick<Skill, 'slug'>
  readonly messages: readonly TriggerTestMessage[]
  /** First lines of the catalogue that count as surfaced. */
  readonly within?: number | undefined
  /** Waited for after each message, so that others of the process get their turn. */
  readonly pause?: (() => Promise<void>) | undefined
  /** Everything of a turn but its message. */
  readonly request: Omit<RoutingRequest, 'turn'> & {
    readonly turn: Omit<RoutingRequest['turn'], 'message'>
  }
}

/**
 * Asks for each message what a turn of it would be offered, by the very function that turns use, and counts.
 * Deterministic: the same skills, settings and messages give the same report.
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

/** Null for a skill that is gone. */
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

/** What stands there only because a line was free is no answer to the message. */
function isMatched({ slot }: CatalogueEntry): boolean {
  return slot !== 'fallback'
}

/** Precision and recall of what is counted, of one skill or of many together. */
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
