import { keywordsOf, sameWord, weightOf } from './words.ts'

/** What a tool or the prompt tells the model about a skill. */
export interface KnownSkill {
  /** The name by which tools take it. */
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly tags: readonly string[]
  /** Words of the question that the search or the router found, also in the skill's text. */
  readonly found: readonly string[]
}

export interface SkillFit {
  readonly skill: KnownSkill
  /** The share of the question that the skill covers, from 0 to 1. */
  readonly confidence: number
}

/** A skill is used from this confidence on. `calibration` tells how often that is right. */
export const minConfidence = 0.55

/** How well a word in this place of a skill speaks for the skill. */
const inName = 1
/** Words of a long question that need not all be covered. */
const enough = 4
const inDescription = 0.8
const inText = 0.4

/** The skills by how much of the question they cover, the best first; equal ones stay in their order. Pure. */
export function rankFits(
  skills: readonly KnownSkill[],
  keywords: readonly string[],
): readonly SkillFit[] {
  return skills
    .map((skill) => ({ skill, confidence: confidenceOf(skill, keywords) }))
    .sort((one, other) => other.confidence - one.confidence)
}

/**
 * The share of the question's meaningful words that name, description or text of the skill have. Words that say what to
 * do weigh little, and without another one in its name or description a skill does not fit.
 */
export function confidenceOf(skill: KnownSkill, keywords: readonly string[]): number {
  const names = [skill.slug, skill.name, ...skill.tags].join(' ')
  // Each description speaks of "this skill", so that the word tells something in a name alone.
  const named = [...keywordsOf(names), ...(/\bskills?\b/i.test(names) ? ['skill'] : [])]
  const described = keywordsOf(skill.description)
  const found = keywordsOf(skill.found.join(' '))
  let [covered, total, subject] = [0, 0, 0]
  for (const keyword of keywords) {
    const has = (words: readonly string[]) => words.some((word) => sameWord(word, keyword))
    const place = has(named) ? inName : has(described) ? inDescription : has(found) ? inText : 0
    const weight = weightOf(keyword)
    covered += weight * place
    total += weight
    if (place > inText) subject = Math.max(subject, weight)
  }
  return total === 0 || subject < 1 ? 0 : Math.min(1, covered / Math.min(total, enough))
}
