import { writesCachedTable } from './cached-tables.ts'

/** Number of commits to cached tables by all connections of this process. */
let commits = 0

/**
 * A version that changes when cached rows of an SQLite file may have changed. SQLite's own data version changes
 * with commits of other connections only, so our commits are counted. It is read once per event-loop task:
 * within a task this process reads no input, so it cannot depend on a commit of another process.
 */
export class CacheVersion {
  readonly #dataVersion: () => number
  #version = 0
  #lastDataVersion = Number.NaN
  /** Whether the open transaction wrote to a cached table. */
  #isStale = false
  /** The value of `commits` when the data version was read in this task. */
  #checkedAtCommit: number | undefined
  readonly #endTask = () => {
    this.#checkedAtCommit = undefined
  }

  constructor(dataVersion: () => number) {
    this.#dataVersion = dataVersion
  }

  /** A new number when a cached row may have changed; NaN, which equals nothing, if SQLite fails. */
  current(): number {
    if (this.#checkedAtCommit === commits) return this.#version
    const dataVersion = this.#readDataVersion()
    if (dataVersion !== this.#lastDataVersion) this.#version += 1
    this.#lastDataVersion = dataVersion
    this.#checkedAtCommit = commits
    process.nextTick(this.#endTask)
    return Number.isNaN(dataVersion) ? dataVersion : this.#version
  }

  /**
   * Returns a function that runs `work` for this statement and counts its commit; `isOpen` tells whether a
   * transaction is still open.
   */
  track(sql: string, isOpen: () => boolean): <Value>(work: () => Value) => Value {
    const writes = writesCachedTable(sql)
    return (work) => {
      this.#isStale ||= writes
      try {
        return work()
      } finally {
        if (this.#isStale && !isOpen()) this.#commit()
      }
    }
  }

  #commit(): void {
    this.#isStale = false
    this.#version += 1
    commits += 1
  }

  /** The next query meets and reports the same failure. */
  #readDataVersion(): number {
    try {
      return this.#dataVersion()
    } catch {
      return Number.NaN
    }
  }
}
