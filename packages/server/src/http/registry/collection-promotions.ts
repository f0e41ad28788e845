import type { CollectionId } from '@repertoire/core/base'
import { type Collection, isSamePromotion, type PinnedRevision } from '@repertoire/core/domain'
import { productionChanged } from '@repertoire/core/ports'
import { indexTag } from '@repertoire/core/report'
import { collectionRoutes } from '@repertoire/protocol'
import { type AuditedCall, recordAudit } from '../../identity/audit/record-audit.ts'
import type { Caller } from '../../identity/auth/authenticate.ts'
import type { PublishedCatalogues } from '../../publishing/registry/published-catalogues.ts'
import { type Application, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import {
  collectionChanged,
  collectionNotFound,
  promotionNotFound,
} from '../collections/collection-problems.ts'
import { collectionSkills } from '../collections/collection-skills.ts'
import { readLeftOut } from '../collections/left-out.ts'
import { personNames } from '../skills/skill-revisions.ts'
import { toCollectionBody, toLeftOutBody, toPromotionBody } from '../wire/collection.ts'

/** What production of collections gets: promoted, set back, or the newest. */
export function bindCollectionPromotions(
  bind: BindRoute,
  app: Application,
  catalogues: PublishedCatalogues,
): void {
  const record = (call: AuditedCall, action: string, collection: Collection, more: object = {}) => {
    const details = { slug: collection.slug, ...more }
    return recordAudit(app, call, { action, target: collection.id, details })
  }
  const find = async (caller: Caller, id: string) => {
    const collection = await catalogOf(app, caller).store.collections.get(id as CollectionId)
    if (!collection) throw collectionNotFound()
    return collection
  }
  const skillsOf = ({ principal: { tenantId } }: Caller, collection: Collection) => ({
    production: () =>
      collectionSkills(app, catalogues, { tenantId, collection, label: 'production' }),
    canary: () => collectionSkills(app, catalogues, { tenantId, collection, label: 'canary' }),
  })
  const readNow = async ({ principal: { tenantId } }: Caller) => {
    const catalogue = await catalogues.of(tenantId)
    const leftOutOf = await readLeftOut(app, catalogue, tenantId)
    const nameOf = ({ skillId, name }: PinnedRevision) =>
      name ?? catalogue.byId.get(skillId)?.name ?? skillId
    return { leftOutOf, nameOf }
  }

  bind(collectionRoutes.promote, async (call) => {
    const { caller } = call
    const collection = await find(caller, call.params.id)
    const skills = await skillsOf(caller, collection).canary()
    if (indexTag(skills, app.sha256) !== call.body.digest) throw collectionChanged()
    const pinned = skills.map(({ id, digest, name }) => ({ skillId: id, digest, name }))
    const by = { promotedAt: app.clock.now(), promotedBy: caller.principal.userId }
    const { collections } = catalogOf(app, caller).store
    const promoted = await collections.setPromotion(collection.id, { ...by, pinned })
    if (!promoted) throw collectionNotFound()
    await record(call, 'collection-promoted', promoted)
    return { body: toCollectionBody(promoted) }
  })

  bind(collectionRoutes.unpin, async (call) => {
    const { collections } = catalogOf(app, call.caller).store
    const collection = await collections.setPromotion(call.params.id as CollectionId, null)
    if (!collection) throw collectionNotFound()
    await record(call, 'collection-unpinned', collection)
    return { body: null }
  })

  bind(collectionRoutes.promotions, async ({ caller, params }) => {
    const collection = await find(caller, params.id)
    const all = await catalogOf(app, caller).store.collections.promotions(collection.id)
    // Of the oldest kept nobody knows any more what it changed.
    const shown = all.at(-1)?.number === 1 ? all : all.slice(0, -1)
    const { leftOutOf, nameOf } = await readNow(caller)
    const people = await personNames(app, caller)
    const items = shown.map((promotion, index) =>
      toPromotionBody(promotion, {
        before: all[index + 1] ?? null,
        current: index === 0 && isSamePromotion(promotion, collection.promotion),
        ...{ leftOut: leftOutOf(promotion), people, nameOf },
      }),
    )
    const production = await skillsOf(caller, collection).production()
    return { body: { digest: indexTag(production, app.sha256), items } }
  })

  bind(collectionRoutes.setBack, async (call) => {
    const { caller, params, body } = call
    const collection = await find(caller, params.id)
    const { collections } = catalogOf(app, caller).store
    const recorded = await collections.promotions(collection.id)
    const earlier = recorded.find(({ number }) => number === params.number)
    if (!earlier) throw promotionNotFound()
    const production = await skillsOf(caller, collection).production()
    if (indexTag(production, app.sha256) !== body.digest) throw productionChanged()
    const { leftOutOf, nameOf } = await readNow(caller)
    const leftOut = leftOutOf(earlier)
    const isLeftOut = new Set(leftOut.map(({ pin }) => pin))
    const promotion = {
      ...{ promotedAt: app.clock.now(), promotedBy: caller.principal.userId },
      pinned: earlier.pinned.filter((pin) => !isLeftOut.has(pin)),
      repeats: earlier.number,
    }
    const expected = { promotion: collection.promotion }
    const changed = await collections.setPromotion(collection.id, promotion, expected)
    if (!changed) throw collectionNotFound()
    const facts = { promotion: earlier.number, left_out: leftOut.length }
    await record(call, 'collection-set-back', changed, facts)
    const digest = indexTag(await skillsOf(caller, changed).production(), app.sha256)
    const left_out = toLeftOutBody(leftOut, nameOf)
    return { body: { collection: toCollectionBody(changed), digest, left_out } }
  })
}
