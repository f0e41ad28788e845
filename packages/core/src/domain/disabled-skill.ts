import type { Problem } from '../base/errors.ts'
import type { Skill } from './skill.ts'

/**
 * The refusal of a skill that is disabled or archived, with who can change that and where: `forbidden` for an agent,
 * `conflict` for a person. Pure.
 */
export function disabledSkill(
  { slug, scope, enabled }: Pick<Skill, 'slug' | 'scope' | 'enabled'>,
  kind: 'forbidden' | 'conflict' = 'forbidden',
): Problem {
  const who = scope.kind === 'org' ? 'an owner or admin' : 'the person whose skill it is'
  const does = enabled ? 'unarchive it' : 'enable it, unless its content was revoked'
  return {
    code: 'skill.disabled',
    kind,
    message: `"${slug}" is ${enabled ? 'archived' : 'disabled'} in the library, so it cannot be used.`,
    hint: `On its page in the library, ${who} can ${does}. Until then, go on without it.`,
    details: { slug },
  }
}
