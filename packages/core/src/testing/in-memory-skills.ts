import type { RevisionDigest, SkillId, UserId } from '../base/ids.ts'
import type { Skill } from '../domain/skill.ts'
import { isVisible } from '../domain/visibility.ts'
import { withdrawalReason } from '../domain/withdrawal.ts'
import { checkVersion, planSave, planUpdate } from '../keep/skills/skill-write.ts'
import type { Clock, IdSource } from '../ports/clock.ts'
import { fitsSkillFilter } from '../ports/skill-filter.ts'
import type { SearchableSkill, SkillFilter, SkillHead, SkillStore } from '../ports/skills.ts'
import { skillNotFound } from '../ports/store-problems.ts'
import { pageSkills } from './in-memory-skill-pages.ts'
import {
  applySkillWrites,
  keepChangeKey,
  recordSkillChanges,
  slugHolder,
} from './in-memory-skill-writes.ts'
import type { InMemoryRevision, InMemoryTenant, Notify } from './in-memory-state.ts'
import { compareText } from './in-memory-state.ts'

export interface InMemorySkillsOptions {
  readonly tenant: InMemoryTenant
  readonly clock: Clock
  readonly ids: IdSource
  readonly notify: Notify
}

export function createInMemorySkills(options: InMemorySkillsOptions): SkillStore {
  const { tenant, clock, ids, notify } = options
  const all = (): Skill[] => [...tenant.skills.values()].map((entry) => entry.skill)
  const visible = (viewer: UserId): Skill[] => all().filter((skill) => isVisible(viewer, skill))
  const find = (viewer: UserId, id: SkillId): Skill | null => {
    const skill = tenant.skills.get(id)?.skill
    return skill && isVisible(viewer, skill) ? skill : null
  }
  const require = (viewer: UserId, id: SkillId): Skill => {
    const skill = find(viewer, id)
    if (!skill) throw skillNotFound(id)
    return skill
  }
  const revision = (
    viewer: UserId,
    id: SkillId,
    digest: RevisionDigest,
  ): InMemoryRevision | null =>
    find(viewer, id)
      ? (tenant.skills.get(id)?.revisions.find((row) => row.revision.digest === digest) ?? null)
      : null

  return {
    save: async (arrivals, mode) => {
      const now = clock.now()
      const plan = planSave({
        arrivals,
        mode,
        existing: all(),
        now,
        newId: () => ids.next('skl') as SkillId,
      })
      applySkillWrites(tenant, plan.writes, { notify, now })
      return plan.outcomes
    },
    get: async (viewer, id) => find(viewer, id),
    getMany: async (viewer, wanted) => [...new Set(wanted)].flatMap((id) => find(viewer, id) ?? []),
    findBySlug: async (viewer, slug) => {
      const held = visible(viewer).filter((skill) => skill.slug === slug)
      return held.find((skill) => skill.scope.kind === 'user') ?? held[0] ?? null
    },
    list: async (viewer, filter, page) =>
      pageSkills(
        tenant,
        visible(viewer).filter((skill) => fits(tenant, skill, filter)),
        page,
      ),
    counts: async (viewer, filters) =>
      filters.map(
        (filter) => visible(viewer).filter((skill) => fits(tenant, skill, filter)).length,
      ),
    tags: async (viewer, kind) =>
      countTags(visible(viewer).filter(({ scope }) => kind === undefined || scope.kind === kind)),
    update: async (viewer, id, change, expectedVersion) => {
      const before = require(viewer, id)
      const holder =
        change.slug === undefined ? null : slugHolder(tenant, before.scope, change.slug)
      const now = clock.now()
      const write = planUpdate({ before, change, expectedVersion, slugHolder: holder, now })
      if (write.after !== before) applySkillWrites(tenant, [write], { notify, now })
      return write.after
    },
    remove: async (viewer, id, expectedVersion, changeKey) => {
      const skill = require(viewer, id)
      checkVersion(skill, expectedVersion)
      if (changeKey !== undefined) keepChangeKey(tenant, changeKey, skill)
      const entry = tenant.skills.get(id)
      tenant.skills.delete(id)
      if (entry) tenant.tombstones.set(id, { entry, deletedAt: clock.now(), deletedBy: viewer })
      recordSkillChanges(tenant, [id], notify)
    },
    changesUnder: async (key) =>
      [...tenant.keyedChanges.values()]
        .filter((change) => change.key === key || change.key.startsWith(`${key}:`))
        .sort((one, other) => compareText(one.key, other.key)),
    revisions: async (viewer, id) =>
      find(viewer, id)
        ? (tenant.skills.get(id)?.revisions ?? []).map((row) => row.revision).toReversed()
        : [],
    content: async (viewer, id, digest) => revision(viewer, id, digest)?.content ?? null,
    file: async (viewer, id, digest, path) => {
      const row = revision(viewer, id, digest)
      if (path === 'SKILL.md') return row ? new TextEncoder().encode(row.content.source) : null
      return row?.files.get(path) ?? null
    },
    withdrawn: async (viewer, active) =>
      active.flatMap((one) => {
        const isRevoked = tenant.revocations.has(one.digest)
        const reason = withdrawalReason(find(viewer, one.skillId), isRevoked)
        return reason ? [{ ...one, reason }] : []
      }),
    ...indexing(tenant),
  }
}

