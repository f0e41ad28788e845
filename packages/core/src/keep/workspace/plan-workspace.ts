import { conflictingPaths, createPathIndex, filePathFault } from '@repertoire/skill-md'
import { type Problem, ProblemError } from '../../base/errors.ts'
import type { Timestamp } from '../../base/ids.ts'
import type { WorkspaceChange, WorkspaceFile } from '../../ports/workspace.ts'
import { workspaceLimits } from './workspace-limits.ts'

/**
 * A conversation's folder after the changes, in any order. Pure; every store calls it inside its
 * transaction. Removing a missing file is no error. Throws ProblemError `workspace.bad-path`,
 * `workspace.path-collision`, `workspace.full`, or `workspace.changed` (kind `stale`) when a file differs
 * from the change's `was`.
 */
export function planWorkspace(
  files: readonly WorkspaceFile[],
  changes: readonly WorkspaceChange[],
  updatedAt: Timestamp,
): readonly WorkspaceFile[] {
  const planned = new Map(files.map((file) => [file.path, file]))
  let grows = false
  for (const change of changes) {
    const { path } = change
    const known = planned.get(path)
    if (change.expectedSha256 !== undefined && change.expectedSha256 !== (known?.sha256 ?? null))
      throw changed(path)
    if ('removed' in change) {
      planned.delete(path)
      continue
    }
    const { sha256, size, skillId = null } = change
    checkPath(path)
    grows ||= !known
    planned.set(path, { path, sha256, size, skillId, updatedAt })
  }
  const after = [...planned.values()]
  const colliding = grows ? conflictingPaths(after.map((file) => file.path)) : undefined
  if (colliding) throw problem(collision(...colliding))
  const full = quotaProblem(usageOf(files), usageOf(after))
  if (full) throw problem(full)
  return after
}

/** A folder that accepts files one by one while they fit. */
export interface WorkspaceQuota {
  /** Adds the file, or returns why it cannot be added, by the rules of {@link planWorkspace}. */
  add(file: Pick<WorkspaceFile, 'path' | 'size'>): Problem | undefined
}

/** For many files at once: adding a file costs time proportional to its path, not to the number of files. */
export function createWorkspaceQuota(files: readonly WorkspaceFile[]): WorkspaceQuota {
  const sizes = new Map(files.map(({ path, size }) => [path, size]))
  const index = createPathIndex()
  for (const path of sizes.keys()) index.add(path)
  let usage = usageOf(files)
  return {
    add: ({ path, size }) => {
      const bad = pathProblem(path)
      if (bad) return bad
      const known = sizes.get(path)
      const after = {
        files: usage.files + (known === undefined ? 1 : 0),
        bytes: usage.bytes + size - (known ?? 0),
      }
      const full = quotaProblem(usage, after)
      if (full) return full
      const other = known === undefined ? index.add(path) : undefined
      if (other !== undefined) return collision(other, path)
      usage = after
      sizes.set(path, size)
      return undefined
    },
  }
}

/** Throws ProblemError `workspace.bad-path`. The path rules of skill packages apply. */
export function checkPath(path: string): void {
  const bad = pathProblem(path)
  if (bad) throw problem(bad)
}

function pathProblem(path: string): Problem | undefined {
  const fault = filePathFault(path)
  if (fault === undefined) return undefined
  return {
    code: 'workspace.bad-path',
    kind: 'invalid',
    message: `The file path ${JSON.stringify(path.slice(0, 200))} ${fault}.`,
    hint: 'Use a relative path such as notes/plan.md, with "/" between folders.',
    details: { path: path.slice(0, 200) },
  }
}

function collision(one: string, other: string): Problem {
  return {
    code: 'workspace.path-collision',
    kind: 'conflict',
    message: `${JSON.stringify(one)} and ${JSON.stringify(other)} cannot both exist: on some file systems they are the same path, or one is a folder that contains the other.`,
    hint: 'Choose another path.',
    details: { paths: [one, other] },
  }
}

interface WorkspaceUsage {
  readonly files: number
  readonly bytes: number
}

function usageOf(files: readonly WorkspaceFile[]): WorkspaceUsage {
  return { files: files.length, bytes: bytesOf(files) }
}

/** A folder over the limit may still shrink. */
function quotaProblem(before: WorkspaceUsage, after: WorkspaceUsage): Problem | undefined {
  const { files, bytes } = workspaceLimits
  const tooMany = after.files > files && after.files > before.files
  if (!tooMany && (after.bytes <= bytes || after.bytes <= before.bytes)) return undefined
  return {
    code: 'workspace.full',
    kind: 'too-large',
    message: tooMany
      ? `The conversation's folder holds at most ${files} files.`
      : `The conversation's folder holds at most ${bytes} bytes; with this it would be ${after.bytes}.`,
    hint: 'Delete files that are no longer needed.',
    details: { files: after.files, max_files: files, bytes: after.bytes, max_bytes: bytes },
  }
}

/** Bytes of all files together. */
export function bytesOf(files: readonly WorkspaceFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}

function changed(path: string): ProblemError {
  return problem({
    code: 'workspace.changed',
    kind: 'stale',
    message: `The file ${JSON.stringify(path)} was changed in the meantime.`,
    hint: 'Read it again, then repeat the change.',
    details: { path },
  })
}

function problem(value: Problem): ProblemError {
  return new ProblemError(value)
}
