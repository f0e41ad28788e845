import { isProblemError } from '@repertoire/core/base'
import type { OpenedSource, SourceReader } from '@repertoire/core/ports'
import { type GitConfig, gitKey, parseGitKey } from './git-config.ts'

/** `absent`: it is not there, or not for everybody, or has no skill. */
export type OpenedRepository = OpenedSource | { readonly status: 'absent' }
type Repositories = ReadonlyMap<string, OpenedRepository>
type Versions = Readonly<Record<string, string | null>>

export interface RepositoryAccess {
  readonly git: SourceReader
  /** The token for a repository: only that of the marketplace itself. */
  readonly tokenFor: (config: GitConfig) => string | null
  readonly signal: AbortSignal
}

/** Opens the repositories of a former version, by their keys, to see whether they have moved. */
export async function openKnown(
  versions: Versions,
  access: RepositoryAccess,
): Promise<Repositories> {
  const requests = Object.entries(versions).flatMap(([key, knownVersion]) => {
    const config = parseGitKey(key)
    return config ? [{ config, knownVersion }] : []
  })
  return openAll(requests, access)
}

/** Whether every repository is as it was. */
export function hasSameCommit(repositories: Repositories, versions: Versions): boolean {
  return Object.entries(versions).every(([key, version]) => {
    const status = repositories.get(key)?.status
    return status === (version === null ? 'absent' : 'unchanged')
  })
}

/** Opens repositories to be read, and keeps those of `before` that are open for that. Closes the others. */
export async function openToRead(
  configs: readonly GitConfig[],
  before: Repositories,
  access: RepositoryAccess,
): Promise<Repositories> {
  const keys = new Set(configs.map(gitKey))
  const isKept = (key: string, status: OpenedRepository['status']) =>
    keys.has(key) && status !== 'unchanged'
  const kept = [...before].filter(([key, { status }]) => isKept(key, status))
  await closeRepositories([...before].filter(([key]) => !keys.has(key)).map(([, one]) => one))
  const known = new Map(kept)
  const missing = configs.filter((config) => !known.has(gitKey(config)))
  const opened = await openAll(
    missing.map((config) => ({ config, knownVersion: null })),
    access,
  )
  return new Map([...known, ...opened])
}

export async function closeRepositories(opened: Iterable<OpenedRepository>): Promise<void> {
  for (const one of opened) if (one.status === 'changed') await one.close()
}

interface RepositoryRequest {
  readonly config: GitConfig
  readonly knownVersion: string | null
}

/**
 * One after another. A repository that is not there is `absent`; any other problem, e.g. that a host cannot be reached,
 * closes the others and is thrown: skills are never missing for a passing reason.
 */
async function openAll(
  requests: readonly RepositoryRequest[],
  { git, tokenFor, signal }: RepositoryAccess,
): Promise<Repositories> {
  const opened = new Map<string, OpenedRepository>()
  try {
    for (const { config, knownVersion } of requests) {
      signal.throwIfAborted()
      const request = { config, knownVersion, token: tokenFor(config), signal }
      opened.set(gitKey(config), await openOrAbsent(git, request))
    }
    return opened
  } catch (error) {
    await closeRepositories(opened.values())
    throw error
  }
}

const lasting: ReadonlySet<string> = new Set(['source.not-found-or-private', 'source.empty'])

async function openOrAbsent(
  git: SourceReader,
  request: Parameters<SourceReader['open']>[0],
): Promise<OpenedRepository> {
  try {
    return await git.open(request)
  } catch (error) {
    if (isProblemError(error) && lasting.has(error.problem.code)) return { status: 'absent' }
    throw error
  }
}