/** What the search index and the providers read, whoever may see it. */
function indexing(tenant: InMemoryTenant) {
  return {
    listByProvenance: async (provenance, after, limit) =>
      [...tenant.skills.values()]
        .map(({ skill }) => skill)
        .filter((skill) => skill.origin.provenance === provenance)
        .filter(({ id }) => after === null || compareText(after, id) < 0)
        .sort((one, other) => compareText(one.id, other.id))
        .slice(0, limit),
    indexable: async (after, limit) => indexedAfter(tenant, after, limit),
    heads: async (after, limit) =>
      indexedAfter(tenant, after, limit).map(({ skill }) => headOf(skill)),
    indexableById: async (wanted) => [...new Set(wanted)].flatMap((id) => indexed(tenant, id)),
    changesAfter: async (seq, limit) => tenant.changes.slice(seq, seq + limit),
    lastChangeSeq: async () => tenant.changes.length,
  } satisfies Partial<SkillStore>
}

function headOf({ id, slug, scope, enabled, head, origin }: Skill): SkillHead {
  const { number, digest } = head
  const { sourceId, provenance } = origin
  return { id, slug, scope, enabled, number, digest, origin: { sourceId, provenance } }
}

function indexedAfter(
  tenant: InMemoryTenant,
  after: SkillId | null,
  limit: number,
): readonly SearchableSkill[] {
  return [...tenant.skills.keys()]
    .filter((id) => after === null || compareText(after, id) < 0)
    .sort(compareText)
    .slice(0, limit)
    .flatMap((id) => indexed(tenant, id))
}

function indexed(tenant: InMemoryTenant, id: SkillId): SearchableSkill[] {
  const entry = tenant.skills.get(id)
  const head = entry?.revisions.at(-1)
  return entry && head ? [{ skill: entry.skill, body: head.content.body }] : []
}

function fits(tenant: InMemoryTenant, skill: Skill, filter: SkillFilter): boolean {
  const { findings, ...rest } = filter
  const found = tenant.trust.get(skill.head.digest)?.scan.findings.length ?? 0
  return fitsSkillFilter(skill, rest) && (findings === undefined || found > 0)
}

function countTags(skills: readonly Skill[]): { tag: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const tag of skills.flatMap((skill) => [...new Set(skill.head.tags)])) {
    counts.set(tag, (counts.get(tag) ?? 0) + 1)
  }
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .sort((a, b) => compareText(a.tag, b.tag))
}
