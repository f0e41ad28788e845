import type { ManifestEntry, Skill } from '../domain/skill.ts'
import type { SkillFilter } from './skills.ts'

/** Whether a package brings something that can be run: a file of its folder `scripts`, or an executable one. Pure. */
function hasScripts(manifest: readonly Pick<ManifestEntry, 'path' | 'executable'>[]): boolean {
  return manifest.some(
    ({ path, executable }) => executable || path.toLowerCase().startsWith('scripts/'),
  )
}

/** Whether a skill fits all of a filter but `findings`, which are no part of a skill. Pure. */
export function fitsSkillFilter(skill: Skill, filter: Omit<SkillFilter, 'findings'>): boolean {
  const { head, origin } = skill
  return (
    isOr(filter.scope, skill.scope.kind) &&
    isOr(filter.enabled, skill.enabled) &&
    isOr(filter.archived, skill.archivedAt !== null) &&
    isOr(filter.sourceId, origin.sourceId) &&
    isOr(filter.slug, skill.slug) &&
    isOr(filter.used, skill.useCount > 0) &&
    isOr(filter.scripts, filter.scripts === undefined || hasScripts(head.manifest)) &&
    (filter.provenances?.includes(origin.provenance) ?? true) &&
    head.contentLength > (filter.longerThan ?? -1) &&
    skill.updatedAt >= (filter.changedSince ?? 0) &&
    (filter.tags ?? []).every((tag) => head.tags.includes(tag))
  )
}

function isOr<Value>(wanted: Value | undefined, value: Value): boolean {
  return wanted === undefined || wanted === value
}
