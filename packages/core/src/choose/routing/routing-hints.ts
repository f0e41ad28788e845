import { NEGATIVE, OWN, type Postings, ROLE, ROLE_BITS } from './posting-lists.ts'

/** Bits of a hint: keyword hits in the low bits, flags above. */
export const HIT_BITS = 0xfff
export const SEARCH_HIT = 1 << 12
export const CO_ACTIVATED = 1 << 13
export const HAS_OWN_SETTINGS = 1 << 14
/** Excluded by a negative keyword, or shadowed by a skill of the person. */
export const DROPPED = -1

const hitOf = { [OWN]: 1, [NEGATIVE]: DROPPED } as const
/** Hint by the role of a posting. */
const hitOfRole = Int32Array.from([OWN, NEGATIVE] as const, (role) => hitOf[role])

/** The routing hints of one turn for the skills of an index. The buffers are reused from turn to turn. */
export class RoutingHints {
  private hints = new Int32Array(0)
  private hintedNumbers = new Int32Array(0)
  private packedScores = new Int32Array(0)
  private count = 0
  private readonly droppedNumbers: number[] = []

  /** By skill number; 0 without a hint. */
  get of(): Int32Array {
    return this.hints
  }

  /** Numbers of skills with a hint, without duplicates. */
  get numbers(): Int32Array {
    return this.hintedNumbers.subarray(0, this.count)
  }

  /** A buffer with a slot for each of the {@link numbers}; its content is undefined. */
  get scoreBuffer(): Int32Array {
    return this.packedScores.subarray(0, this.count)
  }

  get dropped(): readonly number[] {
    return this.droppedNumbers
  }

  /** Clears the hints of the previous turn and grows the buffers for this many skills. */
  reset(skills: number): void {
    for (const number of this.numbers) this.hints[number] = 0
    this.count = 0
    this.droppedNumbers.length = 0
    if (this.hints.length >= skills) return
    this.hints = new Int32Array(skills * 2)
    this.hintedNumbers = new Int32Array(skills * 2)
    this.packedScores = new Int32Array(skills * 2)
  }

  add(number: number | undefined, hint: number): void {
    if (number === undefined) return
    const before = this.hints[number]!
    if (before === DROPPED) return
    if (before === 0) this.hintedNumbers[this.count++] = number
    if (hint === DROPPED) this.droppedNumbers.push(number)
    this.hints[number] = hint === DROPPED ? DROPPED : before + hint
  }

  /** Adds a hit for each posting of a phrase in the message. Inlined, because a long message hits thousands of skills. */
  addPostings(postings: Postings): void {
    if (typeof postings === 'number') {
      this.add(postings >>> ROLE_BITS, hitOfRole[postings & ROLE]!)
      return
    }
    const { hints, hintedNumbers } = this
    let { count } = this
    for (let at = 0; at < postings.length; at += 1) {
      const number = postings[at]! >>> ROLE_BITS
      const hit = hitOfRole[postings[at]! & ROLE]!
      const before = hints[number]!
      if (before === 0) hintedNumbers[count++] = number
      if (hit !== DROPPED && before !== DROPPED) hints[number] = before + hit
      else if (before !== DROPPED) {
        hints[number] = DROPPED
        this.droppedNumbers.push(number)
      }
    }
    this.count = count
  }
}
