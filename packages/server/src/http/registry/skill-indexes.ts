import { anonymousViewer, type PublishedSkill } from '@repertoire/core/domain'
import type { SkillStore } from '@repertoire/core/ports'
import {
  filesIndex,
  indexTag,
  type WellKnownTarget,
  wellKnownIndex,
  wellKnownTarget,
} from '@repertoire/core/report'
import { registryRoutes } from '@repertoire/protocol'
import type { Caller } from '../../identity/auth/authenticate.ts'
import type { OfferedCatalogue } from '../../publishing/registry/published-catalogues.ts'
import type { SkillArtifacts } from '../../publishing/registry/skill-artifacts.ts'
import { type Application, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { isNotModified } from '../base/conditional-requests.ts'
import { EncodedJson } from '../base/encoded-json.ts'
import {
  attachment,
  noPublishedFile,
  notModified,
  publishedAs,
  recordDelivery,
  revalidated,
} from './registry-replies.ts'

/** What one index offers, to whoever sent the request. */
export interface OfferedIndex extends Pick<OfferedCatalogue, 'skills' | 'byName' | 'tag'> {
  readonly request: Request
  readonly store: SkillStore
  /** Called for each skill that is given out. */
  readonly record: (skill: PublishedSkill) => Promise<void>
}

/** Well-known indexes and the files that they name, by the path below `.well-known/…/`. */
export interface SkillIndexes {
  /** Version 0.2. */
  current(offer: OfferedIndex, path: string): Promise<Response>
  /** Version 0.2 of one skill. Throws ProblemError `registry.not-found`. */
  ofOne(offer: OfferedIndex, name: string, path: string): Promise<Response>
  /** Version 0.1. */
  files(offer: OfferedIndex, path: string): Promise<Response>
}

export function createSkillIndexes(
  { sha256 }: Pick<Application, 'sha256'>,
  artifacts: SkillArtifacts,
): SkillIndexes {
  async function current(offer: OfferedIndex, path: string): Promise<Response> {
    const target = targetOf(path)
    if (target.kind !== 'index') return deliver(offer, target)
    const { request, store, skills, tag } = offer
    const etag = `"${tag}"`
    if (isNotModified(request.headers, etag)) return notModified(etag)
    const { entries, complete } = await artifacts.describe(store, skills)
    return json(wellKnownIndex(entries), complete ? etag : null)
  }

  async function deliver(
    offer: OfferedIndex,
    target: Exclude<WellKnownTarget, { kind: 'index' }>,
  ): Promise<Response> {
    const skill = publishedAs(offer, target.name)
    if (target.kind === 'archive') return deliverArchive(offer, skill)
    return deliverFile(offer, skill, target.path)
  }

  async function deliverArchive(offer: OfferedIndex, skill: PublishedSkill): Promise<Response> {
    const artifact = await artifacts.artifact(offer.store, skill)
    if (artifact.type !== 'archive') throw noPublishedFile()
    const etag = `"${artifact.digest}"`
    if (isNotModified(offer.request.headers, etag)) return notModified(etag)
    await offer.record(skill)
    return attachment(artifact.bytes, { mediaType: artifact.mediaType, etag })
  }

  return {
    current,
    ofOne: (offer, name, path) => {
      const skill = publishedAs(offer, name)
      const byName = new Map([[skill.name, skill]])
      const tag = indexTag([skill], sha256)
      return current({ ...offer, skills: [skill], byName, tag }, path)
    },
    files: async (offer, path) => {
      const target = targetOf(path)
      if (target.kind !== 'index') return deliver(offer, target)
      const etag = `"files-${offer.tag}"`
      if (isNotModified(offer.request.headers, etag)) return notModified(etag)
      return json(filesIndex(offer.skills), etag)
    },
  }
}

async function deliverFile(
  { store, request, record }: OfferedIndex,
  skill: PublishedSkill,
  path: string,
): Promise<Response> {
  const entry = skill.manifest.find((one) => one.path === path)
  if (!entry) throw noPublishedFile()
  const etag = `"${entry.sha256}"`
  if (isNotModified(request.headers, etag)) return notModified(etag)
  const bytes = await store.file(anonymousViewer, skill.id, skill.digest, path)
  if (!bytes) throw noPublishedFile()
  // Its SKILL.md is what a client of a skill reads first.
  if (path === 'SKILL.md') await record(skill)
  const mediaType = path.endsWith('.md')
    ? 'text/markdown; charset=utf-8'
    : 'application/octet-stream'
  return attachment(bytes, { mediaType, etag })
}

interface IndexParts {
  readonly offered: (caller: Caller) => Promise<OfferedCatalogue>
  readonly artifacts: SkillArtifacts
}

interface IndexCall {
  readonly caller: Caller
  readonly traceId: string
  readonly request: Request
}

/** The indexes of the organisation. */
export function bindSkillIndexes(
  bind: BindRoute,
  app: Application,
  { offered, artifacts }: IndexParts,
): void {
  const indexes = createSkillIndexes(app, artifacts)
  const offer = async (call: IndexCall): Promise<OfferedIndex> => ({
    ...(await offered(call.caller)),
    request: call.request,
    store: catalogOf(app, call.caller).store.skills,
    record: (skill) => recordDelivery(app, call, skill),
  })
  bind(registryRoutes.index, async (call) => indexes.current(await offer(call), call.params.path))
  bind(registryRoutes.oneSkillIndex, async (call) =>
    indexes.ofOne(await offer(call), call.params.name, call.params.path),
  )
  bind(registryRoutes.filesIndex, async (call) =>
    indexes.files(await offer(call), call.params.path),
  )
}

function targetOf(path: string): WellKnownTarget {
  const target = wellKnownTarget(path)
  if (!target) throw noPublishedFile()
  return target
}

function json(answer: object, etag: string | null): Response {
  const headers = etag === null ? { 'cache-control': 'no-store' } : revalidated(etag)
  return new Response(new EncodedJson(answer).bytes, {
    headers: { 'content-type': 'application/json', ...headers },
  })
}
