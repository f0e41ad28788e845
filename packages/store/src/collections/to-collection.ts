import type { CollectionId, UserId } from '@repertoire/core/base'
import type { Collection } from '@repertoire/core/domain'
import { fromJson } from '../database/json.ts'
import type { Row } from '../database/schema.ts'

export function toCollection(row: Row<'collections'>): Collection {
  const { slug, description, audience } = row
  return {
    ...{ id: row.id as CollectionId, slug, description, audience },
    selection: fromJson(row.selection),
    tokenMadeAt: row.token_made_at,
    promotion: row.promotion === null ? null : fromJson(row.promotion),
    seen: fromJson(row.seen),
    createdBy: row.created_by as UserId,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
