/** Deterministic randomness: the same seed gives the same numbers on every machine. */
export interface Random {
  /** An integer from 0 up to `limit`, exclusive. */
  below(limit: number): number
  chance(probability: number): boolean
  pick<T>(choices: readonly T[]): T
  bytes(length: number): Uint8Array
}

export function createRandom(seed: number, index: number): Random {
  let state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35)) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (limit: number): number => Math.floor((next() / 0x1_0000_0000) * limit)
  return {
    below,
    chance: (probability) => next() / 0x1_0000_0000 < probability,
    pick: (choices) => choices[below(choices.length)] as (typeof choices)[number],
    bytes: (length) => {
      const bytes = new Uint8Array(length)
      for (let at = 0; at < length; at++) bytes[at] = below(256)
      return bytes
    },
  }
}
