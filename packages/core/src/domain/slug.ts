import { isSlug, slugify } from '@repertoire/skill-md'
import type { Problem } from '../base/errors.ts'
import type { Skill, SkillScope } from './skill.ts'

/** Two skills may share a slug only when these differ. Unambiguous: a slug never holds a NUL. */
export function slugKey(scope: SkillScope, slug: string): string {
  return scope.kind === 'org' ? `org\0\0${slug}` : `user\0${scope.userId}\0${slug}`
}

/** Whether the skill still has the scope that a permission was checked for. */
export function isInScope(skill: Pick<Skill, 'scope'>, scope: SkillScope): boolean {
  return slugKey(skill.scope, '') === slugKey(scope, '')
}

/**
 * The slugs that an id or a name may mean, the likeliest first: the id itself where it is a slug, then
 * the slug that an import makes of it: `minara.core` → `minara.core`, `minara-core`. Pure.
 */
export function slugsFor(id: string): readonly string[] {
  const trimmed = id.trim()
  const made = slugify(trimmed)
  return isSlug(trimmed) && trimmed !== made ? [trimmed, made] : [made]
}

export function slugInvalid(slug: string): Problem {
  return {
    code: 'skill.slug-invalid',
    kind: 'invalid',
    message: `${JSON.stringify(slug.slice(0, 120))} cannot be a slug.`,
    hint: 'Use lower-case letters and digits, joined by single ".", "_" or "-": team.purpose',
    details: { slug: slug.slice(0, 120) },
  }
}
