import { isProblemError, ProblemError, type TenantId } from '@repertoire/core/base'
import { type Collection, type CollectionLabel, missingPermission } from '@repertoire/core/domain'
import {
  type AuthenticateDeps,
  authenticate,
  type Caller,
} from '../../identity/auth/authenticate.ts'
import type { ExternalRequest } from '../../platform/proxy/external-request.ts'
import type { Application } from '../base/application.ts'
import { checkOnlyReads } from '../base/registry-address.ts'
import { parseCollectionName } from './collection-address.ts'
import { collectionTokenPrefix } from './collection-token.ts'

/** A collection that a client asked for and may take. */
export interface TakenCollection {
  readonly tenantId: TenantId
  readonly collection: Collection
  readonly label: CollectionLabel
  /** Whose key it was; null for the token of the collection, which is nobody's. */
  readonly caller: Caller | null
}

export interface CollectionRequest {
  /** Its slug, with `.canary` for that label. */
  readonly name: string
  /** The collection's token, or a key. */
  readonly token: string
  /** Addresses end up in lock files and logs. */
  readonly isInAddress: boolean
  readonly external: Pick<ExternalRequest, 'address' | 'scheme'>
  readonly traceId: string
}

type Deps = AuthenticateDeps & Pick<Application, 'store' | 'accessAudit'>

/**
 * The collection of a token, or of a key of the organisation that may read skills. Throws ProblemError
 * `collection.not-found`, which does not tell a wrong token from a collection that never was, `auth.key-too-wide` and
 * `auth.too-many-attempts`.
 */
export async function findTakenCollection(
  deps: Deps,
  request: CollectionRequest,
): Promise<TakenCollection> {
  const found = request.token.startsWith(collectionTokenPrefix)
    ? await byToken(deps, request)
    : await byKey(deps, request)
  if (found) return found
  throw new ProblemError(noSuchCollection)
}

async function byToken(
  { failedKeys, store, sha256 }: Deps,
  { token, name, external }: CollectionRequest,
): Promise<TakenCollection | null> {
  const { slug, label } = parseCollectionName(name)
  const { address } = external
  const found = await failedKeys.find({ address, key: token }, (text) =>
    store.directory.findCollection(sha256(text)),
  )
  return found?.collection.slug === slug ? { ...found, label, caller: null } : null
}

async function byKey(deps: Deps, request: CollectionRequest): Promise<TakenCollection | null> {
  const { token, external, traceId } = request
  const { slug, label } = parseCollectionName(request.name)
  const caller = await callerOf(deps, { token, external, traceId })
  if (!caller) return null
  const { principal } = caller
  if (missingPermission(principal, 'skills.read')) return null
  const { tenantId } = principal
  const all = await deps.store.tenant(tenantId).collections.list()
  const collection = all.find((one) => one.slug === slug && one.audience === 'organisation')
  if (!collection) return null
  if (request.isInAddress) checkOnlyReads(principal)
  await deps.accessAudit.keyUsed(caller, traceId)
  return { tenantId, collection, label, caller }
}

async function callerOf(
  deps: Deps,
  { token, ...rest }: Pick<CollectionRequest, 'token' | 'external' | 'traceId'>,
): Promise<Caller | null> {
  if (!/^[\x21-\x7e]+$/.test(token)) return null
  const headers = new Headers({ authorization: `Bearer ${token}` })
  try {
    return await authenticate(deps, { ...rest, headers })
  } catch (error) {
    if (isProblemError(error) && error.problem.kind === 'unauthenticated') return null
    throw error
  }
}

const noSuchCollection = {
  code: 'collection.not-found',
  kind: 'not-found',
  message: 'There is no collection of this name for this token.',
  hint: 'Copy the address again: tokens are replaced and revoked on the page, and names can change.',
} as const
