import { bigramsOf } from '../bigrams.ts'
import { ids, owners, pairs, sizes } from '../generated/licence-pairs.ts'

export interface NearestLicence {
  /** SPDX identifier. */
  readonly id: string
  /** Dice coefficient of the sets of word pairs, from 0 to 1. */
  readonly score: number
  /** Runs of words that this licence does not have. */
  readonly additions: readonly string[]
}

/** The known licence whose text is most alike; undefined for a text that shares no pair of words with any. */
export function nearestLicence(words: readonly string[]): NearestLicence | undefined {
  const bigrams = bigramsOf(words)
  const index = best(new Set(bigrams))
  if (index === undefined) return undefined
  const has = (pair: number) => ownersOf(pair).includes(index.at)
  return {
    id: ids[index.at] ?? '',
    score: index.score,
    additions: runs(words, (at) => !has(bigrams[at] ?? -1)),
  }
}

function best(present: ReadonlySet<number>): { at: number; score: number } | undefined {
  const shared = ids.map(() => 0)
  for (const pair of present) {
    for (const at of ownersOf(pair)) shared[at] = (shared[at] ?? 0) + 1
  }
  const scores = shared.map((count, at) => (2 * count) / (present.size + (sizes[at] ?? 0)))
  const score = Math.max(...scores)
  return score > 0 ? { at: scores.indexOf(score), score } : undefined
}

/** Neighbouring words that only foreign pairs join, each run as one text. */
function runs(words: readonly string[], isForeign: (at: number) => boolean): string[] {
  const found: string[] = []
  let run: string[] = []
  for (let at = 0; at < words.length - 1; at += 1) {
    if (isForeign(at)) run.push(...(run.length === 0 ? [words[at] ?? ''] : []), words[at + 1] ?? '')
    else if (run.length > 0) {
      found.push(run.join(' '))
      run = []
    }
  }
  return run.length > 0 ? [...found, run.join(' ')] : found
}

const none: readonly number[] = []
let table: ReadonlyMap<number, readonly number[]> | undefined

function ownersOf(pair: number): readonly number[] {
  table ??= decodeTable()
  return table.get(pair) ?? none
}

function decodeTable(): ReadonlyMap<number, readonly number[]> {
  const text = atob(pairs)
  const decoded = new Map<number, readonly number[]>()
  let at = 0
  const next = (): number => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = text.charCodeAt(at)
      at += 1
      value |= (byte & 127) << shift
      if (byte < 128) return value
    }
  }
  for (let pair = 0; at < text.length; ) {
    pair += next()
    decoded.set(pair, owners[next()] ?? none)
  }
  return decoded
}
