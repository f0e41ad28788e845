import { DERIVED, NEGATIVE, OWN, type Postings, ROLE, ROLE_BITS } from './posting-lists.ts'

/** What is noted of a skill: keywords in the low bits, derived ones above, then why else it is looked at. */
export const HIT_BITS = 0xfff
export const DERIVED_SHIFT = 12
export const SEARCHED_FOR = 1 << 24
export const NAMED_BY_OTHER = 1 << 25
export const FITS_BY_ITSELF = 1 << 26
/** A negative keyword, or a skill of the person's own in its place. */
export const DROPPED = -1

const hitOf = { [OWN]: 1, [DERIVED]: 1 << DERIVED_SHIFT, [NEGATIVE]: DROPPED } as const
/** By the role of a posting. */
const hitOfRole = Int32Array.from([OWN, DERIVED, NEGATIVE] as const, (role) => hitOf[role])

/** What one turn notes of the skills of an index. Its room lasts from turn to turn, what is noted does not. */
export class TurnNotes {
  private notes = new Int32Array(0)
  private noted = new Int32Array(0)
  private standings = new Int32Array(0)
  private count = 0
  private readonly droppedOnes: number[] = []

  /** By skill's number; 0 for those nothing is noted of. */
  get of(): Int32Array {
    return this.notes
  }

  /** Numbers of those something is noted of, once each. */
  get numbers(): Int32Array {
    return this.noted.subarray(0, this.count)
  }

  /** A place for each of the {@link numbers}, with whatever stood there. */
  get roomForStandings(): Int32Array {
    return this.standings.subarray(0, this.count)
  }

  get dropped(): readonly number[] {
    return this.droppedOnes
  }

  /** Forgets what an earlier turn noted, with room for this many skills. */
  begin(skills: number): void {
    for (const number of this.numbers) this.notes[number] = 0
    this.count = 0
    this.droppedOnes.length = 0
    if (this.notes.length >= skills) return
    this.notes = new Int32Array(skills * 2)
    this.noted = new Int32Array(skills * 2)
    this.standings = new Int32Array(skills * 2)
  }

  note(number: number | undefined, what: number): void {
    if (number === undefined) return
    const before = this.notes[number]!
    if (before === DROPPED) return
    if (before === 0) this.noted[this.count++] = number
    if (what === DROPPED) this.droppedOnes.push(number)
    this.notes[number] = what === DROPPED ? DROPPED : before + what
  }

  /** Each skill of the list has this phrase in the message. A long message names thousands of them. */
  noteHits(postings: Postings): void {
    if (typeof postings === 'number') {
      this.note(postings >>> ROLE_BITS, hitOfRole[postings & ROLE]!)
      return
    }
    const { notes, noted } = this
    let { count } = this
    for (let at = 0; at < postings.length; at += 1) {
      const number = postings[at]! >>> ROLE_BITS
      const hit = hitOfRole[postings[at]! & ROLE]!
      const before = notes[number]!
      if (before === 0) noted[count++] = number
      if (hit !== DROPPED && before !== DROPPED) notes[number] = before + hit
      else if (before !== DROPPED) {
        notes[number] = DROPPED
        this.droppedOnes.push(number)
      }
    }
    this.count = count
  }
}
