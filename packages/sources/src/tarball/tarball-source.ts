import { publicGitHosts } from '@repertoire/core/domain'
import type { OpenedSource, OpenSourceRequest, SourceReader } from '@repertoire/core/ports'
import { findSkills } from '../git/find-skills.ts'
import { gitMissing, notFoundOrPrivate, refNotFound, repositoryMoved } from '../git/git-problems.ts'
import { readSkillFolders } from '../git/read-skill-folders.ts'
import { placeOf, type RepositoryPlace } from '../git/repository-place.ts'
import { remoteLimits } from '../http/limits.ts'
import type { HostedReaderOptions } from '../http/outbound-fetch.ts'
import { type Requester, requestBytes } from '../http/request-bytes.ts'
import { readRepositoryTar } from './read-repository-tar.ts'
import { type TarballLocation, tarballLocation } from './tarball-location.ts'

/**
 * Reads repositories of GitHub and GitLab by their archives, for servers without git. Folders have the tokens that the
 * reader by git gives them, so that a server can change from one to the other. Other hosts are refused.
 */
export function createTarballReader({
  fetch,
  hosts = publicGitHosts,
}: HostedReaderOptions): SourceReader {
  const requester: Requester = { fetch, family: 'source' }
  return {
    open: async (request) => {
      const place = placeOf(request.config)
      const location = tarballLocation(place, hosts)
      if (!location) throw gitMissing()
      const commit = await findCommit(requester, { place, location, request })
      if (commit === request.knownVersion) return { status: 'unchanged' }
      return openCommit(requester, { place, location, request }, commit)
    },
  }
}

interface Reading {
  readonly place: RepositoryPlace
  readonly location: TarballLocation
  readonly request: OpenSourceRequest
}

async function findCommit(
  requester: Requester,
  { place, location, request }: Reading,
): Promise<string> {
  const answer = await requestBytes(requester, {
    ...{ url: location.commitUrl, accept: location.commitAccept, stayOnHost: true },
    ...{ maxBytes: remoteLimits.jsonBytes, token: request.token, signal: request.signal },
  })
  if (answer.status !== 'ok') throw notFoundOrPrivate(place.url.host)
  // A renamed repository is redirected to: its new owner may be somebody else.
  if (answer.url !== location.commitUrl) throw repositoryMoved(place.url.host)
  const commit = location.commitOf(new TextDecoder().decode(answer.bytes))
  if (commit === null) throw refNotFound(place.ref, place.url.host)
  return commit
}

async function openCommit(
  requester: Requester,
  { place, location, request }: Reading,
  commit: string,
): Promise<OpenedSource> {
  const { token, signal } = request
  const answer = await requestBytes(requester, {
    ...{ url: location.archiveUrl(commit), accept: 'application/gzip, */*' },
    ...{ maxBytes: remoteLimits.archiveBytes, token, signal },
  })
  if (answer.status !== 'ok') throw notFoundOrPrivate(place.url.host)
  const { entries, blobs } = await readRepositoryTar(answer.bytes, place.url.host)
  signal.throwIfAborted()
  const contents = {
    signal,
    blobs: async (ids: readonly string[]) =>
      ids.map((id) => blobs.get(id) ?? { bytes: null, size: null }),
  }
  const folders = await findSkills(contents, entries, place.path)
  return {
    status: 'changed',
    version: commit,
    entries: folders.map((folder) => ({ id: folder.id, token: folder.token })),
    notices: [],
    read: (ids) => readSkillFolders(contents, folders, ids),
    close: async () => undefined,
  }
}
