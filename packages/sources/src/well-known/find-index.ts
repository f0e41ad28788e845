import type { GitHosts } from '@repertoire/core/domain'
import type { OpenSourceRequest } from '@repertoire/core/ports'
import { remoteLimits } from '../http/limits.ts'
import { readJson } from '../http/read-json.ts'
import { invalidAnswer, remoteProblem } from '../http/remote-problems.ts'
import { hostOf, type Requester, requestBytes } from '../http/request-bytes.ts'
import { etagOf } from '../reading/version.ts'
import { indexLocations } from './index-location.ts'
import { type IndexReading, parseIndex } from './parse-index.ts'

export interface FoundIndex {
  readonly bytes: Uint8Array
  readonly etag: string | null
  /** After redirects. */
  readonly url: string
  parse(allowedOrigins: readonly string[]): IndexReading
}

type IndexRequest = Omit<OpenSourceRequest, 'config'> & {
  readonly address: string
  readonly hosts: GitHosts | undefined
}

/**
 * Asks for the index at each of its places; the first that has JSON is it. Web pages in its place, which many sites answer
 * for any address, are passed over. Throws `source.not-found-or-private`, `source.invalid-answer` and the problems of a
 * request.
 */
export async function findIndex(
  requester: Requester,
  { address, hosts, token, knownVersion, signal }: IndexRequest,
): Promise<FoundIndex | 'unchanged'> {
  let fault: string | undefined
  for (const url of indexLocations(address, hosts)) {
    const answer = await requestBytes(requester, {
      ...{ url, token, signal, etag: etagOf(knownVersion) },
      accept: 'application/json',
      maxBytes: remoteLimits.jsonBytes,
    })
    if (answer.status === 'not-modified') return 'unchanged'
    if (answer.status === 'absent') continue
    const json = readJson(answer.bytes)
    if (json.fault === undefined) {
      const { bytes, etag } = answer
      const parse = (allowedOrigins: readonly string[]) =>
        parseIndex(json.value, { indexUrl: answer.url, allowedOrigins })
      return { bytes, etag, url: answer.url, parse }
    }
    fault ??= json.fault
  }
  if (fault !== undefined) throw invalidAnswer('source', hostOf(address), `as an index, ${fault}`)
  throw remoteProblem('source', 'not-found-or-private', {
    message: `${hostOf(address)} has no index of skills at this address, or not for everybody.`,
    hint: 'An index is at /.well-known/agent-skills/index.json below the address, or at /.well-known/skills.',
  })
}
