import type {
  IgnoredEntryId,
  PendingRevisionId,
  RevisionDigest,
  SkillId,
  SuppressionId,
} from '@repertoire/core/base'
import type {
  AcceptedFindings,
  AdvisoryException,
  AdvisoryList,
  IgnoredEntry,
  InboxNotification,
  Suppression,
} from '@repertoire/core/domain'
import type { TenantStore } from '@repertoire/core/ports'
import { checkedContent } from './checked-content.ts'
import type { ExpectedResults, Probes } from './isolation-automation-probes.ts'
import { cleanTrust, itemOf, newSource, noAudit, toHold } from './pending-revision-fixture.ts'
import { ann, bob, type StoreFixture } from './store-fixture.ts'

type Stores = Omit<TenantStore, 'tenantId'>

const page = { limit: 50 }
const waiting = {
  audience: {
    approvals: { person: ann, administers: { connectors: [] } },
    proposals: { person: ann, organisation: true },
    imports: true,
  },
  filter: {},
}
const skillId = 'skl_hers' as SkillId
const running = { owner: 'hers', until: 1_000 }
const decision = { by: bob, note: 'stolen', now: 9 } as const
const nothingRead = { items: [], holds: [], applies: [], progress: { done: 0, total: 0 } }

/** Creates a source that Ann syncs, a pending import of it that waits, and a revoked content. */
export async function seedSources(fixture: StoreFixture, tenant: TenantStore) {
  const source = newSource(fixture, { encryptedToken: 'encrypted by ann' })
  await tenant.sources.create(source)
  await tenant.sources.startSync(source.id, running, 0)
  const given = checkedContent('arrived', { files: { 'run.sh': 'echo hers' } })
  const item = toHold(fixture, given, { sourceId: source.id })
  const batch = { ...nothingRead, holds: [item], items: [itemOf(given, { skillId })] }
  await tenant.sources.recordBatch(source.id, running, batch)
  const revoked = checkedContent('revoked').facts.digest
  const why = { severity: 'critical', reason: 'It steals keys.', url: null } as const
  const revocation = { ...{ ...why, digest: revoked }, by: ann, at: 1 }
  await tenant.reviews.revoke(revocation)
  await tenant.reviews.acknowledge(acknowledgement(item.held.digest))
  await tenant.reviews.suppress([suppressionOf(item.held.id)])
  const ignored = ignoredOf(source.id)
  await tenant.sources.ignore(ignored)
  await tenant.advisories.put(advisoryList)
  await tenant.advisories.except(exceptionOf(revoked))
  await tenant.inboxNotification.put(notification, 0)
  return { source, given, item, revocation, ignored }
}

export type SeededSources = Awaited<ReturnType<typeof seedSources>>

/** Everything Ann can read of them. */
export async function sourceContents(
  { sources, reviews, advisories, inboxNotification }: TenantStore,
  seeded: SeededSources,
) {
  const { id } = seeded.item.held
  return {
    sources: await sources.list(),
    items: await sources.allItems(seeded.source.id),
    itemsOfSkills: await sources.itemsOfSkills([skillId]),
    ignored: await sources.ignored(seeded.source.id),
    held: await reviews.get(id, 'server'),
    files: await reviews.files(id, 'server'),
    revocations: await reviews.revocations(),
    acknowledgements: await reviews.acknowledgements(seeded.item.held.digest),
    suppressions: await reviews.suppressions(),
    advisoryLists: await advisories.lists(),
    exceptions: await advisories.exceptions(),
    notification: await inboxNotification.get(),
    trust: [...(await reviews.trustOf([seeded.item.held.digest]))],
  }
}

