import { mkdir } from 'node:fs/promises'
import type {
  OpenedSource,
  OpenSourceRequest,
  SourceNotice,
  SourceReader,
} from '@repertoire/core/ports'
import { commitsOf } from './commit-log.ts'
import type { OutboundConnect } from './connect-proxy.ts'
import { findSkills } from './find-skills.ts'
import { gitLimits } from './git-limits.ts'
import { gitMissing, refNotFound } from './git-problems.ts'
import { GitSession } from './git-session.ts'
import { readSkillFolders } from './read-skill-folders.ts'
import type { FoundRef } from './remote-refs.ts'
import { RepositoryCache } from './repository-cache.ts'
import { placeOf, type RepositoryPlace } from './repository-place.ts'

export interface GitReaderOptions {
  /** Finds the program; null where there is none. */
  readonly findGit: () => Promise<string | null>
  /** A folder of its own, made when it is missing. */
  readonly cacheFolder: string
  readonly connect: OutboundConnect
  /** The certificates that servers are checked against; those of the system when left out. */
  readonly caFile?: string | undefined
  /** For commands that only list; default: `gitLimits.lsRemoteMs`. */
  readonly lsRemoteMs?: number
  /** Reads the repositories that it can where there is no git. */
  readonly withoutGit?: SourceReader
}

/**
 * Reads sources of the kinds `git` and `github` by the git of the system: never a checkout, never a hook, through a
 * proxy that reaches the host of the repository alone. A skill is named by its folder or file.
 */
export function createGitReader(options: GitReaderOptions): SourceReader {
  const cache = new RepositoryCache(options.cacheFolder)
  return {
    open: async (request) => {
      const place = placeOf(request.config)
      const git = await options.findGit()
      if (git === null) {
        if (options.withoutGit) return options.withoutGit.open(request)
        throw gitMissing()
      }
      await mkdir(options.cacheFolder, { recursive: true, mode: 0o700 })
      const repository = await cache.open(place.url.href)
      const { connect, caFile, lsRemoteMs = gitLimits.lsRemoteMs } = options
      const session = new GitSession({
        ...{ git, repository, place, request, connect, caFile, lsRemoteMs },
      })
      try {
        return await openAt(session, place, request)
      } catch (error) {
        await session.close()
        request.signal.throwIfAborted()
        throw error
      }
    },
  }
}

async function openAt(
  session: GitSession,
  place: RepositoryPlace,
  { knownVersion }: OpenSourceRequest,
): Promise<OpenedSource> {
  const found = await session.findRef()
  if (!found) throw refNotFound(place.ref, place.url.host)
  if (found.commit === knownVersion) {
    await session.close()
    return { status: 'unchanged' }
  }
  const { commit, folders } = await fetchFolders(session, found, place.path)
  const notices = await noticesOf(session, { found, commit, knownVersion })
  return {
    status: 'changed',
    version: commit,
    entries: folders.map(({ id, token }) => ({ id, token })),
    notices,
    read: (ids) => readSkillFolders(session, folders, ids),
    commits: async (id, since) => commitsOf(await session.commitsSince(since, found), id),
    close: () => session.close(),
  }
}

async function fetchFolders(session: GitSession, found: FoundRef, path: string) {
  try {
    const commit = await session.fetch(found)
    return { commit, folders: await findSkills(session, await session.tree(commit), path) }
  } catch (error) {
    session.discard()
    throw error
  }
}

interface Move {
  readonly found: FoundRef
  readonly commit: string
  readonly knownVersion: string | null
}

/** A tag that names another commit, and a history that no longer has what was read before. */
async function noticesOf(
  session: GitSession,
  { found, commit, knownVersion }: Move,
): Promise<readonly SourceNotice[]> {
  if (knownVersion === null || !/^[0-9a-f]{40}$/.test(knownVersion)) return []
  const short = `${knownVersion.slice(0, 8)} to ${commit.slice(0, 8)}`
  if (found.name?.startsWith('refs/tags/')) {
    return [
      { code: 'ref.moved', message: `The tag ${found.name.slice(10)} was moved from ${short}.` },
    ]
  }
  if (!(await session.isRewritten(knownVersion, found))) return []
  const message = `The history was rewritten: ${knownVersion.slice(0, 8)} is not in it any more.`
  return [{ code: 'history.rewritten', message }]
}
