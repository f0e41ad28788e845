import { readFileSync } from 'node:fs'
import type { WordVectors } from '@repertoire/core/ports'

let loaded: WordVectors | null = null

/** Reads the vectors, some 5 MB, at the first call. Throws when the package's data cannot be read. */
export function loadWordVectors(): WordVectors {
  loaded ??= readWordVectors()
  return loaded
}

function readWordVectors(): WordVectors {
  const words = readData('words.txt').toString('utf8').trimEnd().split('\n')
  const numbers = new Map(words.map((word, number) => [word, number]))
  const vectors = readData('vectors.bin')
  const neighbours = readData('nearest.bin')
  const kept = neighbours.length / 2 / words.length
  return {
    dimensions: vectors.length / words.length,
    find: (term) => numbers.get(term) ?? -1,
    term: (word) => words[word] ?? '',
    vectors: new Int8Array(vectors.buffer, vectors.byteOffset, vectors.length),
    weights: readData('weights.bin'),
    nearest: (word) =>
      Array.from({ length: kept }, (_, place) =>
        neighbours.readUInt16LE(2 * (word * kept + place)),
      ).filter((near) => near < words.length),
  }
}

function readData(name: string): Buffer {
  return readFileSync(new URL(`../data/${name}`, import.meta.url))
}
