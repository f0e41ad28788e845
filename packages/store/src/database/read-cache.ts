/** Maximum characters of text in all cached values, and in one value. */
const maxCacheWeight = 12_000_000
const maxValueWeight = 1_000_000

interface Entry {
  readonly value: unknown
  readonly weight: number
  /** Used since the last eviction pass. */
  isUsed: boolean
}

/**
 * Values of rows, valid while `version` stays the same, which changes with every relevant commit of this or
 * another process. So a cached read is never older than a read of the database. Evicts by the clock algorithm:
 * the oldest entries go first, but used ones get a second chance, because reordering the map on every use would
 * cost more than the rest of the cache.
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

  /** Reads the version, and clears the cache if it changed. */
  refresh(): number {
    const version = this.#version()
    if (version !== this.#validAt) this.#clear()
    this.#validAt = version
    return version
  }

  /** Undefined if not cached. Only valid in the same task as {@link refresh}. */
  get(key: string): unknown {
    const entry = this.#entries.get(key)
    if (entry) entry.isUsed = true
    return entry?.value
  }

  /** `version` is the result of {@link refresh} from before the row was read. */
  set(key: string, { value, weight }: Omit<Entry, 'isUsed'>, version: number): void {
    if (version !== this.#validAt || weight > maxValueWeight) return
    this.#remove(key)
    this.#entries.set(key, { value, weight, isUsed: false })
    this.#weight += weight
    // Terminates: moved entries are no longer marked as used.
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
