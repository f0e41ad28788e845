import type { TriggerTestMessage } from '@repertoire/skill-md'
import type { SkillId } from '../../base/ids.ts'
import { type RoutingServices, routeTurn } from '../../choose/routing/route-turn.ts'
import type { Skill } from '../../domain/skill.ts'
import { defaultWithin, isMatched, type TriggerTestRun } from './run-trigger-tests.ts'

/** The trigger tests of one skill. */
export interface TestedSkill {
  readonly skill: Pick<Skill, 'id' | 'slug'>
  readonly messages: readonly TriggerTestMessage[]
}

/** A test of the skill that the candidate is, or would change. */
export interface CandidateTest {
  readonly message: TriggerTestMessage
  /** In whose file: an update may drop tests that people added, and they run all the same. */
  readonly from: 'candidate' | 'skill' | 'both'
  /** Null for a new skill. */
  readonly passedBefore: boolean | null
  readonly passes: boolean
  /** The line in the catalogue with the candidate; null where it does not match. */
  readonly place: number | null
  readonly first: string | null
}

/** A test of another skill that the candidate changes. */
export interface ChangedTest {
  readonly skill: TestedSkill['skill']
  readonly message: TriggerTestMessage
  /** `outranked`: it passes still, and the candidate would now come before it. */
  readonly change: 'fails' | 'passes' | 'outranked'
  readonly placeBefore: number | null
  readonly place: number | null
}

export interface TriggerTestComparison {
  readonly own: readonly CandidateTest[]
  readonly changed: readonly ChangedTest[]
  /** How many tests of other skills ran. */
  readonly othersRun: number
  /** Why not all tests ran; null when all did. */
  readonly cut: 'time' | 'number' | null
}

/** More messages than these are cut off. */
export const comparisonLimits = { own: 200, others: 300 } as const

export interface TriggerTestComparisonRequest {
  readonly before: RoutingServices
  /** With the candidate in place. */
  readonly after: RoutingServices
  readonly candidate: Skill
  readonly isNew: boolean
  readonly tests: {
    readonly candidate: readonly TriggerTestMessage[]
    /** Of the skill as it is. */
    readonly skill: readonly TriggerTestMessage[]
    /** Those that the candidate is likely to change first. */
    readonly others: readonly TestedSkill[]
  }
  readonly request: TriggerTestRun['request']
  readonly pause: () => Promise<void>
  /** True when there is no more time. */
  readonly isOver: () => boolean
}

/**
 * Routes trigger tests as things are and with a candidate in place of its skill, and says which change. Stores nothing.
 */
export async function compareTriggerTests(
  comparing: TriggerTestComparisonRequest,
): Promise<TriggerTestComparison> {
  const { tests, isOver } = comparing
  const ownTests = mergeTests(tests.candidate, tests.skill)
  const otherTests = tests.others.flatMap(({ skill, messages }) =>
    messages.map((message) => ({ skill, message })),
  )
  const own: CandidateTest[] = []
  const changed: ChangedTest[] = []
  let othersRun = 0
  for (const test of ownTests.slice(0, comparisonLimits.own)) {
    if (isOver()) break
    own.push(await runOwn(comparing, test))
  }
  for (const test of otherTests.slice(0, comparisonLimits.others)) {
    if (isOver()) break
    const change = await runOther(comparing, test)
    if (change) changed.push(change)
    othersRun += 1
  }
  const isAll = own.length === ownTests.length && othersRun === otherTests.length
  return { own, changed, othersRun, cut: isAll ? null : isOver() ? 'time' : 'number' }
}

type OwnTest = Pick<CandidateTest, 'message' | 'from'>

function mergeTests(
  candidate: readonly TriggerTestMessage[],
  skill: readonly TriggerTestMessage[],
): readonly OwnTest[] {
  const keyOf = ({ text, mustSurface }: TriggerTestMessage) => `${mustSurface} ${text}`
  const [ofCandidate, ofSkill] = [candidate, skill].map((tests) => new Set(tests.map(keyOf)))
  // Those of the skill come first: a long file of a candidate must not push them beyond the limit.
  return [
    ...skill.map((message) => ({
      message,
      from: ofCandidate?.has(keyOf(message)) ? ('both' as const) : ('skill' as const),
    })),
    ...candidate
      .filter((message) => !ofSkill?.has(keyOf(message)))
      .map((message) => ({ message, from: 'candidate' as const })),
  ]
}

async function runOwn(
  comparing: TriggerTestComparisonRequest,
  { message, from }: OwnTest,
): Promise<CandidateTest> {
  const { candidate, isNew } = comparing
  const { before, after } = await routeBoth(comparing, message)
  const place = placeOf(after, candidate.id)
  return {
    ...{ message, from, place, first: after[0]?.slug ?? null },
    passedBefore: isNew ? null : isPassed(message, placeOf(before, candidate.id)),
    passes: isPassed(message, place),
  }
}

async function runOther(
  comparing: TriggerTestComparisonRequest,
  { skill, message }: Pick<ChangedTest, 'skill' | 'message'>,
): Promise<ChangedTest | null> {
  const { before, after } = await routeBoth(comparing, message)
  const [placeBefore, place] = [placeOf(before, skill.id), placeOf(after, skill.id)]
  const [passed, passes] = [isPassed(message, placeBefore), isPassed(message, place)]
  const isOutranked = (entries: readonly Matched[]) =>
    comesBefore(placeOf(entries, comparing.candidate.id), placeOf(entries, skill.id))
  const change =
    passed === passes
      ? message.mustSurface && isOutranked(after) && !isOutranked(before) && 'outranked'
      : passes
        ? 'passes'
        : 'fails'
  return change ? { skill, message, change, placeBefore, place } : null
}

type Matched = Pick<Skill, 'id' | 'slug'>

async function routeBoth(
  { before, after, request, pause }: TriggerTestComparisonRequest,
  { text }: TriggerTestMessage,
): Promise<{ readonly before: readonly Matched[]; readonly after: readonly Matched[] }> {
  const turn = { ...request.turn, message: text }
  const matched = async (services: RoutingServices) =>
    (await routeTurn(services, { ...request, turn })).entries
      .filter(isMatched)
      .map(({ skill }) => skill)
  const both = { before: await matched(before), after: await matched(after) }
  await pause()
  return both
}

function placeOf(entries: readonly Matched[], id: SkillId): number | null {
  const at = entries.findIndex((entry) => entry.id === id)
  return at === -1 ? null : at + 1
}

function isPassed({ mustSurface }: TriggerTestMessage, place: number | null): boolean {
  return mustSurface === (place !== null && place <= defaultWithin)
}

function comesBefore(one: number | null, other: number | null): boolean {
  return one !== null && (other === null || one < other)
}