/** Every method, called through `attacker` (another tenant) with Ann's ids and digests. */
export function sourceProbes(
  { sources, reviews, inbox, advisories, inboxNotification }: TenantStore,
  seeded: SeededSources,
) {
  const { source, given, item, revocation, ignored } = seeded
  const { id, digest } = item.held
  const approval = {
    ...decision,
    arrival: given,
    expectedHead: null,
    enable: true,
    auditOf: noAudit,
  }
  return {
    sources: {
      create: async () => undefined,
      get: () => sources.get(source.id),
      list: () => sources.list(),
      update: () => sources.update(source.id, { name: 'Stolen', updatedAt: 9 }),
      remove: () => sources.remove(source.id),
      items: () => sources.items(source.id, page),
      allItems: () => sources.allItems(source.id),
      itemsOfSkills: () => sources.itemsOfSkills([skillId]),
      item: () => sources.item(source.id, item.held.entryId),
      ignored: () => sources.ignored(source.id),
      ignore: () => sources.ignore({ ...ignored, digest, reason: 'stolen' }),
      stopIgnoring: () => sources.stopIgnoring(source.id, ignored.id),
      startSync: () => sources.startSync(source.id, { owner: 'stolen', until: 9_000 }, 5_000),
      recordBatch: () => sources.recordBatch(source.id, running, nothingRead),
      finishSync: () => sources.finishSync(source.id, running, source.sync),
      requestCancel: () => sources.requestCancel(source.id),
    } satisfies Probes<Stores['sources']>,
    reviews: {
      hold: () => reviews.hold([]),
      get: () => reviews.get(id, 'server'),
      list: () => reviews.list({ audience: 'server' }, page),
      countPending: () => reviews.countPending('server'),
      files: () => reviews.files(id, 'server'),
      file: () => reviews.file(id, 'server', 'run.sh'),
      approve: () => reviews.approve(id, approval),
      decide: () => reviews.decide(id, { ...decision, from: ['held'], to: 'rejected' }),
      rejudge: () => reviews.rejudge(id, { verdict: 'blocked', findings: 9, alike: 'stolen' }),
      dropRejected: () => reviews.dropRejected(Number.MAX_SAFE_INTEGER, 50),
      isRejected: () => reviews.isRejected(digest),
      approvers: () => reviews.approvers(digest),
      approvedContents: () => reviews.approvedContents(10),
      trustOf: async () => [...(await reviews.trustOf([digest]))],
      saveTrust: () => reviews.saveTrust(new Map([[digest, { ...cleanTrust, ...stolen }]]), 9),
      acknowledgements: () => reviews.acknowledgements(digest),
      acknowledge: () =>
        reviews.acknowledge({ ...acknowledgement(digest), by: ann, reason: 'stolen' }),
      suppressions: () => reviews.suppressions(),
      removeSuppression: () => reviews.removeSuppression('sup_ann' as SuppressionId),
      suppress: () => reviews.suppress([{ ...suppressionOf(id), reason: 'stolen' }]),
      revocations: () => reviews.revocations(),
      revoke: () => reviews.revoke({ ...revocation, digest }),
      restore: () => reviews.restore(revocation.digest),
    } satisfies Probes<Stores['reviews']>,
    advisories: {
      lists: () => advisories.lists(),
      put: async () => undefined,
      record: () => advisories.record({ ...advisoryList, sha256: 'stolen' }),
      remove: () => advisories.remove('organisation'),
      exceptions: () => advisories.exceptions(),
      except: async () => undefined,
      removeException: () => advisories.removeException(revocation.digest),
    } satisfies Probes<Stores['advisories']>,
    inbox: {
      list: () => inbox.list(waiting, { limit: 50, order: 'newest' }),
      counts: async () => [...(await inbox.counts(waiting))],
      keys: async () => [...(await inbox.keys(waiting))],
    } satisfies Probes<Stores['inbox']>,
    inboxNotification: {
      get: () => inboxNotification.get(),
      put: () => inboxNotification.put({ ...notification, url: 'https://stolen.example' }, 1),
      remove: () => inboxNotification.remove(),
    } satisfies Probes<Stores['inboxNotification']>,
  }
}

const advisoryList: AdvisoryList = {
  ...{ owner: 'organisation', url: 'https://example.com/list.json', sha256: 'a', takenAt: 1 },
  ...{ signer: { name: 'Team', pem: 'pem', identity: null }, checkedAt: 1, problem: null },
  content: { serial: 3, expiresAt: null, advisories: [] },
}

const notification: InboxNotification = {
  ...{ url: 'https://hers.example', encryptedSecret: 'encrypted by ann', interval: 'daily' },
  ...{ minimum: 1, inboxUrl: 'https://here.example/inbox', nextAt: 1, digestId: null },
  ...{ failures: 0, claimedUntil: null, lastSentAt: null, problem: null, version: 1 },
}

function exceptionOf(digest: RevisionDigest): AdvisoryException {
  return { digest, advisoryIds: ['ADV-1'], reason: 'Ours.', by: ann, at: 1 }
}

const stolen = { licenceReason: 'stolen' }

function acknowledgement(digest: RevisionDigest): AcceptedFindings {
  const said = { verdict: 'review', findings: ['scan.test'], reason: '', isForAll: false } as const
  return { digest, ...said, by: ann, at: 1 }
}

function suppressionOf(arrivalId: PendingRevisionId): Suppression {
  return {
    ...{ id: 'sup_ann' as SuppressionId, subject: `entry ${arrivalId}`, skillId: null, arrivalId },
    ...{ slug: 'arrived', rule: 'test', severity: 'high', match: 'm', path: 'SKILL.md' },
    ...{ excerpt: 'hers', reason: 'Ours.', by: ann, at: 1 },
  }
}

function ignoredOf(sourceId: IgnoredEntry['sourceId']): IgnoredEntry {
  return {
    ...{ id: 'ign_ann' as IgnoredEntryId, sourceId, entryId: 'skills/other', digest: null },
    ...{ name: 'other', reason: 'Ours.', by: ann, at: 1 },
  }
}

/** The expected result of each probe. */
export const expectedSourceResults = {
  sources: {
    ...{ create: undefined, get: null, list: [], update: 'source.not-found' },
    ...{ remove: 'source.not-found', items: { items: [], nextCursor: null }, allItems: [] },
    itemsOfSkills: [],
    ...{ item: null, ignored: [], ignore: 'source.not-found', stopIgnoring: null },
    ...{ startSync: 'source.not-found', recordBatch: 'source.lease-lost' },
    ...{ finishSync: 'source.lease-lost', requestCancel: false },
  },
  reviews: {
    ...{ hold: undefined, get: null, list: { items: [], nextCursor: null }, countPending: 0 },
    ...{ files: null, file: null, approve: { status: 'decided' }, decide: null, isRejected: false },
    ...{ approvers: [], approvedContents: [] },
    ...{ rejudge: undefined, dropRejected: 0, acknowledgements: [], acknowledge: undefined },
    ...{ suppressions: [], suppress: undefined, removeSuppression: null },
    ...{ trustOf: [], saveTrust: undefined, revocations: [], revoke: [], restore: false },
  },
  advisories: {
    ...{ lists: [], put: undefined, record: false, remove: false },
    ...{ exceptions: [], except: undefined, removeException: false },
  },
  inbox: { list: { items: [], nextCursor: null }, counts: [], keys: [] },
  inboxNotification: { get: null, put: false, remove: false },
} satisfies Record<string, ExpectedResults>
