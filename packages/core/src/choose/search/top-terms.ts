const maxTalliedCount = 255
const tally = new Uint32Array(maxTalliedCount + 1)

/**
 * The `keep` terms with the highest counts, in the order that they came in; of equal counts the first ones. Linear unless
 * more than `keep` terms are very frequent.
 */
export function topTerms(
  terms: readonly number[],
  counts: Uint16Array,
  keep: number,
): readonly number[] {
  if (terms.length <= keep) return terms
  const min = minCount(terms, counts, keep)
  let ties = keep
  for (const term of terms) if (counts[term]! > min) ties -= 1
  return terms.filter((term) => {
    const count = counts[term]!
    return count > min || (count === min && ties-- > 0)
  })
}

/** The count of the last term that is kept. */
function minCount(terms: readonly number[], counts: Uint16Array, keep: number): number {
  tally.fill(0)
  for (const term of terms) tally[Math.min(counts[term]!, maxTalliedCount)]! += 1
  let room = keep
  let count = maxTalliedCount
  while (tally[count]! < room) {
    room -= tally[count]!
    count -= 1
  }
  if (count < maxTalliedCount) return count
  return Uint16Array.from(terms, (term) => counts[term]!)
    .sort()
    .at(-keep)!
}
