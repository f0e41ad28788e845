import { isStopWord } from '../text/stop-words.ts'
import { phraseText, routingTokens } from './routing-tokens.ts'

/** The texts of a skill from which keywords are derived. */
export interface KeywordSource {
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly whenToUse: string
  readonly tags: readonly string[]
}

/** More keywords would match every message. */
const maxKeywords = 16
const minWordLength = 3

/**
 * Derives keywords of a skill that declares none: its name and tags, quotations in its description, and pairs of
 * distinctive words in sentences about when to use it. Search covers single words, because it weighs them. In order of
 * confidence, without duplicates. Pure.
 */
export function deriveKeywords(skill: KeywordSource): readonly string[] {
  const { slug, name, description, whenToUse, tags } = skill
  const triggers = [whenToUse, ...sentences(description).filter((text) => triggerWords.test(text))]
  const candidates = [
    name,
    slug.replaceAll('-', ' '),
    ...tags,
    ...triggers.flatMap(quoted),
    ...triggers.flatMap(distinctivePairs),
  ]
  const keywords = new Set<string>()
  for (const candidate of candidates) {
    const keyword = phraseText(routingTokens(candidate))
    if (isDistinctive(keyword)) keywords.add(keyword)
    if (keywords.size === maxKeywords) break
  }
  return [...keywords]
}

const triggerWords = /\b(?:use|when|whenever|trigger(?:s|ed)?|asks?|mentions?)\b/i
/** Scripts in which a single character can be a word. */
const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const quotation = /["“«]([^"”»]{2,60})["”»]/g

function sentences(text: string): readonly string[] {
  return text.split(/(?<=[.!?。！？])\s*/)
}

function quoted(text: string): readonly string[] {
  return [...text.matchAll(quotation)].map(([, inner]) => inner!)
}

/** Pairs of adjacent distinctive words. */
function distinctivePairs(text: string): readonly string[] {
  const words = routingTokens(text)
  const isDistinctiveWord = (word = '') => word.length >= minWordLength && !isStopWord(word)
  return words.flatMap((word, at) => {
    const next = words[at + 1]
    return isDistinctiveWord(word) && isDistinctiveWord(next) ? [`${word} ${next}`] : []
  })
}

/** Excludes keywords that would match every message: a single short word, or only stop words. */
function isDistinctive(keyword: string): boolean {
  const words = keyword.split(' ')
  return words.some((word) => word.length > 1 && !isStopWord(word)) || ideographs.test(keyword)
}
