import { remoteLimits } from '../http/limits.ts'
import { readJson } from '../http/read-json.ts'
import { invalidAnswer, remoteProblem } from '../http/remote-problems.ts'
import { hostOf, type Requester, requestBytes } from '../http/request-bytes.ts'
import { sha256 } from '../reading/sha256.ts'
import { etagOf, etagVersion } from '../reading/version.ts'

export interface ListRequest {
  /** Of the marketplace.json. */
  readonly url: string
  readonly token: string | null
  readonly signal: AbortSignal
  /** The version of a former answer. */
  readonly known: string | null
}

export interface ReadList {
  readonly version: string
  /** JSON, not checked any further. */
  readonly value: unknown
}

/**
 * The marketplace.json; null when it is the known one. Throws `source.not-found-or-private`, `source.invalid-answer` and
 * the problems of a request.
 */
export async function readList(
  requester: Requester,
  { url, token, signal, known }: ListRequest,
): Promise<ReadList | null> {
  const answer = await requestBytes(requester, {
    ...{ url, token, signal, etag: etagOf(known) },
    accept: 'application/json, text/plain;q=0.5',
    maxBytes: remoteLimits.jsonBytes,
  })
  if (answer.status === 'not-modified') return null
  if (answer.status === 'absent') {
    throw remoteProblem('source', 'not-found-or-private', {
      message: `${hostOf(url)} has no marketplace.json at this address, or not for everybody.`,
      hint: 'It is at .claude-plugin/marketplace.json in the repository. Check the address, or give the source a token.',
    })
  }
  const { bytes, etag } = answer
  const version = etag === null ? `sha256:${sha256(bytes)}` : etagVersion(etag)
  if (etag === null && version === known) return null
  const json = readJson(bytes)
  if (json.fault !== undefined) {
    throw invalidAnswer('source', hostOf(url), `as a marketplace.json, ${json.fault}`)
  }
  return { version, value: json.value }
}
