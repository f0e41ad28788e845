/** Characters of text that cached values may hold together, and in one value. */
const maxCacheWeight = 12_000_000
const maxValueWeight = 1_000_000

interface Entry {
  readonly value: unknown
  readonly weight: number
}

/**
 * Values of rows, kept while the database is exactly as it was when they were read: `version` changes with every
 * commit, of this or another process, that could matter. So a cached read is never older than a read of the
 * database would be. The value that was not used for longest goes first.
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
    if (!entry) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  /** `version` is what {@link refresh} said before the row was read. */
  set(key: string, entry: Entry, version: number): void {
    if (version !== this.#validAt || entry.weight > maxValueWeight) return
    this.#remove(key)
    this.#entries.set(key, entry)
    this.#weight += entry.weight
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#maxWeight) break
      this.#remove(oldest)
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
