import type { PairCounts } from './count-pairs.ts'

/** A symmetric matrix by rows. */
export interface SparseMatrix {
  readonly size: number
  readonly starts: Uint32Array
  readonly columns: Uint32Array
  readonly values: Float32Array
}

/** Evens out how often the other word occurs: rare words would seem to belong to everything near them. */
const contextPower = 0.75
const minCount = 0.5

/** How much more often than by chance two words meet: positive pointwise mutual information. */
export function positiveInformation({ words, pairs, counts }: PairCounts): SparseMatrix {
  const totals = new Float64Array(words)
  for (const [at, pair] of pairs.entries())
    for (const word of wordsOf(pair, words)) totals[word]! += counts[at]!
  const contexts = totals.map((total) => total ** contextPower)
  const allContexts = contexts.reduce((sum, one) => sum + one, 0)
  const chance = (word: number, context: number, count: number) =>
    Math.log((count / totals[word]!) * (allContexts / contexts[context]!))
  const rows: [row: number, column: number, value: number][] = []
  for (const [at, pair] of pairs.entries()) {
    const count = counts[at]!
    if (count < minCount) continue
    const [a, b] = wordsOf(pair, words)
    const value = (chance(a, b, count) + chance(b, a, count)) / 2
    if (value > 0) rows.push([a, b, value])
  }
  return symmetricMatrix(rows, words)
}

function wordsOf(pair: number, words: number): readonly [number, number] {
  return [Math.floor(pair / words), pair % words]
}

function symmetricMatrix(
  rows: readonly (readonly [row: number, column: number, value: number])[],
  size: number,
): SparseMatrix {
  const starts = new Uint32Array(size + 1)
  for (const [row, column] of rows) {
    starts[row + 1]! += 1
    starts[column + 1]! += 1
  }
  for (let row = 0; row < size; row += 1) starts[row + 1]! += starts[row]!
  const next = starts.slice()
  const columns = new Uint32Array(2 * rows.length)
  const values = new Float32Array(2 * rows.length)
  const place = (row: number, column: number, value: number) => {
    const at = next[row]!
    next[row] = at + 1
    columns[at] = column
    values[at] = value
  }
  for (const [row, column, value] of rows) {
    place(row, column, value)
    place(column, row, value)
  }
  return { size, starts, columns, values }
}
