import { isStopWord } from '../text/stop-words.ts'
import { phraseText, routingWords } from './routing-words.ts'

/** The words of a skill that its keywords are made from when it names none. */
export interface SelfDescription {
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly whenToUse: string
  readonly tags: readonly string[]
}

/** More would only make every message a hit. */
const mostKeywords = 16
const shortestWord = 3

/**
 * Keywords of a skill that names none: its name and tags, what its description quotes, and the pairs of
 * telling words in the sentences that say when it is wanted; single words are left to search, which weighs
 * them. In order of trust, each once. Pure.
 */
export function deriveKeywords(skill: SelfDescription): readonly string[] {
  const { slug, name, description, whenToUse, tags } = skill
  const triggers = [whenToUse, ...sentences(description).filter((text) => saysWhen.test(text))]
  const candidates = [
    name,
    slug.replaceAll('-', ' '),
    ...tags,
    ...triggers.flatMap(quoted),
    ...triggers.flatMap(tellingPairs),
  ]
  const keywords = new Set<string>()
  for (const candidate of candidates) {
    const keyword = phraseText(routingWords(candidate))
    if (isTelling(keyword)) keywords.add(keyword)
    if (keywords.size === mostKeywords) break
  }
  return [...keywords]
}

const saysWhen = /\b(?:use|when|whenever|trigger(?:s|ed)?|asks?|mentions?)\b/i
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
function tellingPairs(text: string): readonly string[] {
  const words = routingWords(text)
  const tells = (word = '') => word.length >= shortestWord && !isStopWord(word)
  return words.flatMap((word, at) => {
    const next = words[at + 1]
    return tells(word) && tells(next) ? [`${word} ${next}`] : []
  })
}

/** One short word, or only words that every text has, would be in every message. */
function isTelling(keyword: string): boolean {
  const words = keyword.split(' ')
  return words.some((word) => word.length > 1 && !isStopWord(word)) || ideographs.test(keyword)
}
