import type { SkillId, UserId } from '../base/ids.ts'
import type { DeletedSkill } from '../domain/skill.ts'
import { isVisible } from '../domain/visibility.ts'
import { rejectRevoked } from '../keep/skills/revoked-content.ts'
import { personOf } from '../keep/skills/skill-quotas.ts'
import { notDeleted, planRestore, tombstoneExpiryCutoff } from '../keep/skills/tombstone.ts'
import type { Clock } from '../ports/clock.ts'
import type { TombstoneStore } from '../ports/tombstones.ts'
import { pageLatest } from './in-memory-pages.ts'
import { enforceQuota } from './in-memory-quotas.ts'
import { recordSkillChanges, slugHolder } from './in-memory-skill-writes.ts'
import type { InMemoryTenant, Notify } from './in-memory-state.ts'
import { compareText } from './in-memory-state.ts'

export interface InMemoryTombstonesOptions {
  readonly tenant: InMemoryTenant
  readonly clock: Clock
  readonly notify: Notify
}

export function createInMemoryTombstones(options: InMemoryTombstonesOptions): TombstoneStore {
  const { tenant, clock, notify } = options
  const find = (viewer: UserId, id: SkillId) => {
    const found = tenant.tombstones.get(id)
    if (!found || !isVisible(viewer, found.entry.skill)) return null
    return found.deletedAt > tombstoneExpiryCutoff(clock.now()) ? found : null
  }
  const drop = (id: SkillId) => {
    tenant.tombstones.delete(id)
    tenant.secrets.delete(id)
    for (const { key, skillId } of tenant.keyedChanges.values()) {
      if (skillId === id) tenant.keyedChanges.delete(key)
    }
  }
  return {
    list: async (viewer, { scope }, page) => {
      const kept = [...tenant.tombstones.keys()].flatMap((id) => find(viewer, id) ?? [])
      const wanted = kept
        .map(deletedSkill)
        .filter(({ skill }) => scope === undefined || skill.scope.kind === scope)
      return pageLatest(wanted, page, (item) => [item.deletedAt, item.skill.id])
    },
    get: async (viewer, id) => {
      const found = find(viewer, id)
      return found && deletedSkill(found)
    },
    file: async (viewer, id, digest, path) => {
      const revisions = find(viewer, id)?.entry.revisions ?? []
      const found = revisions.find(({ revision }) => revision.digest === digest)
      if (path === 'SKILL.md') return found ? new TextEncoder().encode(found.content.source) : null
      return found?.files.get(path) ?? null
    },
    restore: async (viewer, id, slug) => {
      const found = find(viewer, id)
      const wanted = slug ?? found?.entry.skill.slug ?? ''
      const write = planRestore({
        deleted: found && deletedSkill(found),
        id,
        slug,
        slugHolder: found && slugHolder(tenant, found.entry.skill.scope, wanted),
        now: clock.now(),
      })
      const { after } = write
      rejectRevoked([{ ...write, before: null }], new Set(tenant.revocations.keys()))
      const person = personOf(after.scope)
      enforceQuota(tenant, { quota: 'skills', person, adding: 1, now: clock.now() })
      tenant.tombstones.delete(id)
      tenant.skills.set(id, { revisions: found?.entry.revisions ?? [], skill: after })
      recordSkillChanges(tenant, [id], notify)
      return after
    },
    forget: async (viewer, id) => {
      const found = find(viewer, id)
      if (!found) throw notDeleted(id)
      drop(id)
      return deletedSkill(found)
    },
    purge: async (upTo, limit) => {
      const over = [...tenant.tombstones.values()]
        .filter(({ deletedAt }) => deletedAt <= upTo)
        .map(deletedSkill)
        .sort((a, b) => a.deletedAt - b.deletedAt || compareText(a.skill.id, b.skill.id))
        .slice(0, limit)
      for (const { skill } of over) drop(skill.id)
      return over
    },
  }
}

function deletedSkill({ entry, deletedAt, deletedBy }: InMemoryTombstone): DeletedSkill {
  return { skill: entry.skill, deletedAt, deletedBy }
}

type InMemoryTombstone =
  InMemoryTenant['tombstones'] extends Map<SkillId, infer Value> ? Value : never
