import { collidingPaths, filePathFault } from '@repertoire/skill-md'
import { type Problem, ProblemError } from '../errors.ts'
import type { Timestamp } from '../ids.ts'
import type { WorkspaceChange, WorkspaceFile } from '../ports/workspace.ts'
import { workspaceLimits } from './workspace-limits.ts'

/**
 * A conversation's folder after the changes, in any order. Pure; every store decides by it inside its
 * transaction. A file that is to go and is not there is no mistake. Throws ProblemError `workspace.bad-path`,
 * `workspace.path-collision`, `workspace.full`, or `workspace.changed` (kind `stale`) when a file is not what
 * the change says it `was`.
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
    if (change.was !== undefined && change.was !== (known?.sha256 ?? null)) throw changed(path)
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
  if (grows) checkCollisions(after)
  checkRoom(files, after)
  return after
}

/** Throws ProblemError `workspace.bad-path`: the path rules of skill packages hold here too. */
export function checkPath(path: string): void {
  const fault = filePathFault(path)
  if (fault === undefined) return
  throw problem({
    code: 'workspace.bad-path',
    kind: 'invalid',
    message: `The file path ${JSON.stringify(path.slice(0, 200))} ${fault}.`,
    hint: 'Use a relative path such as notes/plan.md, with "/" between folders.',
    details: { path: path.slice(0, 200) },
  })
}

function checkCollisions(files: readonly WorkspaceFile[]): void {
  const two = collidingPaths(files.map(({ path }) => path))
  if (!two) return
  const [one, other] = two
  throw problem({
    code: 'workspace.path-collision',
    kind: 'conflict',
    message: `${JSON.stringify(one)} and ${JSON.stringify(other)} cannot stand beside each other: on some file system they are one, or one is a folder the other is in.`,
    hint: 'Choose another path.',
    details: { paths: [one, other] },
  })
}

/** A folder that is too full already may still shrink. */
function checkRoom(before: readonly WorkspaceFile[], after: readonly WorkspaceFile[]): void {
  const { files, bytes } = workspaceLimits
  const used = bytesOf(after)
  const tooMany = after.length > files && after.length > before.length
  if (!tooMany && (used <= bytes || used <= bytesOf(before))) return
  throw problem({
    code: 'workspace.full',
    kind: 'too-large',
    message: tooMany
      ? `The conversation's folder holds at most ${files} files.`
      : `The conversation's folder holds at most ${bytes} bytes; with this it would be ${used}.`,
    hint: 'Delete files that are no longer needed.',
    details: { files: after.length, max_files: files, bytes: used, max_bytes: bytes },
  })
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

function problem(told: Problem): ProblemError {
  return new ProblemError(told)
}
