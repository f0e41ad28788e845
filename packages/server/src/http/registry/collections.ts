import type { CollectionId } from '@repertoire/core/base'
import type { Collection } from '@repertoire/core/domain'
import { indexTag } from '@repertoire/core/report'
import { collectionRoutes } from '@repertoire/protocol'
import { type AuditedCall, recordAudit } from '../../identity/audit/record-audit.ts'
import { createPublishedCatalogues } from '../../publishing/registry/published-catalogues.ts'
import { type Application, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { collectionNotFound } from '../collections/collection-problems.ts'
import { collectionSkills } from '../collections/collection-skills.ts'
import { newCollectionToken } from '../collections/collection-token.ts'
import { toCollectionBody } from '../wire/collection.ts'
import { bindCollectionPromotions } from './collection-promotions.ts'

/** Named sets of skills, and the tokens of their addresses. */
export function bindCollections(bind: BindRoute, app: Application): void {
  const catalogues = createPublishedCatalogues(app)
  const record = (call: AuditedCall, action: string, { id, slug }: Collection) =>
    recordAudit(app, call, { action, target: id, details: { slug } })
  bindCollectionPromotions(bind, app, catalogues)

  bind(collectionRoutes.list, async ({ caller }) => {
    const found = await catalogOf(app, caller).store.collections.list()
    return { body: { items: found.map(toCollectionBody) } }
  })

  bind(collectionRoutes.create, async (call) => {
    const now = app.clock.now()
    const collection: Collection = {
      ...{
        ...call.body,
        id: app.ids.next('col') as CollectionId,
        tokenMadeAt: null,
        promotion: null,
        seen: {},
      },
      ...{ createdBy: call.caller.principal.userId, createdAt: now, updatedAt: now },
    }
    await catalogOf(app, call.caller).store.collections.create(collection)
    await record(call, 'collection-created', collection)
    return { body: toCollectionBody(collection) }
  })

  bind(collectionRoutes.update, async (call) => {
    const { slug, description, selection, audience } = call.body
    const change = {
      ...(slug !== undefined && { slug }),
      ...(description !== undefined && { description }),
      ...(selection !== undefined && { selection }),
      ...(audience !== undefined && { audience }),
      updatedAt: app.clock.now(),
    }
    const { collections } = catalogOf(app, call.caller).store
    const collection = await collections.update(call.params.id as CollectionId, change)
    if (!collection) throw collectionNotFound()
    await record(call, 'collection-changed', collection)
    return { body: toCollectionBody(collection) }
  })

  bind(collectionRoutes.remove, async (call) => {
    const { collections } = catalogOf(app, call.caller).store
    const collection = await collections.get(call.params.id as CollectionId)
    if (!collection || !(await collections.remove(collection.id))) throw collectionNotFound()
    await record(call, 'collection-deleted', collection)
    return { body: null }
  })

  bind(collectionRoutes.skills, async ({ caller, params, query: { label } }) => {
    const { tenantId } = caller.principal
    const collection = await catalogOf(app, caller).store.collections.get(params.id as CollectionId)
    if (!collection) throw collectionNotFound()
    const skills = await collectionSkills(app, catalogues, { tenantId, collection, label })
    const items = skills.map(({ id, name, description, digest }) => {
      return { id, name, description, digest }
    })
    return { body: { digest: indexTag(skills, app.sha256), items } }
  })

  bind(collectionRoutes.makeToken, async (call) => {
    const { collections } = catalogOf(app, call.caller).store
    const token = newCollectionToken(app.newSecret)
    const kept = { hash: app.sha256(token), madeAt: app.clock.now() }
    const collection = await collections.setToken(call.params.id as CollectionId, kept)
    if (!collection) throw collectionNotFound()
    await record(call, 'collection-token-made', collection)
    return { body: { token }, headers: { 'cache-control': 'no-store' } }
  })

  bind(collectionRoutes.revokeToken, async (call) => {
    const { collections } = catalogOf(app, call.caller).store
    const collection = await collections.setToken(call.params.id as CollectionId, null)
    if (!collection) throw collectionNotFound()
    await record(call, 'collection-token-revoked', collection)
    return { body: null }
  })
}
