import { createHash } from 'node:crypto'
import { searchTerms } from '@repertoire/core/choose'
import type { RankingCorpus } from './ranking-corpus.ts'
import type { BenchSkill } from './search-engines/search-engine.ts'

export type RankingKind =
  | 'name'
  | 'word'
  | 'prefix'
  | 'tag'
  | 'misspelt'
  | 'sentence'
  | 'typing errors'
  | 'foreign'
export type Half = 'tuning' | 'withheld'

/** A query with the skills that answer it; none for a request outside the catalogue. */
export interface RankingQuery {
  readonly kind: RankingKind
  readonly half: Half
  readonly text: string
  readonly right: ReadonlySet<number>
}

/** Fixed by the text, so that a query never changes sides. */
export function halfOf(text: string): Half {
  return createHash('sha256').update(text).digest()[0]! % 2 === 0 ? 'tuning' : 'withheld'
}

/**
 * Queries of every kind from the names, tags and withheld sentences of the labelled skills. For a word of a name, a
 * beginning and a tag each skill that has it is right, generated ones too.
 */
export function rankingQueries({
  labelled,
  leftOut,
  skills: all,
}: RankingCorpus): readonly RankingQuery[] {
  const named = positionsBy(all, ({ slug }) => searchTerms(slug))
  const tagged = positionsBy(all, ({ tags }) => tags.map((tag) => tag.toLowerCase()))
  const queries: RankingQuery[] = []
  const add = (kind: RankingKind, text: string, right: Iterable<number>) =>
    queries.push({ kind, half: halfOf(text), text, right: new Set(right) })
  const sameName = positionsBy(all, ({ slug }) => [slug])
  for (const { skill, trigger } of labelled) {
    const { slug } = skill
    const twins = sameName.get(slug)!
    const words = slug.split('-')
    add('name', words.join(' '), twins)
    const prefix = slug.slice(0, Math.max(4, Math.ceil(slug.length * 0.6)))
    const completed = all.flatMap((other, at) => (other.slug.startsWith(prefix) ? at : []))
    if (!prefix.endsWith('-')) add('prefix', prefix, completed)
    const [rarest] = searchTerms(words.join(' ')).sort(
      (a, b) => (named.get(a)?.length ?? 0) - (named.get(b)?.length ?? 0),
    )
    const word = words.find((one) => rarest !== undefined && searchTerms(one)[0] === rarest)
    if (rarest !== undefined && word !== undefined) add('word', word, named.get(rarest)!)
    const typo = misspelt(slug)
    if (typo !== null) add('misspelt', typo, twins)
    for (const tag of new Set(skill.tags.map((one) => one.toLowerCase())))
      add('tag', tag, tagged.get(tag)!)
    if (trigger === null) continue
    add('sentence', trigger, twins)
    add('typing errors', mistyped(trigger), twins)
  }
  for (const { trigger } of leftOut) if (trigger !== null) add('foreign', trigger, [])
  for (const request of foreignRequests) add('foreign', request, [])
  return [...new Map(queries.map((query) => [`${query.kind} ${query.text}`, query])).values()]
}

function positionsBy(
  skills: readonly BenchSkill[],
  keysOf: (skill: BenchSkill) => readonly string[],
): ReadonlyMap<string, readonly number[]> {
  const positions = new Map<string, number[]>()
  for (const [at, skill] of skills.entries()) {
    for (const key of new Set(keysOf(skill)))
      positions.set(key, [...(positions.get(key) ?? []), at])
  }
  return positions
}

/** Two letters of the longest word swapped; null when no word is long enough. */
function misspelt(slug: string): string | null {
  const words = slug.split('-')
  const longest = words.reduce((a, b) => (b.length > a.length ? b : a))
  const at = 2 + (longest.length % 3)
  if (longest.length < 6 || longest[at] === longest[at + 1]) return null
  const swapped = longest.slice(0, at) + longest[at + 1] + longest[at] + longest.slice(at + 2)
  return words.map((word) => (word === longest ? swapped : word)).join(' ')
}

/** A slip in every third of the longer words: a letter swapped with the next, left out, doubled or a wrong one. */
function mistyped(sentence: string): string {
  return sentence.replaceAll(/[a-z]{5,}/gi, (word) => {
    const [chance, kind, place] = createHash('sha256').update(`slip: ${word}`).digest()
    if (chance! % 3 !== 0) return word
    const at = 1 + (place! % (word.length - 2))
    const [letter, next] = [word[at]!, word[at + 1]!]
    const slips = [
      next + letter,
      next,
      letter + letter + next,
      letter === 'e' ? `a${next}` : `e${next}`,
    ]
    return word.slice(0, at) + slips[kind! % slips.length]! + word.slice(at + 2)
  })
}

/** Written by hand: everyday requests that no skill of a working library is about. */
const foreignRequests = `
Plan a birthday party for twelve people
What is a good recipe for lentil soup?
Book a flight to Lisbon for Monday
What is the capital of France?
How do I fix a leaking tap?
Which phone should I buy for my grandmother?
Write a poem about autumn leaves
Who won the world cup in 1998?
Help me with my maths homework about fractions
Our office printer does not print
Make a workout plan for the gym
Explain the plot of Hamlet
How do I renew my passport?
Teach me to play the guitar
Compare two mortgages for a small flat
What should I plant in the garden in May?
Tell me a joke about penguins
How is the weather tomorrow in Oslo?
Recover a deleted photo on Windows
Plan a road trip through Norway
How long do I boil an egg?
My cat does not eat since yesterday
Find a nice gift for my sister's wedding
What does this dream mean?
Is it safe to drink tap water in Rome?
Suggest names for a baby girl
When does the next train leave for Munich?
How do I get red wine out of a carpet?
Write a toast for the retirement of our neighbour
Which vaccine do I need for Kenya?
Remind me to call mum on Sunday
How tall is Mount Everest?
Sing me a lullaby
Give me a riddle for children
Can I keep basil on a north window?
How do I tie a bow tie?
Order a pizza with mushrooms
What time is it in Tokyo?
Choose a film for tonight
How do I stop snoring?
`
  .split('\n')
  .filter((line) => line !== '')
