import type { Skill } from '../catalog/skill.ts'
import type { SkillWrite } from '../catalog/skill-write.ts'
import { checkVersion, planSave, planUpdate } from '../catalog/skill-write.ts'
import { isVisible, slugKey } from '../catalog/visibility.ts'
import type { RevisionDigest, SkillId, UserId } from '../ids.ts'
import type { Clock, IdSource } from '../ports/clock.ts'
import type { IndexableSkill, SkillFilter, SkillStore } from '../ports/store.ts'
import { skillNotFound } from '../ports/store-problems.ts'
import { pageByText } from './memory-pages.ts'
import type { MemoryRevision, MemoryTenant, Notify } from './memory-state.ts'
import { compareText } from './memory-state.ts'

export interface MemorySkillsOptions {
  readonly tenant: MemoryTenant
  readonly clock: Clock
  readonly ids: IdSource
  readonly notify: Notify
}

export function createMemorySkills({
  tenant,
  clock,
  ids,
  notify,
}: MemorySkillsOptions): SkillStore {
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
  const revision = (viewer: UserId, id: SkillId, digest: RevisionDigest): MemoryRevision | null =>
    find(viewer, id)
      ? (tenant.skills.get(id)?.revisions.find((row) => row.revision.digest === digest) ?? null)
      : null
  const holder = (skill: Skill, slug: string): Skill | null =>
    all().find((other) => slugKey(other.scope, other.slug) === slugKey(skill.scope, slug)) ?? null
  const record = (ids: readonly SkillId[]): void => {
    for (const skillId of ids) tenant.changes.push({ seq: tenant.changes.length + 1, skillId })
    if (ids.length > 0) notify({ kind: 'skills', tenantId: tenant.id })
  }
  const apply = (write: SkillWrite): SkillId => {
    const entry = tenant.skills.get(write.after.id) ?? { skill: write.after, revisions: [] }
    entry.skill = write.after
    entry.revisions.push(...write.revisions.map(memoryRevision))
    tenant.skills.set(write.after.id, entry)
    return write.after.id
  }

  return {
    save: async (arrivals, mode) => {
      const plan = planSave({
        arrivals,
        mode,
        existing: all(),
        now: clock.now(),
        newId: () => ids.next('skl') as SkillId,
      })
      record(plan.writes.map(apply))
      return plan.outcomes
    },
    get: async (viewer, id) => find(viewer, id),
    getMany: async (viewer, wanted) => [...new Set(wanted)].flatMap((id) => find(viewer, id) ?? []),
    findBySlug: async (viewer, slug) => {
      const held = visible(viewer).filter((skill) => skill.slug === slug)
      return held.find((skill) => skill.scope.kind === 'user') ?? held[0] ?? null
    },
    list: async (viewer, filter, page) =>
      pageByText(
        visible(viewer).filter((skill) => fits(skill, filter)),
        page,
        (skill) => [skill.slug, skill.id],
      ),
    tags: async (viewer) => countTags(visible(viewer)),
    update: async (viewer, id, change, expectedVersion) => {
      const before = require(viewer, id)
      const slugHolder = change.slug === undefined ? null : holder(before, change.slug)
      const now = clock.now()
      const write = planUpdate({ before, change, expectedVersion, slugHolder, now })
      if (write.after !== before) record([apply(write)])
      return write.after
    },
    remove: async (viewer, id, expectedVersion) => {
      checkVersion(require(viewer, id), expectedVersion)
      tenant.skills.delete(id)
      record([id])
    },
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
      active.filter((skill) => find(viewer, skill.skillId)?.enabled !== true),
    indexable: async (after, limit) =>
      [...tenant.skills.keys()]
        .filter((id) => after === null || compareText(after, id) < 0)
        .sort(compareText)
        .slice(0, limit)
        .flatMap((id) => indexed(tenant, id)),
    indexableById: async (wanted) => [...new Set(wanted)].flatMap((id) => indexed(tenant, id)),
    changesAfter: async (seq, limit) => tenant.changes.slice(seq, seq + limit),
    lastChangeSeq: async () => tenant.changes.length,
  }
}

function memoryRevision({ revision, arrival }: SkillWrite['revisions'][number]): MemoryRevision {
  const files = new Map(arrival.files.map((file) => [file.path, Uint8Array.from(file.bytes)]))
  return { revision, content: arrival.content, files }
}

function indexed(tenant: MemoryTenant, id: SkillId): IndexableSkill[] {
  const entry = tenant.skills.get(id)
  const head = entry?.revisions.at(-1)
  return entry && head ? [{ skill: entry.skill, body: head.content.body }] : []
}

function fits(skill: Skill, filter: SkillFilter): boolean {
  return (
    (filter.scope === undefined || skill.scope.kind === filter.scope) &&
    (filter.enabled === undefined || skill.enabled === filter.enabled) &&
    (filter.sourceId === undefined || skill.origin.sourceId === filter.sourceId) &&
    (filter.tags ?? []).every((tag) => skill.head.tags.includes(tag))
  )
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
