import { ProblemError, throwIf } from '../../base/errors.ts'
import type { RevisionDigest } from '../../base/ids.ts'
import type { Advisory, AdvisoryException, AdvisoryList } from '../../domain/advisory.ts'
import { missingPermission } from '../../domain/permissions.ts'
import type { TrustedSigner } from '../../domain/trusted-signer.ts'
import {
  type CatalogActor,
  type CatalogDeps,
  recordChanges,
} from '../../keep/skills/catalog-deps.ts'
import { contentNotNamed, noAdvisoryList, ownerNeeded } from '../origin/advisory-problems.ts'

/**
 * Subscribes the organisation to a list, in place of the one before. With the signer of before its serial stays, so that
 * another address cannot bring an older list; another signer begins anew. Throws the problems of {@link missingPermission}.
 */
export async function setAdvisoryList(
  deps: CatalogDeps,
  actor: CatalogActor,
  { url, signer }: { readonly url: string; readonly signer: TrustedSigner },
): Promise<AdvisoryList> {
  throwIf(missingPermission(actor.principal, 'settings.write'))
  const lists = await deps.store.advisories.lists()
  const before = lists.find(({ owner }) => owner === 'organisation')
  const list = subscribe({ owner: 'organisation', url, signer }, before)
  await deps.store.advisories.put(list)
  const details = { url, signer: signer.name, identity: signer.identity }
  await recordChanges(deps, actor, [
    { action: 'advisory-list-set', target: 'organisation', details },
  ])
  return list
}

/** A list at an address, with what was taken from the same signer before. Pure. */
export function subscribe(
  subscription: Pick<AdvisoryList, 'owner' | 'url' | 'signer'>,
  before: AdvisoryList | undefined,
): AdvisoryList {
  const { pem, identity } = subscription.signer
  const isSameSigner = before?.signer.pem === pem && before.signer.identity === identity
  const { content, sha256, takenAt } = isSameSigner ? before : neverTaken
  return { ...subscription, content, sha256, takenAt, checkedAt: null, problem: null }
}

/** Those of publishers and sources name contents without their digest. */
function mayName({ digests, publishers, sources }: Advisory, digest: RevisionDigest): boolean {
  return digests.includes(digest) || publishers.length + sources.length > 0
}

const neverTaken = { content: null, sha256: null, takenAt: null } as const

/** What it took out of use stays so. Throws ProblemError `advisories.not-found`, and the problems of {@link missingPermission}. */
export async function removeAdvisoryList(deps: CatalogDeps, actor: CatalogActor): Promise<void> {
  throwIf(missingPermission(actor.principal, 'settings.write'))
  if (!(await deps.store.advisories.remove('organisation'))) throw new ProblemError(noAdvisoryList)
  await recordChanges(deps, actor, [
    { action: 'advisory-list-removed', target: 'organisation', details: {} },
  ])
}

/**
 * An owner decides that what the lists say of a content now does not count: it may be enabled again, and nothing is enabled
 * by it. A later advisory counts again. Throws ProblemError `advisories.owner-needed`, `advisories.not-named`, and the
 * problems of {@link missingPermission}.
 */
export async function exceptFromAdvisories(
  deps: CatalogDeps,
  actor: CatalogActor,
  { digest, reason }: { readonly digest: RevisionDigest; readonly reason: string },
): Promise<AdvisoryException> {
  const { store, clock } = deps
  const { principal } = actor
  throwIf(missingPermission(principal, 'skills.write'))
  if (principal.role !== 'owner') throw new ProblemError(ownerNeeded)
  const revocations = await store.reviews.revocations()
  const revocation = revocations.find((one) => one.digest === digest)
  if (revocation?.by !== null) throw new ProblemError(contentNotNamed(digest))
  const lists = await store.advisories.lists()
  const exception: AdvisoryException = {
    digest,
    advisoryIds: lists
      .flatMap(({ content }) => content?.advisories ?? [])
      .filter((one) => mayName(one, digest))
      .map(({ id }) => id),
    ...{ reason, by: principal.userId, at: clock.now() },
  }
  await store.advisories.except(exception)
  await store.reviews.restore(digest)
  await recordChanges(deps, actor, [
    { action: 'advisory-excepted', target: digest, details: { reason, was: revocation.reason } },
  ])
  return exception
}
