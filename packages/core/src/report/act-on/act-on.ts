import type { RevisionDigest, SkillId, Timestamp } from '../../base/ids.ts'
import { nearDuplicatesAmong } from '../../choose/routing/near-duplicates.ts'
import { dayOf } from '../../domain/quotas.ts'
import { noUsage, type UsageFacts } from '../../domain/skill-usage.ts'
import { modelDifference } from '../outcomes/compare-models.ts'
import { minSample, rateOf } from '../usage/rate.ts'
import type { DriftReason } from './read-drift.ts'
import type { SkillRetest } from './read-retests.ts'

/** What a person can mend, the most harmful first. */
export const actOnKinds = [
  'worse_with_model',
  'conflicting',
  'over_budget',
  'thumbs_down',
  'failing_tools',
  'drifted',
  'near_duplicates',
  'never_taken',
  'never_used',
] as const
export type ActOnKind = (typeof actOnKinds)[number]

/** A skill that agents may be offered, as far as the rules ask. */
export interface JudgedSkill {
  readonly id: SkillId
  readonly slug: string
  readonly digest: RevisionDigest
  readonly contentLength: number
  readonly createdAt: Timestamp
  readonly lastUsedAt: Timestamp | null
  readonly name: string
  readonly description: string
  readonly contentHash: string
}

/** By what the rules judge. */
export interface ActOnMeasure {
  readonly usage: ReadonlyMap<SkillId, UsageFacts>
  /** How tests went when a model changed. */
  readonly retested: ReadonlyMap<SkillId, SkillRetest>
  /** The slugs of skills that stood together with it and do not go with it. */
  readonly conflicting: ReadonlyMap<SkillId, readonly string[]>
  readonly drifted: ReadonlyMap<SkillId, readonly DriftReason[]>
  /** The first UTC day. */
  readonly fromDay: number
  /** Characters of all texts in a prompt together. */
  readonly budgetChars: number
}

/** Why a skill is in the list: so many, of so many. */
export interface ActOnSkill {
  readonly id: SkillId
  readonly slug: string
  readonly count: number
  readonly of: number
  /** Slugs of the other skills that it is about. */
  readonly with?: readonly string[]
  /** The skill that says nearly the same. */
  readonly duplicateOf?: SkillId
  /** How it differs from its source. */
  readonly drift?: readonly DriftReason[]
}

export interface ActOnEntry {
  readonly kind: ActOnKind
  /** All of them, also those that are not in `skills`. */
  readonly total: number
  /** The worst first. */
  readonly skills: readonly ActOnSkill[]
}

/** So many skills of an entry are named. */
export const maxActOnSkills = 20

/** A share of failures that even the lower bound of the interval is above. */
const failingShare = 0.1

type Evidence = Omit<ActOnSkill, 'id' | 'slug'>
type Measure = ActOnMeasure & { readonly alike: ReadonlyMap<SkillId, JudgedSkill> }
type Rule = (skill: JudgedSkill, facts: UsageFacts, measure: Measure) => Evidence | null

const rules: Readonly<Record<ActOnKind, Rule>> = {
  worse_with_model: ({ id }, _facts, { retested }) => {
    const result = retested.get(id)?.result
    if (!result || modelDifference(result).verdict !== 'worse') return null
    return { count: result.onlyBefore, of: result.pairs }
  },
  conflicting: ({ id }, _facts, { conflicting }) => {
    const others = conflicting.get(id)
    return others ? { count: others.length, of: others.length, with: others } : null
  },
  drifted: ({ id }, _facts, { drifted }) => {
    const drift = drifted.get(id)
    return drift ? { count: drift.length, of: drift.length, drift } : null
  },
  near_duplicates: ({ id }, _facts, { alike }) => {
    const other = alike.get(id)
    return other ? { count: 1, of: 1, with: [other.slug], duplicateOf: other.id } : null
  },
  over_budget: ({ contentLength }, _facts, { budgetChars }) =>
    contentLength > budgetChars ? { count: contentLength, of: budgetChars } : null,
  thumbs_down: (_skill, { thumbsUp, thumbsDown }) =>
    thumbsDown >= 2 ? { count: thumbsDown, of: thumbsUp + thumbsDown } : null,
  failing_tools: (_skill, { toolCalls, toolFailures }) => {
    const { low } = rateOf(toolFailures, toolCalls)
    const isFailing = toolFailures >= 2 && low !== null && low > failingShare
    return isFailing ? { count: toolFailures, of: toolCalls } : null
  },
  // Of fewer offers, none that was taken says too little.
  never_taken: (_skill, { offered, ...facts }) =>
    offered >= minSample && activationsOf(facts) === 0 ? { count: offered, of: offered } : null,
  never_used: ({ createdAt, lastUsedAt }, facts, { fromDay }) => {
    const wasThere = dayOf(createdAt) < fromDay
    const wasRead = lastUsedAt !== null && dayOf(lastUsedAt) >= fromDay
    const isUsed = wasRead || activationsOf(facts) > 0
    return wasThere && !isUsed ? { count: 0, of: facts.offered } : null
  },
}

function activationsOf(
  facts: Pick<UsageFacts, 'activatedByPerson' | 'activatedByAgent' | 'activatedByRule'>,
): number {
  return facts.activatedByPerson + facts.activatedByAgent + facts.activatedByRule
}

/** The entries that there is anything in, in their order. What nobody takes is not also said to be unused. Pure. */
export function judgeSkills(
  skills: readonly JudgedSkill[],
  measure: ActOnMeasure,
): readonly ActOnEntry[] {
  const all = { ...measure, alike: nearDuplicates(skills) }
  const found = new Map<ActOnKind, ActOnSkill[]>(actOnKinds.map((kind) => [kind, []]))
  for (const skill of skills) {
    const { id, slug } = skill
    const facts = measure.usage.get(id) ?? noUsage
    for (const kind of actOnKinds) {
      const evidence = rules[kind](skill, facts, all)
      if (evidence) found.get(kind)?.push({ id, slug, ...evidence })
    }
  }
  const isNeverTaken = new Set(found.get('never_taken')?.map(({ id }) => id))
  return [...found].flatMap(([kind, named]) => {
    const said = kind === 'never_used' ? named.filter(({ id }) => !isNeverTaken.has(id)) : named
    const worstFirst = said.sort(compareEvidence).slice(0, maxActOnSkills)
    return said.length === 0 ? [] : [{ kind, total: said.length, skills: worstFirst }]
  })
}

/** The one before it that says the same. A skill of a person that stands for the organisation's of its slug is meant to. */
function nearDuplicates(skills: readonly JudgedSkill[]): ReadonlyMap<SkillId, JudgedSkill> {
  const pairs = [...nearDuplicatesAmong(skills)].filter(([one, other]) => one.slug !== other.slug)
  return new Map(pairs.map(([{ id }, other]) => [id, other]))
}

function compareEvidence(one: ActOnSkill, other: ActOnSkill): number {
  return other.count - one.count || (one.slug < other.slug ? -1 : 1)
}
