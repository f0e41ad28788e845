import type { Problem } from '../base/errors.ts'
import type { SkillScope } from './skill.ts'

/** Two skills may share a slug only when these differ (A8). Unambiguous: a slug never holds a NUL. */
export function slugKey(scope: SkillScope, slug: string): string {
  return scope.kind === 'org' ? `org\0\0${slug}` : `user\0${scope.userId}\0${slug}`
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
