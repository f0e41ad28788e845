import { DERIVED, NEGATIVE, OWN, type Postings, ROLE, ROLE_BITS } from './posting-lists.ts'

/** What is noted of a skill: keywords in the low bits, derived ones above, then why else it is looked at. */
export const HIT_BITS = 0xfff
export const DERIVED_SHIFT = 12
export const SEARCH_HIT = 1 << 24
export const CO_ACTIVATED = 1 << 25
export const HAS_OWN_SETTINGS = 1 << 26
/** A negative keyword, or a skill of the person's own in its place. */
export const DROPPED = -1

const hitOf = { [OWN]: 1, [DERIVED]: 1 << DERIVED_SHIFT, [NEGATIVE]: DROPPED } as const
/** By the role of a posting. */
const hitOfRole = Int32Array.from([OWN, DERIVED, NEGATIVE] as const, (role) => hitOf[role])

/** What one turn notes of the skills of an index. Its room lasts from turn to turn, what is noted does not. */
export class RoutingHints {
  private hints = new Int32Array(0)
  private hintedNumbers = new Int32Array(0)
  private packedScores = new Int32Array(0)
  private count = 0
  private readonly droppedNumbers: number[] = []

  /** By skill's number; 0 for those nothing is noted of. */
  get of(): Int32Array {
    return this.hints
  }

  /** Numbers of those something is noted of, once each. */
  get numbers(): Int32Array {
    return this.hintedNumbers.subarray(0, this.count)
  }

  /** A place for each of the {@link numbers}, with whatever stood there. */
  get scoreBuffer(): Int32Array {
    return this.packedScores.subarray(0, this.count)
  }

  get dropped(): readonly number[] {
    return this.droppedNumbers
  }

  /** Forgets what an earlier turn noted, with room for this many skills. */
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

  /** Each skill of the list has this phrase in the message. A long message names thousands of them. */
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
