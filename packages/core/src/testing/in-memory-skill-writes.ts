import type { SkillId, Timestamp } from '../base/ids.ts'
import type { Skill, SkillScope } from '../domain/skill.ts'
import { slugKey } from '../domain/slug.ts'
import { rejectRevoked } from '../keep/skills/revoked-content.ts'
import { addedSkills } from '../keep/skills/skill-quotas.ts'
import type { SkillWrite } from '../keep/skills/skill-write.ts'
import { enforceQuota } from './in-memory-quotas.ts'
import type { InMemoryRevision, InMemoryTenant, Notify } from './in-memory-state.ts'

/** Writes a planned change to a tenant's rows and change feed. Throws ProblemError `quota.exceeded`. */
export function applySkillWrites(
  tenant: InMemoryTenant,
  writes: readonly SkillWrite[],
  { notify, now }: { readonly notify: Notify; readonly now: Timestamp },
): void {
  for (const request of addedSkills(writes, now)) enforceQuota(tenant, request)
  rejectRevoked(writes, new Set(tenant.revocations.keys()))
  for (const { after, changeKey } of writes) {
    if (changeKey !== undefined) keepChangeKey(tenant, changeKey, after)
  }
  for (const write of writes) {
    const entry = tenant.skills.get(write.after.id) ?? { skill: write.after, revisions: [] }
    entry.skill = write.after
    entry.revisions.push(...write.revisions.map(memoryRevision))
    tenant.skills.set(write.after.id, entry)
  }
  recordSkillChanges(
    tenant,
    writes.map((write) => write.after.id),
    notify,
  )
}

/** Stores a change under its key; a known key means that a change was made twice. */
export function keepChangeKey(tenant: InMemoryTenant, key: string, skill: Skill): void {
  if (tenant.keyedChanges.has(key)) throw new Error(`the change ${key} was made already`)
  const { id: skillId, slug, head } = skill
  tenant.keyedChanges.set(key, { key, skillId, slug, number: head.number, digest: head.digest })
}

export function recordSkillChanges(
  tenant: InMemoryTenant,
  ids: readonly SkillId[],
  notify: Notify,
): void {
  for (const skillId of ids) tenant.changes.push({ seq: tenant.changes.length + 1, skillId })
  if (ids.length > 0) notify({ kind: 'skills', tenantId: tenant.id })
}

/** The skill that has a slug in a scope. */
export function slugHolder(tenant: InMemoryTenant, scope: SkillScope, slug: string): Skill | null {
  const wanted = slugKey(scope, slug)
  for (const { skill } of tenant.skills.values()) {
    if (slugKey(skill.scope, skill.slug) === wanted) return skill
  }
  return null
}

function memoryRevision({ revision, arrival }: SkillWrite['revisions'][number]): InMemoryRevision {
  const files = new Map(arrival.files.map((file) => [file.path, Uint8Array.from(file.bytes)]))
  return { revision, content: arrival.content, files }
}
