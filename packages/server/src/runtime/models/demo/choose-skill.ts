import { type Decision, textDecision } from './decision.ts'
import type { Question } from './question.ts'
import { type KnownSkill, minConfidence, rankFits } from './skill-fit.ts'

/** The skill to use, or the one that comes nearest to the question without being sure enough. */
export interface SkillChoice {
  readonly use: KnownSkill | null
  readonly nearest: KnownSkill | null
}

/** What a person can do when no skill fits. */
export const writeOne = 'Try other words, or write or import a skill about it on the Skills page.'

/** The skill that the person asks for by name, or else the one that covers enough of the question. Pure. */
export function chooseSkill(skills: readonly KnownSkill[], question: Question): SkillChoice {
  const named = skills.find((skill) => isNamed(skill, question))
  if (named) return { use: named, nearest: null }
  const about = question.namesSkills ? [...question.keywords, 'skill'] : question.keywords
  const [best] = question.keywords.length > 0 ? rankFits(skills, about) : []
  if (!best || best.confidence === 0) return { use: null, nearest: null }
  return best.confidence >= minConfidence
    ? { use: best.skill, nearest: null }
    : { use: null, nearest: best.skill }
}

/** The name after "use" that no list has to know, because it can only be one: `use page-cro`. */
export function slugToUse({ toUse }: Question): string | null {
  return (
    /^[a-z0-9]+(?:[._-][a-z0-9]+)+(?=(?:["”'`]?\s+skill)?["”'`.,;:!?\s]*$)/i.exec(
      toUse ?? '',
    )?.[0] ?? null
  )
}

/** Says that nothing fits well enough, and what comes nearest. `wayOut`: what else the person can do. */
export function answerNoSkillFits({ nearest }: SkillChoice, wayOut: string): Decision {
  const near = nearest
    ? ` The nearest is **${nearest.name}**${purpose(nearest)}; say “use ${nearest.slug}” to use it.`
    : ''
  return textDecision(`No skill fits this well enough.${near} ${wayOut}`)
}

function isNamed({ slug, name }: KnownSkill, { toUse }: Question): boolean {
  const wanted = toUse?.toLowerCase() ?? ''
  return [slug, name].some((one) => {
    const rest = wanted.slice(one.length)
    return (
      one !== '' &&
      wanted.startsWith(one.toLowerCase()) &&
      !/^[\p{L}\p{N}._-]*[\p{L}\p{N}]/u.test(rest)
    )
  })
}

function purpose({ description }: KnownSkill): string {
  const [sentence = ''] = /^.*?[.!?](?=\s|$)/.exec(description) ?? [description]
  return sentence === '' ? '' : ` (${sentence.replace(/[.]$/, '').slice(0, 160)})`
}
