import { writesCachedTable } from './cached-tables.ts'

/** Commits to cached tables by all connections of this process. */
let commits = 0

/**
 * Tells whether cached rows are still those of an SQLite file. Commits of other connections change SQLite's own
 * version of the file, ours do not, so those are counted. The file is asked once a task: nobody can have told
 * this process of another process's commit meanwhile, since no input is read in between.
 */
export class CacheVersion {
  readonly #dataVersion: () => number
  #version = 0
  #seen = Number.NaN
  /** The open transaction wrote to a cached table. */
  #isStale = false
  /** The count of commits at which the file was asked in this task. */
  #askedAt: number | undefined
  readonly #endTask = () => {
    this.#askedAt = undefined
  }

  constructor(dataVersion: () => number) {
    this.#dataVersion = dataVersion
  }

  /** Another number than before when a cached row could have changed; NaN, equal to none, when SQLite fails. */
  current(): number {
    if (this.#askedAt === commits) return this.#version
    const seen = this.#ask()
    if (seen !== this.#seen) this.#version += 1
    this.#seen = seen
    this.#askedAt = commits
    process.nextTick(this.#endTask)
    return Number.isNaN(seen) ? seen : this.#version
  }

  /** What runs `work` under this statement; `isOpen` says whether a transaction is open afterwards. */
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

  /** The query that follows meets the failure again, and says so. */
  #ask(): number {
    try {
      return this.#dataVersion()
    } catch {
      return Number.NaN
    }
  }
}
