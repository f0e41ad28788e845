import { ProblemError } from '@repertoire/core/base'
import type { PublishedSkill } from '@repertoire/core/domain'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import type { Caller } from '../../identity/auth/authenticate.ts'
import type { OfferedCatalogue } from '../../publishing/registry/published-catalogues.ts'
import type { Application } from '../base/application.ts'
import type { Reply } from '../base/bind-route.ts'
import { isNotModified } from '../base/conditional-requests.ts'
import { EncodedJson } from '../base/encoded-json.ts'
import { notFound } from '../base/not-found.ts'

/** Bytes of the files in one JSON answer: encoding more would block other requests, and no client of the shape takes it. */
const maxAnswerBytes = 4 * 1024 * 1024

/** No shared cache keeps it, and a private one asks each time whether it is still so. */
export function revalidated(etag: string): Record<string, string> {
  return { etag, 'cache-control': 'private, no-cache' }
}

export function notModified(etag: string): Response {
  return new Response(null, { status: 304, headers: revalidated(etag) })
}

/** JSON whose ETag is the hash of its bytes. */
export function conditional<Body>(
  { sha256 }: Pick<Application, 'sha256'>,
  request: Request,
  answer: Body,
): Reply<Body> | Response {
  const body = new EncodedJson(answer)
  const etag = `"${sha256(body.bytes)}"`
  if (isNotModified(request.headers, etag)) return notModified(etag)
  return { body, headers: revalidated(etag) }
}

/** Throws ProblemError `registry.not-found`, also for skills that are not published. */
export function publishedAs(
  { byName }: Pick<OfferedCatalogue, 'byName'>,
  name: string,
): PublishedSkill {
  const skill = byName.get(name)
  if (skill) return skill
  throw new ProblemError({
    code: 'registry.not-found',
    kind: 'not-found',
    message: 'The registry has no such skill.',
    hint: 'It has the enabled skills of the organisation.',
  })
}

/** Throws ProblemError `registry.too-large` for a skill whose files do not fit into JSON. */
export function checkAnswerSize({ name, manifest }: PublishedSkill): void {
  const bytes = manifest.reduce((sum, { size }) => sum + size, 0)
  if (bytes <= maxAnswerBytes) return
  throw new ProblemError({
    code: 'registry.too-large',
    kind: 'too-large',
    message: `The files of this skill have ${bytes} bytes; as JSON at most ${maxAnswerBytes} are given.`,
    hint: `Take it as an archive: /api/v1/registry/skills/${name} is its index.`,
    details: { bytes, limit: maxAnswerBytes },
  })
}

/** A skill that leaves the server is in the audit log, as an export is. */
export async function recordDelivery(
  app: Application,
  call: { readonly caller: Caller; readonly traceId: string; readonly request: Request },
  { id, name, digest, manifest }: PublishedSkill,
): Promise<void> {
  if (call.request.method === 'HEAD') return
  const bytes = manifest.reduce((sum, { size }) => sum + size, 0)
  await recordAudit(app, call, {
    ...{ action: 'skill-exported', target: id },
    details: { slug: name, digest, bytes, via: 'registry' },
  })
}

/** A path that is not in the manifest of what is published. */
export function noPublishedFile(): ProblemError {
  return notFound('registry.file-not-found', 'The registry has no such file.')
}

interface Sent {
  readonly mediaType: string
  readonly etag: string
}

/** Untrusted bytes, which a browser saves instead of showing them. */
export function attachment(bytes: Uint8Array, { mediaType, etag }: Sent): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': mediaType,
      'content-disposition': 'attachment',
      ...revalidated(etag),
    },
  })
}
