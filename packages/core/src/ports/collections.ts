import type { CollectionId, TenantId, Timestamp } from '../base/ids.ts'
import type {
  Collection,
  CollectionDraft,
  CollectionPromotion,
  RecordedPromotion,
} from '../domain/collection.ts'

/** The collections of an organisation. They need no paging: there are as many as people name. */
export interface CollectionStore {
  /** By slug. */
  list(): Promise<readonly Collection[]>
  get(id: CollectionId): Promise<Collection | null>
  /** Throws ProblemError `collection.slug-taken` or `tenant.not-found`. */
  create(collection: Collection): Promise<void>
  /** Null when there is none. Throws ProblemError `collection.slug-taken`. */
  update(
    id: CollectionId,
    change: Partial<CollectionDraft> & { readonly updatedAt: Timestamp },
  ): Promise<Collection | null>
  /** Replaces its token, or takes it away with null. Null when there is no such collection. */
  setToken(
    id: CollectionId,
    token: { readonly hash: string; readonly madeAt: Timestamp } | null,
  ): Promise<Collection | null>
  /**
   * Replaces what production gets; null for the newest. A promotion is recorded, too. Null when there is no such
   * collection. Throws ProblemError `collection.changed` when production has another promotion than `expected`.
   */
  setPromotion(
    id: CollectionId,
    promotion: CollectionPromotion | null,
    expected?: { readonly promotion: CollectionPromotion | null },
  ): Promise<Collection | null>
  /** The promotions that are recorded, the newest first; none when there is no such collection. */
  promotions(id: CollectionId): Promise<readonly RecordedPromotion[]>
  /** Notes that a kind of client took it. */
  recordSeen(id: CollectionId, client: string, now: Timestamp): Promise<void>
  /** False when there was none. */
  remove(id: CollectionId): Promise<boolean>
}

/** The collection of a token, and whose it is. */
export interface CollectionOfTenant {
  readonly tenantId: TenantId
  readonly collection: Collection
}
