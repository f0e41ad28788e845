import type { Skill } from '@repertoire/core/domain'
import type { HitReason } from '@repertoire/core/ports'
import { chooseSkill } from './choose-skill.ts'
import { readQuestion } from './question.ts'

/** A hit of a search for the question. */
export interface FoundSkill {
  readonly skill: Skill
  readonly reasons: readonly Pick<HitReason, 'word' | 'field'>[]
}

/** The skill that the demo model uses for a question; undefined when it is not sure enough of any. Pure. */
export function skillForQuestion(
  text: string,
  found: readonly FoundSkill[],
): Skill['id'] | undefined {
  const known = found.map(({ skill, reasons }) => ({
    slug: skill.slug,
    ...{ name: skill.head.name, description: skill.head.description, tags: skill.head.tags },
    // What only means alike is no word of the question that the skill has.
    found: reasons.flatMap(({ word, field }) => (word === '' || field === 'meaning' ? [] : [word])),
  }))
  const { use } = chooseSkill(known, readQuestion(text))
  return found.find(({ skill }) => skill.slug === use?.slug)?.skill.id
}
