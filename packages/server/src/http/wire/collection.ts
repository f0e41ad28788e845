import {
  type Collection,
  type LeftOut,
  type PinnedRevision,
  pinnedChanges,
  type RecordedPromotion,
} from '@repertoire/core/domain'
import type { CollectionBody, RecordedPromotionBody } from '@repertoire/protocol'
import type { PersonNames } from './skill.ts'
import { wireTime, wireTimeOrNull } from './time.ts'

export function toCollectionBody(collection: Collection): CollectionBody {
  const { id, slug, description, selection, audience, tokenMadeAt, promotion, seen } = collection
  return {
    ...{ id, slug, description, audience },
    selection: structuredClone(selection) as CollectionBody['selection'],
    token_made_at: wireTimeOrNull(tokenMadeAt),
    promoted_at: wireTimeOrNull(promotion?.promotedAt ?? null),
    seen: Object.fromEntries(Object.entries(seen).map(([name, at]) => [name, wireTime(at)])),
    created_at: wireTime(collection.createdAt),
    updated_at: wireTime(collection.updatedAt),
  }
}

/** The name of a pinned skill, also of one that is there no more. */
export type NameOf = (pin: PinnedRevision) => string

export interface PromotionFacts {
  /** The promotion before it; null for the first. */
  readonly before: RecordedPromotion | null
  readonly current: boolean
  readonly leftOut: readonly LeftOut[]
  readonly people: PersonNames
  readonly nameOf: NameOf
}

export function toPromotionBody(
  promotion: RecordedPromotion,
  { before, current, leftOut, people, nameOf }: PromotionFacts,
): RecordedPromotionBody {
  const { number, promotedAt, promotedBy, pinned, repeats } = promotion
  const changes = pinnedChanges(before?.pinned ?? [], pinned).map(({ change, pin }) => ({
    ...{ id: pin.skillId, name: nameOf(pin), change },
    digest: change === 'removed' ? null : pin.digest,
  }))
  return {
    ...{ number, promoted_at: wireTime(promotedAt), promoted_by: promotedBy },
    promoted_by_name: people.get(promotedBy) ?? null,
    ...{ repeats: repeats ?? null, current, skills: pinned.length },
    changes: changes.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    left_out: toLeftOutBody(leftOut, nameOf),
  }
}

export function toLeftOutBody(
  leftOut: readonly LeftOut[],
  nameOf: NameOf,
): RecordedPromotionBody['left_out'] {
  const bodies = leftOut.map(({ pin, reason }) => {
    return { id: pin.skillId, name: nameOf(pin), digest: pin.digest, reason }
  })
  return bodies.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}
