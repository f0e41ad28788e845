import { testedSkills } from '../corpus.ts'
import { mixedSkill } from '../ranking-corpus.ts'
import { type Half, halfOf } from '../ranking-queries.ts'
import type { BenchSkill } from '../search-engines/search-engine.ts'
import { skillLines as german } from './text-de.ts'
import { skillLines as spanish } from './text-es.ts'
import { skillLines as french } from './text-fr.ts'
import { skillLines as japanese } from './text-ja.ts'
import { skillLines as thai } from './text-th.ts'
import { skillLines as chinese } from './text-zh.ts'

/** Mixed from the words of the others: where words have no spaces they would be copies. */
const distractors = { german: 100, french: 100, spanish: 100, chinese: 0, japanese: 0, thai: 0 }
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
  /** The languages of the skills that are not English, by position. */
  readonly languageOf: ReadonlyMap<number, string>
} {
  const skills: BenchSkill[] = testedSkills({ withTrigger: true }).map(({ skill }) => skill)
  const queries: LanguageQuery[] = []
  const languageOf = new Map<number, string>()
  for (const [language, text] of Object.entries(texts)) {
    const own: BenchSkill[] = []
    for (const line of text.split('\n').filter((one) => one !== '')) {
      const [slug = '', description = '', query = ''] = line.split(' | ')
      languageOf.set(skills.length + own.length, language)
      queries.push({
        language,
        half: halfOf(query),
        text: query,
        right: skills.length + own.length,
      })
      own.push({ slug: `${slug}-${language}`, name: slug, description, tags: [], body: '' })
    }
    const { [language as keyof typeof texts]: count } = distractors
    const mixed = Array.from({ length: count }, (_, index) => mixedSkill(own, index))
    skills.push(...own, ...mixed.map((skill) => ({ ...skill, slug: `${skill.slug}-${language}` })))
  }
  return { skills, queries, languageOf }
}

/** Each word that `Intl.Segmenter` finds as one word of Latin letters, so that no pairs are made of it. */
export function joinSegments(text: string, language: string): string {
  const locale = { chinese: 'zh', japanese: 'ja', thai: 'th' }[language]
  if (locale === undefined) return text
  const words: string[] = []
  for (const { segment, isWordLike } of new Intl.Segmenter(locale, {
    granularity: 'word',
  }).segment(text.normalize('NFKC').toLowerCase()))
    if (isWordLike === true)
      words.push(
        /^[ -~]+$/.test(segment) ? segment : `w${Buffer.from(segment).toString('hex').slice(-36)}`,
      )
  return words.join(' ')
}
