import type { SkillId } from '@repertoire/core/base'
import type { Skill } from '@repertoire/core/domain'
import type { SkillPage } from '@repertoire/protocol'
import type { EncodedJson } from '../base/encoded-json.ts'

/** Bytes of pages kept at most, together and each; the oldest goes first. */
const maxCachedBytes = 4_000_000
const maxPageBytes = 100_000

/** A page of ranked skills, and all it was made of. */
export interface SearchPage {
  /** The head of the tenant's change feed before the search: while it stays, so do ranking and reasons. */
  readonly changeSeq: number
  /** Every skill that was looked at, those that the filters left out among them. */
  readonly ids: readonly SkillId[]
  /** Those of them that were there, as the store gave them. */
  readonly skills: readonly Skill[]
  readonly body: EncodedJson<SkillPage>
  /** How many skills the page has. */
  readonly shown: number
}

/** Ranked pages by tenant, viewer and query. Whoever takes one out checks that it is still so. */
export class SearchPageCache {
  readonly #pages = new Map<string, SearchPage>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes = maxCachedBytes) {
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  get(key: string): SearchPage | undefined {
    return this.#pages.get(key)
  }

  set(key: string, page: SearchPage): void {
    this.#remove(key)
    const size = sizeOf(key, page)
    if (size > maxPageBytes) return
    this.#pages.set(key, page)
    this.#bytes += size
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#maxBytes) break
      this.#remove(oldest)
    }
  }

  #remove(key: string): void {
    const page = this.#pages.get(key)
    if (!page) return
    this.#bytes -= sizeOf(key, page)
    this.#pages.delete(key)
  }
}

function sizeOf(key: string, { body }: SearchPage): number {
  return key.length + body.bytes.length
}

/** Whether the store gave the very same values: one that gives them again says that nothing about them has changed. */
export function isSameSkills(page: SearchPage, skills: readonly Skill[]): boolean {
  return (
    skills.length === page.skills.length &&
    skills.every((skill, index) => skill === page.skills[index])
  )
}
