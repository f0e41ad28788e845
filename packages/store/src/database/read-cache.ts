/** Characters of text that cached values may hold together, and in one value. */
const maxCacheWeight = 12_000_000
const maxValueWeight = 1_000_000

interface Entry {
  readonly value: unknown
  readonly weight: number
  /** Asked for since it was last passed over. */
  isUsed: boolean
}

/**
 * Values of rows, kept while the database is exactly as it was when they were read: `version` changes with every
 * commit, of this or another process, that could matter. So a cached read is never older than a read of the
 * database would be. When it is full the oldest values go, but those that were used are passed over once: to reorder the
 * map at every use would cost more than the rest of it.
 */
export class ReadCache {
  readonly #version: () => number
  readonly #maxWeight: number
  readonly #entries = new Map<string, Entry>()
  #validAt = Number.NaN
  #weight = 0

  constructor(version: () => number, maxWeight = maxCacheWeight) {
    this.#version = version
    this.#maxWeight = maxWeight
  }

  get weight(): number {
    return this.#weight
  }

  /** Asks for the version, and forgets everything when it is another one. */
  refresh(): number {
    const version = this.#version()
    if (version !== this.#validAt) this.#clear()
    this.#validAt = version
    return version
  }

  /** Undefined when it is not cached. Only in the same task as {@link refresh}. */
  get(key: string): unknown {
    const entry = this.#entries.get(key)
    if (entry) entry.isUsed = true
    return entry?.value
  }

  /** `version` is what {@link refresh} said before the row was read. */
  set(key: string, { value, weight }: Omit<Entry, 'isUsed'>, version: number): void {
    if (version !== this.#validAt || weight > maxValueWeight) return
    this.#remove(key)
    this.#entries.set(key, { value, weight, isUsed: false })
    this.#weight += weight
    // Entries that are moved to the end come up again, and are not used then: this ends.
    for (const [oldest, entry] of this.#entries) {
      if (this.#weight <= this.#maxWeight) break
      this.#entries.delete(oldest)
      if (entry.isUsed) this.#entries.set(oldest, { ...entry, isUsed: false })
      else this.#weight -= entry.weight
    }
  }

  #remove(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0
    this.#entries.delete(key)
  }

  #clear(): void {
    this.#entries.clear()
    this.#weight = 0
  }
}
