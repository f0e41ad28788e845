import { isAgentMade, type Skill } from '../../domain/skill.ts'
import { skillFieldsOf } from '../../domain/skill-fields.ts'

/** A skill as document B's tools list it. */
export type ListedSkill = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly tags: readonly string[]
  readonly source: 'user' | 'agent'
  /** Number of the revision. */
  readonly version: number
}

export function listedSkill({ slug, head, origin }: Skill): ListedSkill {
  return {
    name: slug,
    title: titleOf(head),
    description: head.description,
    tags: [...head.tags],
    source: isAgentMade(origin) ? 'agent' : 'user',
    version: head.number,
  }
}

/** The display name: the `title` where there is one beside `name`. */
export function titleOf(head: Pick<Skill['head'], 'name' | 'frontmatter'>): string {
  return skillFieldsOf(head).title ?? head.name
}
