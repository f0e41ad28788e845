import type { CollectionId } from '../base/ids.ts'
import {
  type Collection,
  type CollectionPromotion,
  isSamePromotion,
  maxRecordedPromotions,
} from '../domain/collection.ts'
import type { CollectionStore } from '../ports/collections.ts'
import { collectionSlugTaken, productionChanged } from '../ports/store-problems.ts'
import type { InMemoryTenant } from './in-memory-state.ts'

export function createInMemoryCollections({ collections }: InMemoryTenant): CollectionStore {
  const refuseTaken = (slug: string, id: CollectionId) => {
    for (const { collection } of collections.values()) {
      if (collection.slug === slug && collection.id !== id) throw collectionSlugTaken(slug)
    }
  }
  const change = (id: CollectionId, fields: Partial<Collection>): Collection | null => {
    const entry = collections.get(id)
    if (!entry) return null
    refuseTaken(fields.slug ?? entry.collection.slug, id)
    const collection = { ...entry.collection, ...fields }
    collections.set(id, { ...entry, collection })
    return collection
  }
  const record = (id: CollectionId, promotion: CollectionPromotion) => {
    const entry = collections.get(id)
    if (!entry) return
    const number = (entry.promotions[0]?.number ?? 0) + 1
    const promotions = [{ ...promotion, number }, ...entry.promotions]
    collections.set(id, { ...entry, promotions: promotions.slice(0, maxRecordedPromotions) })
  }
  return {
    list: async () =>
      [...collections.values()]
        .map(({ collection }) => collection)
        .sort((one, other) => (one.slug < other.slug ? -1 : 1)),
    get: async (id) => collections.get(id)?.collection ?? null,
    create: async (collection) => {
      refuseTaken(collection.slug, collection.id)
      collections.set(collection.id, { collection, tokenHash: null, promotions: [] })
    },
    update: async (id, fields) => change(id, fields),
    setToken: async (id, token) => {
      const collection = change(id, { tokenMadeAt: token?.madeAt ?? null })
      const entry = collections.get(id)
      if (entry) collections.set(id, { ...entry, tokenHash: token?.hash ?? null })
      return collection
    },
    setPromotion: async (id, promotion, expected) => {
      const entry = collections.get(id)
      if (!entry) return null
      if (expected && !isSamePromotion(entry.collection.promotion, expected.promotion))
        throw productionChanged()
      if (promotion) record(id, promotion)
      return change(id, { promotion })
    },
    promotions: async (id) => collections.get(id)?.promotions ?? [],
    recordSeen: async (id, client, now) => {
      const seen = collections.get(id)?.collection.seen
      if (seen) change(id, { seen: { ...seen, [client]: now } })
    },
    remove: async (id) => collections.delete(id),
  }
}
