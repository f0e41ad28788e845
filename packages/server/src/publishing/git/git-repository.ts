import { createGitObject, type GitObject } from './git-object.ts'
import { createTrees, type TreeFile } from './git-tree.ts'

/** A repository of one commit without parents. */
export interface GitRepository {
  /** The commit. */
  readonly head: string
  /** Each once. */
  readonly objects: readonly GitObject[]
  /** Compressed bytes of the objects. */
  readonly bytes: number
}

export interface RepositoryFile extends Pick<TreeFile, 'path' | 'executable'> {
  readonly blob: GitObject
}

/**
 * The author and the time are always the same, and there are no parents, so the same files give the same commit on every
 * server, and nothing that was taken out can be reached through history.
 */
const identity = 'Repertoire <repertoire@localhost> 946684800 +0000'

export async function createRepository(
  files: readonly RepositoryFile[],
  message: string,
): Promise<GitRepository> {
  const trees = await createTrees(files.map(({ blob, ...file }) => ({ ...file, oid: blob.oid })))
  const text = `tree ${trees.at(-1)?.oid}\nauthor ${identity}\ncommitter ${identity}\n\n${message}\n`
  const commit = await createGitObject('commit', Buffer.from(text))
  const every = [commit, ...trees, ...files.map(({ blob }) => blob)]
  const objects = [...new Map(every.map((object) => [object.oid, object])).values()]
  const bytes = objects.reduce((sum, { deflated }) => sum + deflated.length, 0)
  return { head: commit.oid, objects, bytes }
}
