import { type GitHosts, publicGitHosts } from '@repertoire/core/domain'
import type { OpenedSource, OpenSourceRequest, SourceReader } from '@repertoire/core/ports'
import { remoteLimits } from '../http/limits.ts'
import type { HostedReaderOptions } from '../http/outbound-fetch.ts'
import { remoteProblem } from '../http/remote-problems.ts'
import { type Answer, hostOf, type Requester, requestBytes } from '../http/request-bytes.ts'
import { sha256 } from '../reading/sha256.ts'
import { notListed, readItems } from '../reading/source-items.ts'
import { unsupportedKind } from '../reading/unsupported-kind.ts'
import { etagOf, etagVersion } from '../reading/version.ts'
import { isRepositoryPage, rawUrl } from './raw-url.ts'
import { readBody } from './read-body.ts'

/**
 * Reads sources of the kind `url`: one skill, named by its address. Unchanged by its ETag, in one request without a body,
 * or else by the SHA-256 of the body.
 */
export function createUrlReader({
  fetch,
  hosts = publicGitHosts,
}: HostedReaderOptions): SourceReader {
  const requester: Requester = { fetch, family: 'source' }
  return {
    open: async (request) => {
      if (request.config.kind !== 'url') throw unsupportedKind(request.config.kind)
      const { url: address } = request.config
      return openUrl(requester, request, { address, url: readableUrl(address, hosts) })
    },
  }
}

async function openUrl(
  requester: Requester,
  { token, knownVersion, signal }: OpenSourceRequest,
  { address, url }: { readonly address: string; readonly url: string },
): Promise<OpenedSource> {
  const answer = await requestBytes(requester, {
    ...{ url, token, signal, etag: etagOf(knownVersion) },
    accept: 'text/markdown, application/zip, application/gzip, text/plain, */*;q=0.5',
    maxBytes: remoteLimits.archiveBytes,
  })
  if (answer.status === 'not-modified') return { status: 'unchanged' }
  if (answer.status === 'absent') throw notThere(url)
  if (answer.bytes.length === 0) throw emptyBody(url)
  const digest = `sha256:${sha256(answer.bytes)}`
  const version = answer.etag === null ? digest : etagVersion(answer.etag)
  if (version === knownVersion && answer.etag === null) return { status: 'unchanged' }
  return opened(answer, { version, digest, address, signal })
}

interface OpenedBody {
  readonly version: string
  readonly digest: string
  readonly address: string
  readonly signal: AbortSignal
}

function opened(
  { bytes, url, mediaType }: Extract<Answer, { status: 'ok' }>,
  { version, digest, address, signal }: OpenedBody,
): OpenedSource {
  const body = { id: address, bytes, url, mediaType }
  return {
    status: 'changed',
    version,
    entries: [{ id: address, token: digest }],
    notices: [],
    read: readItems(async (id) => (id === address ? readBody(body) : notListed(id)), signal),
    close: async () => undefined,
  }
}

function readableUrl(address: string, hosts: GitHosts): string {
  const url = rawUrl(address, hosts)
  const isHttp = /^https?:$/.test(URL.parse(url)?.protocol ?? '')
  if (isHttp && !isRepositoryPage(url, hosts)) return url
  throw remoteProblem('source', 'unsupported', {
    message: 'This is not the address of one file.',
    hint: 'Give the https address of a SKILL.md or an archive, or add the repository as a source of the kind github or git.',
  })
}

function notThere(url: string) {
  return remoteProblem('source', 'not-found-or-private', {
    message: `There is no file at this address of ${hostOf(url)}, or not for everybody.`,
    hint: 'Check the address, or give the source a token. The skill that was taken from it stays.',
  })
}

function emptyBody(url: string) {
  return remoteProblem('source', 'empty', {
    message: `The file at this address of ${hostOf(url)} is empty.`,
    hint: 'The skill that was taken from it before stays.',
  })
}
