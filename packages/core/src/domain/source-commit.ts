import type { Timestamp } from '../base/ids.ts'

/** One commit of a source that touched a skill: the untrusted content, shortened, without control characters. */
export interface SourceCommit {
  readonly id: string
  readonly subject: string
  /** As the commit names them: nobody checked it. */
  readonly author: string
  /** The author's word, too. */
  readonly at: Timestamp
}

/** Of one update. */
export const maxSourceCommits = 50
