import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { loadSkillMd } from '@repertoire/skill-md'

/** A skill as every engine under test gets it. */
export interface BenchSkill {
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly tags: readonly string[]
  readonly body: string
}

/** Public skills, each with the sentence of its description that says when to use it held back. */
export interface JudgedSkill {
  readonly skill: BenchSkill
  /** Null where the description has no such sentence, or nothing else. */
  readonly trigger: string | null
}

export type QueryKind = 'keyword' | 'question' | 'sentence'

const realSkills = join(import.meta.dirname, '../../shared/data/skills')
const triggerWords =
  /\b(?:use (?:this|when|for|it|if|to|proactively)|when (?:the )?user|triggers?)\b/i

/**
 * Messages that authors of public skills wrote to test them with, by the skill's folder; those skills are among
 * {@link judgedSkills}. Empty where the test data is not there.
 */
export function testedMessages(): { readonly slug: string; readonly message: string }[] {
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

/** In order of path, `whole` ones with nothing held back; empty where the test data is not there. */
export function judgedSkills({ whole = false } = {}): JudgedSkill[] {
  if (!existsSync(realSkills)) return []
  return readdirSync(realSkills, { recursive: true, encoding: 'utf8' })
    .filter((path) => basename(path).toLowerCase() === 'skill.md')
    .sort()
    .flatMap((path) => {
      const slug = basename(dirname(path))
      const loaded = loadSkillMd(readFileSync(join(realSkills, path)), { folderName: slug })
      if (!loaded.ok || loaded.document.fields.description === '') return []
      const { fields, body } = loaded.document
      const sentences = fields.description.replaceAll(/\s+/g, ' ').split(/(?<=[.!?])\s+/)
      const at = sentences.length < 2 ? -1 : sentences.findIndex((text) => triggerWords.test(text))
      const description = sentences.filter((_, index) => whole || index !== at).join(' ')
      const { name = slug, tags } = fields
      return [{ skill: { slug, name, description, tags, body }, trigger: sentences[at] ?? null }]
    })
}

const vocabularySize = 60_000
/** Chosen so that a sentence query meets as many postings as the trigger sentences of the public skills do. */
const flatRanks = 12
const topicCount = 500
const topicSize = 80
/** Of the words of running text; as in the public skills. */
const plainShare = 0.42
const topicShare = 0.3
const plainWords =
  'the and to of a for in is with this it that or use when on be from if not are by as an you can your all user skill should what how'.split(
    ' ',
  )
const syllables =
  'ba co de fi gu ha ke li mo nu pa que ra se ti vo wa xe yo zu bra cle dri flo gre plu sta tre spi cho'.split(
    ' ',
  )

/**
 * Skill `index` of an endless synthetic catalogue, always the same: invented words of Zipf-like frequency
 * (plus English function words), a topic a skill, lengths as measured over 110,000 public skills (body:
 * median 4,435 characters, 90 % under 14,127).
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

/** The same queries every time: words of one topic among words of the whole catalogue. */
export function syntheticQueries(kind: QueryKind, count: number): string[] {
  const words = { keyword: [1, 2], question: [6, 9], sentence: [14, 24] } as const
  return Array.from({ length: count }, (_, index) => {
    const random = randomOf(1_000_003 * (index + 1) + words[kind][0])
    const topic = topicOf(index)
    const [least, most] = words[kind]
    const length = least + Math.floor(random() * (most - least + 1))
    const plain = kind === 'keyword' ? 0 : plainShare
    return Array.from({ length }, () => nextWord(topic, random, plain)).join(' ')
  })
}

function runningText(topic: readonly string[], random: () => number, length: number): string {
  let text = ''
  while (text.length < length) text += `${nextWord(topic, random, plainShare)} `
  return text.trimEnd()
}

function nextWord(topic: readonly string[], random: () => number, plain: number): string {
  const draw = random()
  if (draw < plain) return pick(plainWords, random)
  if (draw < plain + topicShare * (1 - plain)) return pick(topic, random)
  return zipfWord(random)
}

function topicOf(index: number): readonly string[] {
  const random = randomOf(7919 * ((index % topicCount) + 1))
  return Array.from({ length: topicSize }, () => zipfWord(random))
}

/** Frequency falls with rank as in English, flattened at the top: function words are drawn apart. */
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

/** Mulberry32: small, seedable, good enough for text. */
function randomOf(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
