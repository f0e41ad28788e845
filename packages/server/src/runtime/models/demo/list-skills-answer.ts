import { truncate } from '@repertoire/skill-md'
import { type Decision, textDecision } from './decision.ts'
import type { KnownSkill } from './skill-fit.ts'

const maxShown = 40
const maxDescription = 160

/** How many skills there are besides those that were told to the model. */
export interface OtherSkills {
  /** There are more, and nobody said how many. */
  readonly hasMore?: boolean
  /** What the list itself says about what it leaves out. */
  readonly remark?: string
}

/** Answers "which skills are there?" with a list, which says how much of it is shown. Pure. */
export function listSkillsAnswer(
  skills: readonly KnownSkill[],
  { hasMore = false, remark = '' }: OtherSkills = {},
): Decision {
  const shown = skills.slice(0, maxShown)
  const rest = hasMore || remark !== '' || shown.length < skills.length
  if (skills.length === 0) {
    return textDecision(
      'I can use no skill yet. Write or import one on the Skills page, and ask again.',
    )
  }
  const known = `${skills.length} ${skills.length === 1 ? 'skill' : 'skills'}`
  const head = !rest
    ? `I can use ${known}:`
    : shown.length < skills.length && !hasMore
      ? `I can use ${known}. These are the first ${shown.length}:`
      : `These are ${shown.length} of the skills I can use; there are more:`
  const lines = shown.map((skill) => `- **${skill.name}**${purposeOf(skill)}`)
  const end = rest
    ? 'The Skills page has all of them. Ask about your task in your own words, and I look for one that fits.'
    : 'Ask about your task in your own words, or say “use” and a name.'
  return textDecision(
    [head, '', ...lines, '', ...(remark === '' ? [] : [remark, '']), end].join('\n'),
  )
}

function purposeOf({ slug, name, description }: KnownSkill): string {
  const called = slug === name ? '' : ` (\`${slug}\`)`
  const text = truncate(description.replace(/\s+/g, ' ').trim(), maxDescription)
  return text === '' ? called : `${called} — ${text}`
}
