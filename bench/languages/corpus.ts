import { testedSkills } from '../corpus.ts'
import { halfOf, type Half } from '../ranking-queries.ts'
import type { BenchSkill } from '../search-engines/search-engine.ts'
import { chinese } from './chinese.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { japanese } from './japanese.ts'
import { spanish } from './spanish.ts'
import { thai } from './thai.ts'

const texts = { german, french, spanish, chinese, japanese, thai }

export interface LanguageQuery {
  readonly language: string
  readonly half: Half
  readonly text: string
  /** The position of the skill that answers it. */
  readonly right: number
}

/** One library with skills in six languages beside the public English ones, as an international organisation has it. */
export function languageCorpus(): {
  readonly skills: readonly BenchSkill[]
  readonly queries: readonly LanguageQuery[]
} {
  const skills: BenchSkill[] = testedSkills({ withTrigger: true }).map(({ skill }) => skill)
  const queries: LanguageQuery[] = []
  for (const [language, text] of Object.entries(texts))
    for (const line of text.split('\n').filter((one) => one !== '')) {
      const [slug, description, query] = line.split(' | ') as [string, string, string]
      queries.push({ language, half: halfOf(query), text: query, right: skills.length })
      skills.push({ slug: `${slug}-${language}`, name: slug, description, tags: [], body: '' })
    }
  return { skills, queries }
}
