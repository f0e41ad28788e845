/**
 * Trains the passage classifier of the scanner, and writes its weights: `npm run train-passage-classifier -- FOLDER...`. Each
 * folder holds honest skills, or others with documents, side by side; the passages of malicious ones are kept in the
 * repository. Says first how a training on one half judges the other half: folders that are named alike before `__` are of
 * one author, so they are in one half.
 */
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  PassageClassifier,
  type PassageWeights,
  type TrainingPassage,
  trainWeights,
} from '@repertoire/skill-md/scan/training'
import { root } from '../proof/paths.ts'
import { type BenignFolder, readBenignFolders } from './read-benign.ts'
import { type PassagePair, passagesOfPair, readPassagePairs } from './read-passages.ts'

/** Honest passages of a first training, and the most harmful looking ones that a second one adds. */
const sampled = 150_000
const mistaken = 60_000
const file = join(root, 'packages/skill-md/src/scan/classifier/passage-weights.ts')

const folders = process.argv.slice(2)
if (folders.length === 0) {
  process.stderr.write('Name at least one folder with honest skills.\n')
  process.exit(2)
}
const pairs = readPassagePairs()
const honest = folders.flatMap((folder) => [...readBenignFolders(folder)])
report(`${pairs.length} pairs, ${honest.length} honest folders`)
const isOpen = (text: string) => (createHash('sha256').update(text).digest()[0] ?? 0) % 2 === 0
measure(
  train(
    pairs.filter(({ harmful }) => isOpen(harmful)),
    honest.filter(({ name }) => isOpen(authorOf(name))),
  ),
)
const weights = train(pairs, honest)
writeFileSync(file, sourceOf(weights))
report(`wrote ${file}`)

function train(of: readonly PassagePair[], folders: readonly BenignFolder[]): PassageWeights {
  const written = of.flatMap(passagesOfPair)
  const all = folders.flatMap(({ passages }) => passages.map(harmlessPassage))
  const step = Math.max(1, all.length / sampled)
  const some = Array.from({ length: Math.min(sampled, all.length) }, (_, at) => {
    return all[Math.floor(at * step)]
  }).filter((one) => one !== undefined)
  report(`training on ${written.length} written and ${all.length} honest passages …`)
  const first = new PassageClassifier(trainWeights([...written, ...some]))
  const worst = all
    .map((passage) => ({ passage, score: first.score(passage.sentences) }))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, mistaken)
    .map(({ passage }) => passage)
  return trainWeights([...written, ...some, ...worst])
}

function authorOf(name: string): string {
  return name.split('__', 1)[0] ?? name
}

function harmlessPassage(sentences: BenignFolder['passages'][number]): TrainingPassage {
  return { sentences, isHarmful: false, weight: 1 }
}

/** Shares of what the training did not see that are above each score. */
function measure(weights: PassageWeights): void {
  const classifier = new PassageClassifier(weights)
  const best = (passages: BenignFolder['passages']) =>
    passages.reduce((most, one) => Math.max(most, classifier.score(one)), -Infinity)
  const skills = honest
    .filter(({ name }) => !isOpen(authorOf(name)))
    .map(({ passages }) => best(passages))
  const harmful = pairs
    .filter((pair) => !isOpen(pair.harmful))
    .map((pair) =>
      best(passagesOfPair(pair).flatMap((one) => (one.isHarmful ? [one.sentences] : []))),
    )
  for (const score of [0, 1, 1.5, 2, 2.5, 3, 4]) {
    const share = (of: readonly number[]) =>
      ((100 * of.filter((one) => one > score).length) / Math.max(1, of.length)).toFixed(2)
    report(
      `above ${score}: ${share(skills)} % of honest folders, ${share(harmful)} % of harmful passages`,
    )
  }
}

function sourceOf({ weights, scale, bias }: PassageWeights): string {
  const bytes = Buffer.from(weights.buffer, weights.byteOffset, weights.byteLength)
  return `import type { PassageWeights } from './passage-classifier.ts'

// Written by scripts/passage-classifier/train.ts.
const bytes =
  '${bytes.toString('base64')}'

/** What the training learned. */
export function readPassageWeights(): PassageWeights {
  const text = atob(bytes)
  const weights = new Int8Array(text.length)
  for (let at = 0; at < text.length; at += 1) weights[at] = text.charCodeAt(at)
  return { weights, scale: ${scale}, bias: ${bias} }
}
`
}

function report(text: string): void {
  process.stdout.write(`${text}\n`)
}
