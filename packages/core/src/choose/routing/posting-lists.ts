/** Roles of a phrase for a skill: the low bits of a posting. */
export const OWN = 0
export const NEGATIVE = 1
/** The number of the skill is above the role bits. */
export const ROLE_BITS = 1
export const ROLE = 0b1

/** Skill numbers with the role of a phrase. Most phrases belong to one skill and need no list. */
export type Postings = number | readonly number[]

/** By phrase: the skills that have it as a keyword. */
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

  /** `numbers` maps old skill numbers to new ones; -1 for removed skills. */
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
