/** Whole numbers per unit of length; a component above 127 of them is cut off. */
const scale = 360

/** Rows of length one without what all of them have in common, in whole numbers from -127 to 127. */
export function unitVectors(places: Float32Array, dimensions: number): Int8Array {
  const rows = places.slice()
  normaliseRows(rows, dimensions)
  const mean = new Float64Array(dimensions)
  for (const [at, value] of rows.entries()) mean[at % dimensions]! += value
  const count = rows.length / dimensions
  for (const [at, value] of rows.entries()) rows[at] = value - mean[at % dimensions]! / count
  normaliseRows(rows, dimensions)
  return Int8Array.from(rows, (value) => Math.max(-127, Math.min(127, Math.round(value * scale))))
}

function normaliseRows(rows: Float32Array, dimensions: number): void {
  for (let start = 0; start < rows.length; start += dimensions) {
    const row = rows.subarray(start, start + dimensions)
    const length = Math.sqrt(row.reduce((sum, one) => sum + one * one, 0)) || 1
    for (let at = 0; at < dimensions; at += 1) row[at]! /= length
  }
}

/** The most similar words of each word, most similar first; `words` itself where there are fewer. */
export function nearestWords(
  vectors: Int8Array,
  { dimensions, keep, minSimilarity }: { dimensions: number; keep: number; minSimilarity: number },
): Uint16Array {
  const words = vectors.length / dimensions
  const nearest = new Uint16Array(words * keep).fill(words)
  const min = minSimilarity * scale * scale
  for (let word = 0; word < words; word += 1) {
    const near: [similarity: number, word: number][] = []
    for (let other = 0; other < words; other += 1) {
      if (other === word) continue
      let product = 0
      for (let at = 0; at < dimensions; at += 1)
        product += vectors[word * dimensions + at]! * vectors[other * dimensions + at]!
      if (product >= min) near.push([product, other])
    }
    near.sort(([a, first], [b, second]) => b - a || first - second)
    for (const [place, [, other]] of near.slice(0, keep).entries())
      nearest[word * keep + place] = other
  }
  return nearest
}
