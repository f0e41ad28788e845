import type { SynonymGroup } from '../../domain/synonyms.ts'
import { routingTokens } from './routing-tokens.ts'

/** A phrase of a message, and another one for it. */
export interface MessageSynonym {
  readonly said: string
  readonly synonym: string
  /** The words of the synonym. */
  readonly words: readonly string[]
}

interface Phrase {
  readonly text: string
  readonly words: readonly string[]
  readonly group: readonly Phrase[]
}

type PhrasesByFirstWord = ReadonlyMap<string, readonly Phrase[]>

/** A pasted text must not cost a look at each group. */
const maxPhrases = 8

const read = new WeakMap<readonly SynonymGroup[], PhrasesByFirstWord>()

/** What the organisation also says for phrases of the message, in the order of the message. */
export function messageSynonyms(
  words: readonly string[],
  groups: readonly SynonymGroup[],
): readonly MessageSynonym[] {
  if (groups.length === 0) return []
  const phrases = phrasesOf(groups)
  const found = new Set<Phrase>()
  for (const [at, word] of words.entries()) {
    if (found.size === maxPhrases) break
    const phrase = phrases.get(word)?.find((one) => isAt(words, at, one.words))
    if (phrase) found.add(phrase)
  }
  return [...found].flatMap((phrase) =>
    phrase.group
      .filter((other) => other !== phrase)
      .map(({ text, words }) => ({ said: phrase.text, synonym: text, words })),
  )
}

/** Which synonyms brought these keywords: `synonym:k8s ~ kubernetes`. Those that the message has itself need none. */
export function synonymReasons(
  keywords: readonly string[],
  turn: { readonly words: readonly string[]; readonly synonyms: readonly MessageSynonym[] },
): readonly string[] {
  const { words, synonyms } = turn
  if (synonyms.length === 0) return []
  const said = words.slice(0, words.indexOf(''))
  const isSaid = (phrase: readonly string[]) => said.some((_, at) => isAt(said, at, phrase))
  const reasons = keywords.map(routingTokens).flatMap((phrase) => {
    const behind = isSaid(phrase)
      ? undefined
      : synonyms.find(({ words }) => words.some((_, at) => isAt(words, at, phrase)))
    return behind ? [`synonym:${behind.said} ~ ${behind.synonym}`] : []
  })
  return [...new Set(reasons)]
}

function isAt(words: readonly string[], at: number, phrase: readonly string[]): boolean {
  return phrase.every((word, index) => words[at + index] === word)
}

function phrasesOf(groups: readonly SynonymGroup[]): PhrasesByFirstWord {
  const known = read.get(groups)
  if (known) return known
  const byFirst = new Map<string, Phrase[]>()
  for (const phrase of groups.flatMap(readGroup)) {
    const [first = ''] = phrase.words
    byFirst.set(first, [...(byFirst.get(first) ?? []), phrase])
  }
  for (const phrases of byFirst.values())
    phrases.sort((one, other) => other.words.length - one.words.length)
  read.set(groups, byFirst)
  return byFirst
}

function readGroup(texts: SynonymGroup): readonly Phrase[] {
  const group: Phrase[] = []
  for (const text of texts) {
    const words = routingTokens(text)
    if (words.length > 0) group.push({ text, words, group })
  }
  return group
}
