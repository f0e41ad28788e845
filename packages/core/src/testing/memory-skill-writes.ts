import type { Skill, SkillScope } from '../catalog/skill.ts'
import type { SkillWrite } from '../catalog/skill-write.ts'
import { slugKey } from '../catalog/visibility.ts'
import type { SkillId } from '../ids.ts'
import type { MemoryRevision, MemoryTenant, Notify } from './memory-state.ts'

/** Writes what was planned into a tenant's rows and its change feed. */
export function applySkillWrites(
  tenant: MemoryTenant,
  writes: readonly SkillWrite[],
  notify: Notify,
): void {
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

export function recordSkillChanges(
  tenant: MemoryTenant,
  ids: readonly SkillId[],
  notify: Notify,
): void {
  for (const skillId of ids) tenant.changes.push({ seq: tenant.changes.length + 1, skillId })
  if (ids.length > 0) notify({ kind: 'skills', tenantId: tenant.id })
}

/** Who holds a slug in a scope. */
export function slugHolder(tenant: MemoryTenant, scope: SkillScope, slug: string): Skill | null {
  const wanted = slugKey(scope, slug)
  for (const { skill } of tenant.skills.values()) {
    if (slugKey(skill.scope, skill.slug) === wanted) return skill
  }
  return null
}

function memoryRevision({ revision, arrival }: SkillWrite['revisions'][number]): MemoryRevision {
  const files = new Map(arrival.files.map((file) => [file.path, Uint8Array.from(file.bytes)]))
  return { revision, content: arrival.content, files }
}
