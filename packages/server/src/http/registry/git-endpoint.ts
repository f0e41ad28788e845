import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { isProblemError, type Problem, ProblemError } from '@repertoire/core/base'
import { problemStatus } from '@repertoire/protocol'
import type { Context, Hono } from 'hono'
import { createRequestRate } from '../../identity/auth/request-rate.ts'
import { addressGroup } from '../../platform/proxy/client-address.ts'
import { createCollectionRepositories } from '../../publishing/git/collection-repositories.ts'
import type { GitRepository } from '../../publishing/git/git-repository.ts'
import {
  badGitRequest,
  flushPacket,
  packetOf,
  parsePackets,
} from '../../publishing/git/pkt-line.ts'
import { answerV0, listRefsV0 } from '../../publishing/git/upload-pack-v0.ts'
import { answerV2, listRefsV2 } from '../../publishing/git/upload-pack-v2.ts'
import { createPublishedCatalogues } from '../../publishing/registry/published-catalogues.ts'
import type { Application } from '../base/application.ts'
import type { HttpEnvironment } from '../base/environment.ts'
import { readBody } from '../base/middleware/body-limit.ts'
import { errorResponse } from '../base/middleware/problem.ts'
import { publicDeadlineMs } from '../base/request-input.ts'
import { collectionToken } from '../collections/collection-address.ts'
import { collectionSkills } from '../collections/collection-skills.ts'
import { findTakenCollection, type TakenCollection } from '../collections/find-taken-collection.ts'
import { recordSeen, recordTaken } from '../collections/record-taken.ts'
import { withoutLocation } from '../wire/problem-without-location.ts'

type GitContext = Context<HttpEnvironment>

/** What a request may send, and what it may be when it is unpacked. */
const maxBodyBytes = 4 * 1024 * 1024
const maxUnpackedBytes = 16 * 1024 * 1024
/** A clone takes three requests. */
const perMinute = { maxPerMinute: 300, code: 'git.too-many-requests' }

const unpack = promisify(gunzip)

/**
 * Collections as repositories that can only be read: `/git/TOKEN/SLUG.git`, or `/git/SLUG.git` with the token in
 * the header Authorization. Smart HTTP of Git in its versions 0 to 2.
 */
export function bindGit(http: Hono<HttpEnvironment>, app: Application): void {
  const catalogues = createPublishedCatalogues(app)
  const repositories = createCollectionRepositories(app)
  const rate = createRequestRate(app.clock, perMinute)

  async function open(c: GitContext): Promise<TakenCollection> {
    const [token, isInAddress] = tokenOf(c.req.raw)
    const name = (c.req.param('repository') ?? '').replace(/\.git$/, '')
    const external = c.get('external')
    const request = { name, token, isInAddress, external, traceId: c.get('traceId') }
    const taken = await findTakenCollection(app, request)
    rate.count(`${taken.collection.id} ${addressGroup(external.address)}`)
    return taken
  }

  async function repositoryOf(taken: TakenCollection): Promise<GitRepository> {
    const { tenantId, label } = taken
    const { slug, description } = taken.collection
    // A client can have both, under two names.
    const collection = { slug: label === 'canary' ? `${slug}-canary` : slug, description }
    const skills = await collectionSkills(app, catalogues, taken)
    return repositories.of({ collection, skills, store: app.store.tenant(tenantId).skills })
  }

  http.get('/git/:repository/info/refs', (c) =>
    asText(c, async () => {
      const taken = await open(c)
      const service = c.req.query('service')
      if (service === 'git-receive-pack') throw new ProblemError(readOnly)
      if (service !== 'git-upload-pack') throw new ProblemError(smartOnly)
      const repository = await repositoryOf(taken)
      await recordSeen(app, taken, 'git')
      const parts = [packetOf('# service=git-upload-pack\n'), flushPacket]
      const version = protocolVersion(c)
      const rest = version === 2 ? listRefsV2() : listRefsV0(repository, { version })
      return gitResponse([...parts, ...rest], 'advertisement')
    }),
  )

  http.post('/git/:repository/git-upload-pack', (c) =>
    asText(c, async () => {
      const taken = await open(c)
      const packets = parsePackets(await readRequest(c.req.raw))
      const repository = await repositoryOf(taken)
      const answer = protocolVersion(c) === 2 ? answerV2 : answerV0
      const { parts, delivers } = answer(repository, packets)
      if (delivers) {
        const { address } = c.get('external')
        const details = { commit: repository.head }
        const delivery = { via: 'git', address, traceId: c.get('traceId'), details } as const
        await recordTaken(app, taken, delivery)
      }
      return gitResponse(parts, 'result')
    }),
  )

  http.post('/git/:repository/git-receive-pack', (c) =>
    asText(c, async () => {
      await open(c)
      throw new ProblemError(readOnly)
    }),
  )

  http.all('/git/*', (c) => asText(c, () => Promise.reject(new ProblemError(smartOnly))))
}

