import type { Diagnostic, PackageFile } from '@repertoire/skill-md'
import type { Problem } from '../base/errors.ts'
import type { SourceConfig } from '../domain/skill-source.ts'
import type { SourceCommit } from '../domain/source-commit.ts'

export interface OpenSourceRequest {
  readonly config: SourceConfig
  /** A token for this source alone: never in an argument list, a URL, a log or a problem. */
  readonly token: string | null
  /** The version of the last successful read. When the source still has it, nothing is fetched. */
  readonly knownVersion: string | null
  /** Entries that skills came of: a source that only lists some of what it has goes on with these. */
  readonly takenIds?: readonly string[]
  readonly signal: AbortSignal
}

/** A skill that a source offers now. */
export interface SourceEntry {
  /** Stable within the source: a folder in the repository, a name in an index. */
  readonly id: string
  /** Changes exactly when the content changes: a tree id, a digest. */
  readonly token: string
}

/** An entry with its bytes, or why it cannot be read. */
export type SourceItem = { readonly id: string } & (
  | {
      readonly files: readonly PackageFile[]
      /** Licence files above the folder, the nearest first; paths from the root of the repository. */
      readonly licences: readonly { readonly path: string; readonly text: string }[]
      /** What a registry says the licence is, in its own words. */
      readonly registryLicence?: string
      /** What was left out, and why: links, submodules, files over a limit. */
      readonly diagnostics: readonly Diagnostic[]
      readonly problem?: undefined
    }
  | { readonly problem: Problem; readonly files?: undefined }
)

/**
 * What people should know about the source itself: `ref.moved` (a tag names another commit),
 * `history.rewritten`, `owner.changed` (the repository answers under another name), `entry.conflict` (two
 * entries have one name), `entry.invalid` (an entry of a list is left out), `entries.truncated`, `plugin.renamed`,
 * `plugin.unsupported` (a plugin whose skills are not read).
 */
export interface SourceNotice {
  readonly code: string
  readonly message: string
}

export type OpenedSource =
  | { readonly status: 'unchanged' }
  | {
      readonly status: 'changed'
      /** A commit, an ETag or a digest of the index. */
      readonly version: string
      readonly entries: readonly SourceEntry[]
      readonly notices: readonly SourceNotice[]
      /** Reads these entries one after the other, in any order; stops when the signal is aborted. */
      read(ids: readonly string[]): AsyncIterable<SourceItem>
      /**
       * The commits since a version of the source that touched an entry, the newest first; empty where they cannot be
       * known. Left out by sources without commits.
       */
      commits?(id: string, since: string): Promise<readonly SourceCommit[]>
      /** Releases folders and connections; idempotent. */
      close(): Promise<void>
    }

/**
 * Reads sources of skills. Never runs anything of a source, never follows a link, and connects only through the
 * guarded connector. Throws ProblemError `source.*` (unreachable, not-found-or-private, rate-limited with
 * `retryAfterMs` in its details, renamed, empty, too-large, unsupported, needs-git, address-refused, invalid-answer)
 * and rethrows an abort. An item's problem can also be `source.digest-mismatch`, `zip.*`, `tar.*` or `package.*`.
 */
export interface SourceReader {
  open(request: OpenSourceRequest): Promise<OpenedSource>
}
