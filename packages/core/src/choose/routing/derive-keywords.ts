import { isStopWord } from '../text/stop-words.ts'
import { phraseText, routingTokens } from './routing-tokens.ts'

/** The words of a skill that its keywords are made from when it names none. */
export interface KeywordSource {
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly whenToUse: string
  readonly tags: readonly string[]
}

/** More would only make every message a hit. */
const maxKeywords = 16
const minWordLength = 3

/**
 * Keywords of a skill that names none: its name and tags, what its description quotes, and the pairs of
 * telling words in the sentences that say when it is wanted; single words are left to search, which weighs
 * them. In order of trust, each once. Pure.
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
/** Scripts in which one character may be a word. */
const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const quotation = /["“«]([^"”»]{2,60})["”»]/g

function sentences(text: string): readonly string[] {
  return text.split(/(?<=[.!?。！？])\s*/)
}

function quoted(text: string): readonly string[] {
  return [...text.matchAll(quotation)].map(([, inner]) => inner!)
}

/** Two telling words next to each other. */
function distinctivePairs(text: string): readonly string[] {
  const words = routingTokens(text)
  const isDistinctiveWord = (word = '') => word.length >= minWordLength && !isStopWord(word)
  return words.flatMap((word, at) => {
    const next = words[at + 1]
    return isDistinctiveWord(word) && isDistinctiveWord(next) ? [`${word} ${next}`] : []
  })
}

/** One short word, or only words that every text has, would be in every message. */
function isDistinctive(keyword: string): boolean {
  const words = keyword.split(' ')
  return words.some((word) => word.length > 1 && !isStopWord(word)) || ideographs.test(keyword)
}
