import { createHash } from 'node:crypto'
import { type TestedSkill, testedSkills } from './corpus.ts'
import type { BenchSkill } from './search-engines/search-engine.ts'

/** Skills that are searched, labelled ones first, and labelled skills that the catalogue lacks. */
export interface RankingCorpus {
  readonly label: string
  readonly labelled: readonly TestedSkill[]
  readonly leftOut: readonly TestedSkill[]
  readonly skills: readonly BenchSkill[]
}

/** Skills that the catalogue lacks: their sentences are requests for which nothing fits. */
function isLeftOut({ skill }: TestedSkill): boolean {
  return createHash('sha256').update(`left out: ${skill.slug}`).digest()[0]! % 5 === 0
}

/** Without `folder` the public skills of the test data; otherwise all skills below it. */
export function rankingCorpus(folder: string | undefined, distractors: number): RankingCorpus {
  const all = testedSkills(folder === undefined ? {} : { folder })
  const labelled = all.filter((skill) => !isLeftOut(skill))
  const leftOut = all.filter(isLeftOut)
  const skills = labelled.map(({ skill }) => skill)
  const generated = Array.from({ length: distractors }, (_, index) => mixedSkill(skills, index))
  const source = folder === undefined ? 'test data' : 'other public skills'
  return {
    label: `${labelled.length} of ${source} + ${distractors} generated`,
    ...{ labelled, leftOut, skills: [...skills, ...generated] },
  }
}

/**
 * Three real skills, word by word: each word is one that really stands in that field, so that frequencies, lengths and
 * company of words are real. Deterministic.
 */
export function mixedSkill(skills: readonly BenchSkill[], index: number): BenchSkill {
  const random = randomOf(index + 1)
  const parents = Array.from({ length: 3 }, () => pick(skills, random))
  const mixed = (field: 'name' | 'description' | 'body', share: number) => {
    const words = parents.map((parent) => wordsOf(parent, field))
    const length = Math.max(1, Math.round(words[0]!.length * share))
    return Array.from({ length }, () => pick(pick(words, random), random) ?? '').join(' ')
  }
  const name = mixed('name', 1).toLowerCase()
  return {
    slug: `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}-${index}`,
    name: `${name} ${index}`,
    description: mixed('description', 1),
    tags: parents.flatMap(({ tags }) => tags.slice(0, 1)),
    body: mixed('body', 0.6),
  }
}

const cache = new Map<string, readonly string[]>()

function wordsOf(skill: BenchSkill, field: 'name' | 'description' | 'body'): readonly string[] {
  const key = `${field} ${skill.slug}`
  const known = cache.get(key) ?? skill[field].split(field === 'name' ? /[\s-]+/ : /\s+/)
  cache.set(key, known)
  return known
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)]!
}

/** A linear congruential generator: enough to choose words, and the same on every machine. */
function randomOf(seed: number): () => number {
  let state = (Math.imul(seed, 2654435761) ^ 0x5bd1e995) >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
