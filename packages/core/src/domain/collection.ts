import type { CollectionId, RevisionDigest, SkillId, Timestamp, UserId } from '../base/ids.ts'
import type { PublishedSkill } from './published-skill.ts'

/** Which of the published skills are in a collection. */
export type CollectionSelection =
  | { readonly kind: 'all' }
  /** Those that have one of the tags. */
  | { readonly kind: 'tags'; readonly tags: readonly string[] }
  /** Those that the search finds. */
  | { readonly kind: 'query'; readonly query: string }
  /** Chosen by hand, by the name under which they are published. */
  | { readonly kind: 'names'; readonly names: readonly string[] }

/** What a client of a collection asks for: the promoted revisions, or the newest ones. */
export const collectionLabels = ['production', 'canary'] as const
export type CollectionLabel = (typeof collectionLabels)[number]

/** The revisions that clients of production get until the next promotion. */
export interface CollectionPromotion {
  readonly promotedAt: Timestamp
  readonly promotedBy: UserId
  readonly pinned: readonly PinnedRevision[]
  /** The number of the earlier promotion that it repeats. */
  readonly repeats?: number
}

export interface PinnedRevision {
  readonly skillId: SkillId
  readonly digest: RevisionDigest
  /** Under which it was given out; promotions of older releases do not say it. */
  readonly name?: string
}

/** A promotion as it is kept after the next one. */
export interface RecordedPromotion extends CollectionPromotion {
  /** Counts the promotions of the collection, from 1. */
  readonly number: number
}

/** Promotions that are kept of each collection, the newest. */
export const maxRecordedPromotions = 50

/** Whether both pin the same, by the same person at the same time. Pure. */
export function isSamePromotion(
  one: CollectionPromotion | null,
  other: CollectionPromotion | null,
): boolean {
  const textOf = (promotion: CollectionPromotion | null) =>
    promotion && [
      ...[promotion.promotedAt, promotion.promotedBy],
      ...promotion.pinned.flatMap(({ skillId, digest }) => [skillId, digest]),
    ]
  return JSON.stringify(textOf(one)) === JSON.stringify(textOf(other))
}

/** A revision of a promotion that nothing may bring back, and why. */
export interface LeftOut {
  readonly pin: PinnedRevision
  /** `unavailable`: the organisation gives nothing of the skill out any more. */
  readonly reason: 'revoked' | 'unavailable'
}

/** What a promotion did to one skill of production. */
export interface PinnedChange {
  readonly change: 'added' | 'changed' | 'removed'
  readonly pin: PinnedRevision
}

/** What is other in the second list, skill by skill. Pure. */
export function pinnedChanges(
  before: readonly PinnedRevision[],
  after: readonly PinnedRevision[],
): readonly PinnedChange[] {
  const had = new Map(before.map((pin) => [pin.skillId, pin]))
  const has = new Set(after.map(({ skillId }) => skillId))
  const removed = before.filter(({ skillId }) => !has.has(skillId))
  return [
    ...after.flatMap((pin): PinnedChange[] => {
      const earlier = had.get(pin.skillId)
      if (earlier?.digest === pin.digest) return []
      return [{ change: earlier ? 'changed' : 'added', pin }]
    }),
    ...removed.map((pin) => ({ change: 'removed' as const, pin })),
  ]
}

/** A named set of skills that stock clients take by an address. */
export interface Collection {
  readonly id: CollectionId
  /** Unique in the organisation; part of its address. */
  readonly slug: string
  readonly description: string
  readonly selection: CollectionSelection
  /** `organisation`: also whoever has a key of the organisation that may read skills. `token`: its token alone. */
  readonly audience: 'organisation' | 'token'
  /** When its token was made; null without one. Only the token's hash is stored. */
  readonly tokenMadeAt: Timestamp | null
  /** Null: production gets the newest revisions too. */
  readonly promotion: CollectionPromotion | null
  /** When a kind of client last took it, by the kind's name. */
  readonly seen: Readonly<Record<string, Timestamp>>
  readonly createdBy: UserId
  readonly createdAt: Timestamp
  readonly updatedAt: Timestamp
}

/** What people say of a collection. */
export type CollectionDraft = Pick<Collection, 'slug' | 'description' | 'selection' | 'audience'>

/** The skills of a selection, in their order. `found`: what the search finds for its query. Pure. */
export function selectPublished(
  selection: CollectionSelection,
  published: readonly PublishedSkill[],
  found: ReadonlySet<SkillId>,
): readonly PublishedSkill[] {
  switch (selection.kind) {
    case 'all':
      return published
    case 'tags':
      return published.filter(({ tags }) => tags.some((tag) => selection.tags.includes(tag)))
    case 'query':
      return published.filter(({ id }) => found.has(id))
    case 'names':
      return published.filter(({ name }) => selection.names.includes(name))
  }
}
