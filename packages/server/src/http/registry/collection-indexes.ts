import { indexTag } from '@repertoire/core/report'
import type { Context, Hono } from 'hono'
import { createRequestRate } from '../../identity/auth/request-rate.ts'
import { addressGroup } from '../../platform/proxy/client-address.ts'
import { createPublishedCatalogues } from '../../publishing/registry/published-catalogues.ts'
import { createSkillArtifacts } from '../../publishing/registry/skill-artifacts.ts'
import type { Application } from '../base/application.ts'
import type { HttpEnvironment } from '../base/environment.ts'
import { collectionToken } from '../collections/collection-address.ts'
import { collectionSkills } from '../collections/collection-skills.ts'
import { findTakenCollection } from '../collections/find-taken-collection.ts'
import { recordSeen, recordTaken } from '../collections/record-taken.ts'
import { createSkillIndexes, type OfferedIndex } from './skill-indexes.ts'

/** Stock clients request every artifact of an index, however few they want. */
const perMinute = { maxPerMinute: 6_000, code: 'collection.too-many-requests' }

/**
 * The well-known indexes of collections: `/s/TOKEN/SLUG`, and `/s/TOKEN/SLUG/skills/NAME` for one skill. Stock
 * clients send no credentials to an index, so the token is always in the address.
 */
export function bindCollectionIndexes(http: Hono<HttpEnvironment>, app: Application): void {
  const catalogues = createPublishedCatalogues(app)
  const indexes = createSkillIndexes(app, createSkillArtifacts(app))
  const rate = createRequestRate(app.clock, perMinute)

  async function offer(c: Context<HttpEnvironment>): Promise<OfferedIndex> {
    const external = c.get('external')
    const traceId = c.get('traceId')
    const token = collectionToken(c.req.url) ?? ''
    const name = c.req.param('slug') ?? ''
    const request = { name, token, isInAddress: true, external, traceId }
    const taken = await findTakenCollection(app, request)
    rate.count(`${taken.collection.id} ${addressGroup(external.address)}`)
    const skills = await collectionSkills(app, catalogues, taken)
    await recordSeen(app, taken, 'well-known')
    return {
      skills,
      byName: new Map(skills.map((skill) => [skill.name, skill])),
      tag: indexTag(skills, app.sha256),
      request: c.req.raw,
      store: app.store.tenant(taken.tenantId).skills,
      record: async ({ name, digest }) => {
        if (c.req.method === 'HEAD') return
        const details = { skill: name, digest }
        const { address } = external
        await recordTaken(app, taken, { via: 'well-known', address, traceId, details })
      },
    }
  }

  const current = '.well-known/agent-skills/:path{.+}'
  http.get(`/s/:slug/${current}`, async (c) => indexes.current(await offer(c), c.req.param('path')))
  http.get(`/s/:slug/skills/:name/${current}`, async (c) =>
    indexes.ofOne(await offer(c), c.req.param('name'), c.req.param('path')),
  )
  http.get('/s/:slug/.well-known/skills/:path{.+}', async (c) =>
    indexes.files(await offer(c), c.req.param('path')),
  )
}
