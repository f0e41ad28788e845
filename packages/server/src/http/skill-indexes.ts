import {
  filesIndex,
  indexTag,
  ProblemError,
  type PublishedSkill,
  type WellKnownTarget,
  wellKnownIndex,
  wellKnownTarget,
} from '@repertoire/core'
import { registryRoutes } from '@repertoire/protocol'
import type { Caller } from '../auth/authenticate.ts'
import { nobody } from '../registry/nobody.ts'
import type { OfferedCatalogue } from '../registry/published-catalogues.ts'
import type { SkillArtifacts } from '../registry/skill-artifacts.ts'
import { type Application, catalogOf } from './application.ts'
import type { BindRoute } from './bind-route.ts'
import { isNotModified } from './conditional-requests.ts'
import { EncodedJson } from './encoded-json.ts'
import { notModified, publishedAs, recordDelivery, revalidated } from './registry-replies.ts'

interface IndexParts {
  readonly offered: (caller: Caller) => Promise<OfferedCatalogue>
  readonly artifacts: SkillArtifacts
}

interface IndexCall {
  readonly caller: Caller
  readonly traceId: string
  readonly request: Request
}

/** Well-known indexes of both versions, and the files that they name. */
export function bindSkillIndexes(
  bind: BindRoute,
  app: Application,
  { offered, artifacts }: IndexParts,
): void {
  const storeOf = (caller: Caller) => catalogOf(app, caller).store.skills

  bind(registryRoutes.index, async (call) => {
    const catalogue = await offered(call.caller)
    const target = targetOf(call.params.path)
    if (target.kind !== 'index') return deliver(call, catalogue, target)
    return currentIndex(call, catalogue.skills, catalogue.tag)
  })

  bind(registryRoutes.oneSkillIndex, async (call) => {
    const catalogue = await offered(call.caller)
    const skill = publishedAs(catalogue, call.params.name)
    const target = targetOf(call.params.path)
    if (target.kind === 'index') return currentIndex(call, [skill], indexTag([skill], app.sha256))
    return deliver(call, { ...catalogue, byName: new Map([[skill.name, skill]]) }, target)
  })

  bind(registryRoutes.filesIndex, async (call) => {
    const catalogue = await offered(call.caller)
    const target = targetOf(call.params.path)
    if (target.kind !== 'index') return deliver(call, catalogue, target)
    const etag = `"files-${catalogue.tag}"`
    if (isNotModified(call.request.headers, etag)) return notModified(etag)
    return json(filesIndex(catalogue.skills), etag)
  })

  async function currentIndex(
    { caller, request }: IndexCall,
    skills: readonly PublishedSkill[],
    tag: string,
  ): Promise<Response> {
    const etag = `"${tag}"`
    if (isNotModified(request.headers, etag)) return notModified(etag)
    const { entries, complete } = await artifacts.describe(storeOf(caller), skills)
    return json(wellKnownIndex(entries), complete ? etag : null)
  }

  async function deliver(
    call: IndexCall,
    catalogue: OfferedCatalogue,
    target: Exclude<WellKnownTarget, { kind: 'index' }>,
  ): Promise<Response> {
    const skill = publishedAs(catalogue, target.name)
    if (target.kind === 'archive') return deliverArchive(call, skill)
    return deliverFile(call, skill, target.path)
  }

  async function deliverArchive(call: IndexCall, skill: PublishedSkill): Promise<Response> {
    const artifact = await artifacts.artifact(storeOf(call.caller), skill)
    if (artifact.type !== 'archive') throw noSuchFile()
    const etag = `"${artifact.digest}"`
    if (isNotModified(call.request.headers, etag)) return notModified(etag)
    await recordDelivery(app, call, skill)
    return attachment(artifact.bytes, { mediaType: artifact.mediaType, etag })
  }

  async function deliverFile(
    call: IndexCall,
    skill: PublishedSkill,
    path: string,
  ): Promise<Response> {
    const entry = skill.manifest.find((one) => one.path === path)
    if (!entry) throw noSuchFile()
    const etag = `"${entry.sha256}"`
    if (isNotModified(call.request.headers, etag)) return notModified(etag)
    const bytes = await storeOf(call.caller).file(nobody, skill.id, skill.digest, path)
    if (!bytes) throw noSuchFile()
    // Its SKILL.md is what a client of a skill reads first.
    if (path === 'SKILL.md') await recordDelivery(app, call, skill)
    const mediaType = path.endsWith('.md')
      ? 'text/markdown; charset=utf-8'
      : 'application/octet-stream'
    return attachment(bytes, { mediaType, etag })
  }
}

function targetOf(path: string): WellKnownTarget {
  const target = wellKnownTarget(path)
  if (!target) throw noSuchFile()
  return target
}

function noSuchFile(): ProblemError {
  return new ProblemError({
    code: 'registry.file-not-found',
    kind: 'not-found',
    message: 'The index names no such file.',
  })
}

function json(answer: object, etag: string | null): Response {
  const headers = etag === null ? { 'cache-control': 'no-store' } : revalidated(etag)
  return new Response(new EncodedJson(answer).bytes, {
    headers: { 'content-type': 'application/json', ...headers },
  })
}

interface Sent {
  readonly mediaType: string
  readonly etag: string
}

/** Untrusted bytes, which a browser saves instead of showing them. */
function attachment(bytes: Uint8Array, { mediaType, etag }: Sent): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': mediaType,
      'content-disposition': 'attachment',
      ...revalidated(etag),
    },
  })
}
