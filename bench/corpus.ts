import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { loadSkillMd } from '@repertoire/skill-md'
import type { BenchSkill } from './search-engines/search-engine.ts'

/** A public skill without the sentence of its description that tells when to use it, which is its trigger. */
export interface TestedSkill {
  readonly skill: BenchSkill
  /** Null if the description has no such sentence, or only that one. */
  readonly trigger: string | null
}

export type QueryKind = 'keyword' | 'question' | 'sentence'

const realSkills = join(import.meta.dirname, '../../shared/data/skills')
const triggerPattern =
  /\b(?:use (?:this|when|for|it|if|to|proactively)|when (?:the )?user|triggers?)\b/i

/**
 * Test messages written by authors of public skills, with the slug of their skill; those skills are among
 * {@link testedSkills}. Empty without the test data.
 */
export function authorTestMessages(): { readonly slug: string; readonly message: string }[] {
  if (!existsSync(realSkills)) return []
  return readdirSync(realSkills, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(join('evals', 'evals.json')))
    .sort()
    .flatMap((path) => {
      const { evals } = JSON.parse(readFileSync(join(realSkills, path), 'utf8'))
      const slug = basename(dirname(dirname(path)))
      return (Array.isArray(evals) ? evals : []).flatMap(({ prompt }) =>
        typeof prompt === 'string' ? [{ slug, message: prompt }] : [],
      )
    })
}

/**
 * The skills below a folder, by default the test data, ordered by path; with `withTrigger`, descriptions keep their
 * trigger sentence. Empty without the folder.
 */
export function testedSkills({ withTrigger = false, folder = realSkills } = {}): TestedSkill[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => basename(path).toLowerCase() === 'skill.md')
    .sort()
    .flatMap((path) => {
      const slug = basename(dirname(path))
      const loaded = loadSkillMd(readFileSync(join(folder, path)), { folderName: slug })
      if (!loaded.ok || loaded.document.fields.description === '') return []
      const { fields, body } = loaded.document
      const sentences = fields.description.replaceAll(/\s+/g, ' ').split(/(?<=[.!?])\s+/)
      const triggerIndex =
        sentences.length < 2 ? -1 : sentences.findIndex((text) => triggerPattern.test(text))
      const description = sentences
        .filter((_, index) => withTrigger || index !== triggerIndex)
        .join(' ')
      const { name = slug, tags } = fields
      return [
        {
          skill: { slug, name, description, tags, body },
          trigger: sentences[triggerIndex] ?? null,
        },
      ]
    })
}

const vocabularySize = 60_000
/**
 * Calibrated so that a sentence query matches as many postings as a trigger sentence over the public skills.
 */
const flatRanks = 12
const topicCount = 500
const topicSize = 80
/** Share among the words of running text, as in the public skills. */
const functionWordShare = 0.42
const topicShare = 0.3
const functionWords =
  'the and to of a for in is with this it that or use when on be from if not are by as an you can your all user skill should what how'.split(
    ' ',
  )
const syllables =
  'ba co de fi gu ha ke li mo nu pa que ra se ti vo wa xe yo zu bra cle dri flo gre plu sta tre spi cho'.split(
    ' ',
  )

/**
 * Skill `index` of an unlimited, deterministic synthetic catalogue: invented words of Zipf-like frequency (plus
 * English function words), one topic per skill, lengths as measured over 110,000 public skills (body: median
 * 4,435 characters, 90 % under 14,127).
 */
export function syntheticSkill(index: number): BenchSkill {
  const random = randomOf(index + 1)
  const topic = topicOf(index)
  const name = Array.from({ length: 2 + Math.floor(random() * 2) }, () => pick(topic, random))
  const bodyLength = Math.min(60_000, 4435 * Math.exp(0.904 * gaussian(random)))
  return {
    slug: name.join('-'),
    name: name.join(' '),
    description: runningText(topic, random, 120 + random() * 240),
    tags: [pick(topic, random), pick(topic, random)],
    body: runningText(topic, random, bodyLength),
  }
}

/** Deterministic queries: words of one topic among words of the whole catalogue. */
export function syntheticQueries(kind: QueryKind, count: number): string[] {
  const words = { keyword: [1, 2], question: [6, 9], sentence: [14, 24] } as const
  return Array.from({ length: count }, (_, index) => {
    const random = randomOf(1_000_003 * (index + 1) + words[kind][0])
    const topic = topicOf(index)
    const [min, max] = words[kind]
    const length = min + Math.floor(random() * (max - min + 1))
    const functionShare = kind === 'keyword' ? 0 : functionWordShare
    return Array.from({ length }, () => nextWord(topic, random, functionShare)).join(' ')
  })
}

function runningText(topic: readonly string[], random: () => number, length: number): string {
  let text = ''
  while (text.length < length) text += `${nextWord(topic, random, functionWordShare)} `
  return text.trimEnd()
}

function nextWord(topic: readonly string[], random: () => number, functionShare: number): string {
  const draw = random()
  if (draw < functionShare) return pick(functionWords, random)
  if (draw < functionShare + topicShare * (1 - functionShare)) return pick(topic, random)
  return zipfWord(random)
}

function topicOf(index: number): readonly string[] {
  const random = randomOf(7919 * ((index % topicCount) + 1))
  return Array.from({ length: topicSize }, () => zipfWord(random))
}

/** Frequency by rank as in English, flattened at the top: function words are drawn separately. */
function zipfWord(random: () => number): string {
  const spread = (vocabularySize + flatRanks) / flatRanks
  return wordOf(Math.floor(flatRanks * spread ** random()) - flatRanks)
}

function wordOf(rank: number): string {
  let rest = rank + syllables.length
  let word = ''
  while (rest > 0) {
    word += syllables[rest % syllables.length]
    rest = Math.floor(rest / syllables.length)
  }
  return word
}

function pick(words: readonly string[], random: () => number): string {
  return words[Math.floor(random() * words.length)]!
}

function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** Mulberry32: small, seedable, sufficient for text. */
function randomOf(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
