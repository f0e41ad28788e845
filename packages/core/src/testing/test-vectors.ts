import type { WordVectors } from '../ports/word-vectors.ts'

/** Word vectors of a test: components per term, and all terms with a common component as each other's nearest. */
export function testVectors(components: Readonly<Record<string, readonly number[]>>): WordVectors {
  const terms = Object.keys(components)
  const dimensions = components[terms[0] ?? '']?.length ?? 0
  return {
    dimensions,
    find: (term) => terms.indexOf(term),
    term: (word) => terms[word] ?? '',
    vectors: Int8Array.from(terms.flatMap((term) => [...components[term]!])),
    weights: new Uint8Array(terms.length).fill(255),
    nearest: (word) =>
      [...terms.keys()].filter(
        (other) =>
          other !== word &&
          components[terms[word]!]!.some(
            (one, at) => one !== 0 && components[terms[other]!]![at] === one,
          ),
      ),
  }
}