/** The token, and whether the address has it. */
function tokenOf({ url, headers }: Request): readonly [string, boolean] {
  const inAddress = collectionToken(url)
  if (inAddress !== null) return [inAddress, true]
  const [, scheme = '', text = ''] = /^(\w+) +(\S+)$/.exec(headers.get('authorization') ?? '') ?? []
  if (scheme.toLowerCase() === 'bearer') return [text, false]
  if (scheme.toLowerCase() !== 'basic') throw new ProblemError(tokenNeeded)
  const decoded = Buffer.from(text, 'base64').toString('utf8')
  return [decoded.slice(decoded.indexOf(':') + 1), false]
}

function protocolVersion(c: GitContext): 0 | 1 | 2 {
  const named = (c.req.header('git-protocol') ?? '').split(':')
  if (named.includes('version=2')) return 2
  return named.includes('version=1') ? 1 : 0
}

async function readRequest(request: Request): Promise<Uint8Array> {
  const body = await readBody(request, maxBodyBytes, publicDeadlineMs)
  if (!/^(?:x-)?gzip$/.test(request.headers.get('content-encoding') ?? '')) return body
  try {
    return await unpack(body, { maxOutputLength: maxUnpackedBytes })
  } catch {
    throw badGitRequest()
  }
}

function gitResponse(parts: Iterable<Uint8Array>, kind: 'advertisement' | 'result'): Response {
  const iterator = parts[Symbol.iterator]()
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const { done, value } = iterator.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
  const headers = { 'content-type': `application/x-git-upload-pack-${kind}` }
  return new Response(body, { headers: { ...headers, 'cache-control': 'no-store' } })
}

/** Git shows its person what a refusal says only when it is plain text. */
async function asText(c: GitContext, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    if (!isProblemError(error)) return errorResponse(error, c)
    const { kind, code, message, hint, details } = withoutLocation(error.problem)
    const headers = new Headers({ 'content-type': 'text/plain; charset=utf-8' })
    if (kind === 'unauthenticated') headers.set('www-authenticate', 'Basic realm="repertoire"')
    const wait = details?.retry_after_seconds
    if (typeof wait === 'number') headers.set('retry-after', String(wait))
    const text = [`${message} (${code})`, ...(hint === undefined ? [] : [hint])].join('\n')
    return new Response(`${text}\n`, { status: problemStatus[kind], headers })
  }
}

const readOnly: Problem = {
  code: 'git.read-only',
  kind: 'forbidden',
  message: 'This repository can only be read.',
  hint: 'Change skills on the page, or propose a change with the command repertoire.',
}

const smartOnly: Problem = {
  code: 'git.not-here',
  kind: 'not-found',
  message: 'Repositories are at /git/TOKEN/COLLECTION.git, and are read by smart HTTP alone.',
  hint: 'git clone that address; clients without smart HTTP cannot read it.',
}

const tokenNeeded: Problem = {
  code: 'auth.required',
  kind: 'unauthenticated',
  message:
    'This needs the token of the collection, or a key that may read skills, as the password.',
}
