import type { SkillId, Timestamp } from '../../base/ids.ts'
import type { CheckedContent, Revision, Skill, SkillOrigin } from '../../domain/skill.ts'
import { slugKey } from '../../domain/slug.ts'
import type { SaveMode, SaveOutcome, SkillChange } from '../../ports/skills.ts'
import { skillStale, slugTaken } from '../../ports/store-problems.ts'

/** A revision to insert, with the arrival that has its text and files. */
export interface RevisionWrite {
  readonly revision: Revision
  readonly arrival: CheckedContent
}

/** The planned write of one skill; shared by every store, so that stores cannot differ. */
export interface SkillWrite {
  /** Null for a new skill. */
  readonly before: Skill | null
  readonly after: Skill
  /** Oldest first; empty when only the identity changes. */
  readonly revisions: readonly RevisionWrite[]
  /** Stored in the same transaction. */
  readonly changeKey?: string | undefined
}

export interface SavePlan {
  readonly outcomes: readonly SaveOutcome[]
  /** One entry per changed skill, in order of first appearance. */
  readonly writes: readonly SkillWrite[]
}

export interface SaveRequest {
  readonly arrivals: readonly CheckedContent[]
  readonly mode: SaveMode
  /** The current holders of slugs in the batch. */
  readonly existing: readonly Skill[]
  readonly now: Timestamp
  readonly newId: () => SkillId
}

/** Plans a batch in order: a repeated slug applies to the result of the first one. */
export function planSave(request: SaveRequest): SavePlan {
  const current = new Map(
    request.existing.map((skill) => [slugKey(skill.scope, skill.slug), skill]),
  )
  const writes = new Map<SkillId, SkillWrite>()
  const outcomes = request.arrivals.map((arrival): SaveOutcome => {
    const key = slugKey(arrival.scope, arrival.slug)
    const before = current.get(key)
    if (before && request.mode === 'create') return { status: 'conflict', existing: before }
    if (before && before.head.digest === arrival.facts.digest && !unarchives(before, arrival)) {
      return { status: 'unchanged', skill: before }
    }
    const write = before
      ? addRevision(before, arrival, request.now)
      : createSkill(arrival, request.newId(), request.now)
    writes.set(write.after.id, mergeWrites(writes.get(write.after.id), write))
    current.set(key, write.after)
    return before
      ? { status: 'updated', skill: write.after, before }
      : { status: 'created', skill: write.after }
  })
  return { outcomes, writes: [...writes.values()] }
}

export interface UpdateRequest {
  readonly before: Skill
  readonly change: SkillChange
  readonly expectedVersion: number | undefined
  /** The current holder of `change.slug` in the same scope, if any. */
  readonly slugHolder: Skill | null
  readonly now: Timestamp
}

/**
 * Plans an update; `after === before` when it changes nothing. Throws ProblemError `skill.stale` or `skill.slug-taken`.
 */
export function planUpdate(request: UpdateRequest): SkillWrite {
  const { before, change, now } = request
  checkVersion(before, request.expectedVersion)
  if (request.slugHolder && request.slugHolder.id !== before.id) throw slugTaken(request.slugHolder)
  const slug = change.slug ?? before.slug
  const { archivedAt, enabled } = resolveSwitches(before, change, now)
  const arrival = change.arrival?.facts.digest === before.head.digest ? undefined : change.arrival
  const origin = change.origin ?? before.origin
  const switched = enabled !== before.enabled || archivedAt !== before.archivedAt
  const kept = slug === before.slug && !switched && isSameOrigin(origin, before.origin)
  if (!arrival && kept) {
    return { before, after: before, revisions: [] }
  }
  const version = before.version + 1
  const identity = { ...before, slug, enabled, archivedAt, origin, version, updatedAt: now }
  const { changeKey } = change
  if (!arrival) return { before, after: identity, revisions: [], changeKey }
  const revision = revisionOf(arrival, before.head.number + 1, now)
  return {
    before,
    after: { ...identity, origin: arrival.origin, head: revision },
    revisions: [{ revision, arrival }],
    changeKey,
  }
}

function isSameOrigin(one: SkillOrigin, other: SkillOrigin): boolean {
  return (Object.keys(one) as (keyof SkillOrigin)[]).every((key) => one[key] === other[key])
}

/** An archived skill is disabled; enabling it or a new text unarchives it. */
function resolveSwitches(
  before: Skill,
  change: SkillChange,
  now: Timestamp,
): Pick<Skill, 'archivedAt' | 'enabled'> {
  const restores = change.enabled === true || (change.arrival && unarchives(before, change.arrival))
  const archived = change.archived ?? (before.archivedAt !== null && !restores)
  if (archived) return { archivedAt: before.archivedAt ?? now, enabled: false }
  return {
    archivedAt: null,
    enabled: change.enabled ?? (before.enabled || before.archivedAt !== null),
  }
}

/** Throws ProblemError `skill.stale` when the expected version is not the current one. */
export function checkVersion(skill: Skill, expectedVersion: number | undefined): void {
  if (expectedVersion !== undefined && expectedVersion !== skill.version) {
    throw skillStale(skill, expectedVersion)
  }
}

function createSkill(arrival: CheckedContent, id: SkillId, now: Timestamp): SkillWrite {
  const revision = revisionOf(arrival, 1, now)
  const after: Skill = {
    id,
    scope: arrival.scope,
    slug: arrival.slug,
    enabled: arrival.enabled,
    origin: arrival.origin,
    head: revision,
    archivedAt: null,
    useCount: 0,
    lastUsedAt: null,
    version: 1,
    createdBy: arrival.author,
    createdAt: now,
    updatedAt: now,
  }
  const { changeKey } = arrival
  return { before: null, after, revisions: [{ revision, arrival }], changeKey }
}

/** A re-import keeps the enabled state, so `arrival.enabled` applies to new skills only. */
function addRevision(before: Skill, arrival: CheckedContent, now: Timestamp): SkillWrite {
  const same = arrival.facts.digest === before.head.digest
  const revision = same ? before.head : revisionOf(arrival, before.head.number + 1, now)
  const after: Skill = {
    ...before,
    ...(unarchives(before, arrival) && { archivedAt: null, enabled: true }),
    origin: arrival.origin,
    head: revision,
    version: before.version + 1,
    updatedAt: now,
  }
  return { before, after, revisions: same ? [] : [{ revision, arrival }] }
}

/**
 * Importing an archived skill again unarchives it. Automatic updates of integrations and catalogues do not.
 */
function unarchives(before: Skill, { origin }: CheckedContent): boolean {
  const byItself = origin.provenance === 'integration' || origin.provenance === 'catalog'
  return before.archivedAt !== null && !byItself
}

function revisionOf(arrival: CheckedContent, number: number, now: Timestamp): Revision {
  return {
    ...arrival.facts,
    number,
    createdAt: now,
    createdBy: arrival.author,
    reason: arrival.reason,
  }
}

function mergeWrites(earlier: SkillWrite | undefined, later: SkillWrite): SkillWrite {
  if (!earlier) return later
  return {
    before: earlier.before,
    after: later.after,
    revisions: [...earlier.revisions, ...later.revisions],
  }
}
