/** What a phrase is to a skill: the low bits of a posting. */
export const OWN = 0
export const DERIVED = 1
export const NEGATIVE = 2
/** Above them lies the skill's number. */
export const ROLE_BITS = 2
export const ROLE = 0b11

/** Skills by number, and what a phrase is to each. Most phrases are one skill's, and need no list. */
export type Postings = number | readonly number[]

/** By phrase: whose keyword it is. */
export class PostingLists {
  private readonly lists: (number | number[] | undefined)[] = []

  of(phrase: number): Postings {
    return this.lists[phrase] ?? none
  }

  add(phrase: number, number: number, role: number): void {
    const posting = (number << ROLE_BITS) | role
    const others = this.lists[phrase]
    if (others === undefined) this.lists[phrase] = posting
    else if (typeof others === 'number') this.lists[phrase] = [others, posting]
    else others.push(posting)
  }

  /** By the number each skill had: the one it has now, or -1 if it is gone. */
  renumber(numbers: Int32Array): void {
    for (const [phrase, list] of this.lists.entries()) {
      if (list === undefined) continue
      this.lists[phrase] = [list]
        .flat()
        .filter((posting) => numbers[posting >>> ROLE_BITS] !== -1)
        .map((posting) => (numbers[posting >>> ROLE_BITS]! << ROLE_BITS) | (posting & ROLE))
    }
  }
}

const none: Postings = []
