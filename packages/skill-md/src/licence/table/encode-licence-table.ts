import { bigramsOf } from '../bigrams.ts'
import { licenceWords } from '../licence-words.ts'

export interface LicenceText {
  /** SPDX identifier. */
  readonly id: string
  readonly text: string
}

/** The word pairs of known licence texts, compact enough to be loaded by a page. */
export interface EncodedLicenceTable {
  readonly ids: readonly string[]
  /** How many different pairs each text has. */
  readonly sizes: readonly number[]
  /** Which texts have a pair, as indexes of `ids`; the most frequent first. */
  readonly owners: readonly (readonly number[])[]
  /** Base64: for each pair, the difference to the one before and the index in `owners`, as LEB128 numbers. */
  readonly pairs: string
}

/** Pure. The same texts give the same table. */
export function encodeLicenceTable(texts: readonly LicenceText[]): EncodedLicenceTable {
  const sets = texts.map(({ text }) => new Set(bigramsOf(licenceWords(text))))
  const ownersOf = new Map<number, number[]>()
  sets.forEach((set, index) => {
    for (const pair of set) ownersOf.set(pair, [...(ownersOf.get(pair) ?? []), index])
  })
  const counts = new Map<string, number>()
  for (const owners of ownersOf.values()) {
    counts.set(owners.join(), (counts.get(owners.join()) ?? 0) + 1)
  }
  const keys = [...counts]
    .sort(([one, few], [other, many]) => many - few || (one < other ? -1 : 1))
    .map(([key]) => key)
  const indexOf = new Map(keys.map((key, index) => [key, index]))
  return {
    ids: texts.map(({ id }) => id),
    sizes: sets.map(({ size }) => size),
    owners: keys.map((key) => key.split(',').map(Number)),
    pairs: encodePairs(ownersOf, (owners) => indexOf.get(owners.join()) ?? 0),
  }
}

function encodePairs(
  ownersOf: ReadonlyMap<number, readonly number[]>,
  indexOf: (owners: readonly number[]) => number,
): string {
  const bytes: number[] = []
  let before = 0
  for (const [pair, owners] of [...ownersOf].sort(([one], [other]) => one - other)) {
    pushNumber(bytes, pair - before)
    pushNumber(bytes, indexOf(owners))
    before = pair
  }
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

function pushNumber(bytes: number[], value: number): void {
  let rest = value
  while (rest > 127) {
    bytes.push((rest & 127) | 128)
    rest >>>= 7
  }
  bytes.push(rest)
}
