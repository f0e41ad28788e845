/** Numbers below 2^24, one for each pair of neighbouring words, in order. */
export function bigramsOf(words: readonly string[]): number[] {
  const bigrams: number[] = []
  let before = 0
  words.forEach((word, at) => {
    const hash = hashOf(word)
    if (at > 0) bigrams.push(mix(before, hash))
    before = hash
  })
  return bigrams
}

/** FNV-1a, 32 bits. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at += 1) {
    hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  }
  return hash >>> 0
}

function mix(first: number, second: number): number {
  let hash = Math.imul(first ^ 0x9e3779b9, 0x85ebca6b) ^ second
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35)
  return ((hash ^ (hash >>> 13)) >>> 8) & 0xffffff
}
