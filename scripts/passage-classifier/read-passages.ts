import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  isTextDocument,
  passagesOf,
  readSentences,
  segmentOf,
  type TrainingPassage,
} from '@repertoire/skill-md/scan/training'

const folder = join(import.meta.dirname, 'passages')
/** A passage of a malicious skill, and what honest ones say about the same; empty where nothing was written. */
export interface PassagePair {
  /** The file it is a part of, where that is no text for people. */
  readonly file?: string
  readonly harmful: string
  readonly harmless: string
}

/** The passages that were written for the training. */
export function readPassagePairs(): readonly PassagePair[] {
  return readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as PassagePair),
  )
}

/**
 * A written passage counts as much as so many of real skills, as there are few. Those of both kinds count alike, so that how
 * their authors write is no sign of harm.
 */
const weight = 4
/** A part of a harmful passage that is shorter may be harmless. */
const minShare = 0.45

/** What a training learns from a pair. Pure. */
export function passagesOfPair(pair: PassagePair): readonly TrainingPassage[] {
  const { harmful, harmless, file = 'SKILL.md' } = pair
  const fromHarmful = partsOf(harmful, file)
    .filter(({ length }) => length >= minShare * harmful.length)
    .map(({ sentences }) => ({ sentences, isHarmful: true, weight }))
  const fromHarmless = partsOf(harmless, file).map(({ sentences }) => ({
    sentences,
    isHarmful: false,
    weight,
  }))
  return [...fromHarmful, ...fromHarmless]
}

/** The whole, and each passage of it. */
function partsOf(text: string, file: string) {
  const segment = segmentOf(file, isTextDocument(file) ? 'prose' : 'code', text, 1)
  const sentences = readSentences(segment)
  if (sentences.length === 0) return []
  const parts = [...passagesOf(segment)].filter((one) => one.sentences.length < sentences.length)
  return [{ at: 0, length: text.length, sentences }, ...parts]
}
