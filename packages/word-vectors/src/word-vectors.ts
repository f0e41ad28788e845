import { readFileSync } from 'node:fs'
import type { WordVectors } from '@repertoire/core/ports'

let loaded: WordVectors | null = null

function load(): WordVectors {
  loaded ??= readWordVectors()
  return loaded
}

/** The vectors, some 6 MB that are read when they are first used. That throws when the package's data cannot be read. */
export const wordVectors: WordVectors = {
  get dimensions() {
    return load().dimensions
  },
  get vectors() {
    return load().vectors
  },
  get weights() {
    return load().weights
  },
  find: (term) => load().find(term),
  term: (word) => load().term(word),
  nearest: (word) => load().nearest(word),
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
