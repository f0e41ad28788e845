import type { SourceId } from '@repertoire/core/base'
import type { PendingRevision } from '@repertoire/core/domain'
import type { InboxFilter, TenantStore } from '@repertoire/core/ports'
import { expect, test } from 'vitest'
import { checkedContent } from './checked-content.ts'
import { allPages, rejection } from './expectations.ts'
import { proposalToHold, toHold } from './pending-revision-fixture.ts'
import {
  ann,
  bob,
  forEveryStore,
  newApproval,
  newConversation,
  newRun,
  type StoreFixture,
} from './store-fixture.ts'

const everything = {
  approvals: { person: ann, administers: { connectors: [] } },
  proposals: { person: ann, organisation: true },
  imports: true,
}
const nothing = { tools: [], hooks: [], scripts: [], hosts: [], env: [] }
const source = 'src_1' as SourceId

async function hold(
  fixture: StoreFixture,
  tenant: TenantStore,
  given: readonly (Partial<PendingRevision> & { readonly slug: string })[],
) {
  const items = given.map(({ slug, ...change }) => toHold(fixture, checkedContent(slug), change))
  await tenant.reviews.hold(items)
  return items.map(({ held }) => held)
}

/** A run with the proposal and the approval that it made. */
async function asking(
  fixture: StoreFixture,
  tenant: TenantStore,
  change: Parameters<typeof proposalToHold>[2] = {},
) {
  const conversation = newConversation(fixture)
  const run = newRun(fixture, conversation.id)
  const approval = newApproval(fixture, run)
  await tenant.conversations.create(conversation)
  const { id: runId, traceId } = run
  const batch = { expectedSeq: 0, runId, traceId, events: [], startRun: run, approvals: [approval] }
  await tenant.conversations.append(conversation.id, batch, 1)
  const content = checkedContent('learnt')
  const item = proposalToHold(fixture, { run, content }, { createdAt: 3, ...change })
  await tenant.reviews.hold([item])
  return { approval, proposal: item.held }
}

forEveryStore('the inbox', (fixture) => {
  const listed = async (tenant: TenantStore, filter: InboxFilter = {}, limit = 2) => {
    const query = { audience: everything, filter }
    return allPages((page) => tenant.inbox.list(query, { ...page, order: 'newest' }), limit)
  }
  const slugs = async (tenant: TenantStore, filter: InboxFilter = {}) =>
    (await listed(tenant, filter)).map(({ slug }) => slug)

  test('lists what waits of every kind by time, in either order, each once', async () => {
    const tenant = await fixture.tenant()
    await hold(fixture, tenant, [
      { slug: 'a', createdAt: 1 },
      { slug: 'b', createdAt: 5 },
      { slug: 'c', createdAt: 5 },
    ])
    const { proposal } = await asking(fixture, tenant)
    const newest = await listed(tenant)
    expect(newest).toHaveLength(5)
    expect(newest.at(-1)).toMatchObject({ kind: 'import', slug: 'a', title: 'a', verdict: 'clean' })
    expect(newest.map(({ kind }) => kind).sort()).toEqual([
      ...['approval', 'import', 'import', 'import', 'proposal'],
    ])
    expect(newest.find(({ kind }) => kind === 'proposal')).toMatchObject({
      ...{ id: proposal.id, askedBy: ann, about: 'it worked' },
      ...{ cost: proposal.skillMd.length, digest: proposal.digest, verdict: 'clean' },
    })
    const query = { audience: everything, filter: {} }
    const oldest = await allPages(
      (page) => tenant.inbox.list(query, { ...page, order: 'oldest' }),
      2,
    )
    expect(oldest).toEqual(newest.toReversed())
  })

  test('finds by kind, source, verdict, licence, what it asks for, age and text', async () => {
    const tenant = await fixture.tenant()
    const base = { baseDigest: 'sha256:b' as PendingRevision['digest'] }
    await hold(fixture, tenant, [
      { slug: 'plain', createdAt: 1, description: '100% of Things' },
      {
        slug: 'net',
        createdAt: 2,
        sourceId: source,
        addedPermissions: { ...nothing, hosts: ['x.test'] },
      },
      { slug: 'gpl', createdAt: 3, licence: 'GPL-3.0-only', licenceDecision: 'ask', alike: 'gpl' },
      { slug: 'bare', createdAt: 4, licence: null, verdict: 'review', ...base },
    ])
    await asking(fixture, tenant, { createdAt: 3, slug: 'written', name: 'Written' })
    expect(await slugs(tenant, { kinds: ['update'] })).toEqual(['bare'])
    expect(await slugs(tenant, { kinds: ['proposal', 'import'], since: 3 })).toHaveLength(2)
    expect(await slugs(tenant, { sourceId: source })).toEqual(['net'])
    expect(await slugs(tenant, { verdict: 'review' })).toEqual(['bare'])
    // Proposals are judged like everything else, and approvals are not.
    expect(await slugs(tenant, { verdict: 'clean' })).toEqual(['written', 'gpl', 'net', 'plain'])
    expect(await slugs(tenant, { licence: 'GPL-3.0-only' })).toEqual(['gpl'])
    expect(await slugs(tenant, { licence: 'none' })).toEqual(['bare'])
    expect(await slugs(tenant, { licenceDecision: 'ask' })).toEqual(['gpl'])
    expect(await slugs(tenant, { permission: 'hosts' })).toEqual(['net'])
    expect(await slugs(tenant, { permission: 'env' })).toEqual([])
    expect(await slugs(tenant, { before: 2 })).toEqual(['net', 'plain'])
    expect(await slugs(tenant, { alike: 'gpl' })).toEqual(['gpl'])
    expect(await slugs(tenant, { alike: 'proposal' })).toEqual(['written'])
    expect(await slugs(tenant, { text: '100% OF things' })).toEqual(['plain'])
    expect(await slugs(tenant, { text: 'WRITTEN' })).toEqual(['written'])
    expect(await slugs(tenant, { text: 'skills/net' })).toEqual(['net'])
    expect(await slugs(tenant, { text: '%' })).toEqual(['plain'])
    expect(await slugs(tenant, { text: '_' })).toEqual([])
  })

  test('finds by text nothing that is decided, that others wait for, or of another organisation', async () => {
    const [tenant, other] = [await fixture.tenant(), await fixture.tenant()]
    const [waiting, decided] = await hold(fixture, tenant, [
      { slug: 'wanted-a', name: 'Wanted a' },
      { slug: 'wanted-b', name: 'Wanted b' },
    ])
    await hold(fixture, other, [{ slug: 'wanted-c', name: 'Wanted c' }])
    await asking(fixture, tenant, { slug: 'wanted-d', name: 'Wanted d' })
    const decision = { from: ['held'], to: 'rejected', by: ann, note: '', now: 9 } as const
    await tenant.reviews.decide(decided?.id as PendingRevision['id'], decision)
    const audience = { approvals: null, proposals: { person: bob, organisation: false } }
    const query = { audience: { ...audience, imports: true }, filter: { text: 'wanted' } }
    const { items } = await tenant.inbox.list(query, { order: 'newest', limit: 10 })
    expect(items.map(({ id }) => id)).toEqual([waiting?.id])
    expect((await tenant.inbox.counts(query)).map(({ count }) => count)).toEqual([1])
    expect((await tenant.inbox.keys(query)).map(({ id }) => id)).toEqual([waiting?.id])
  })

  test('counts by kind, source and reason, and names what a decision on many is about', async () => {
    const tenant = await fixture.tenant()
    const [first, second] = await hold(fixture, tenant, [
      { slug: 'a', createdAt: 2, sourceId: source },
      { slug: 'b', createdAt: 1, sourceId: source },
      { slug: 'c', createdAt: 3, alike: 'licence ask none' },
    ])
    await asking(fixture, tenant)
    const query = { audience: everything, filter: {} }
    const counts = await tenant.inbox.counts(query)
    expect(counts).toHaveLength(4)
    expect(counts).toContainEqual({
      ...{ kind: 'import', sourceId: source, alike: 'clean import', count: 2, oldest: 1 },
    })
    const keys = await tenant.inbox.keys({ ...query, filter: { sourceId: source } })
    expect(keys.map(({ id, digest }) => [id, digest])).toEqual([
      [second?.id, second?.digest],
      [first?.id, first?.digest],
    ])
  })

  test('shows nobody what is not theirs to decide', async () => {
    const tenant = await fixture.tenant()
    await hold(fixture, tenant, [{ slug: 'a' }])
    await asking(fixture, tenant)
    const audience = {
      approvals: { person: bob },
      proposals: { person: bob, organisation: false },
      imports: false,
    }
    const query = { audience, filter: {} }
    expect(await tenant.inbox.list(query, { limit: 5, order: 'newest' })).toMatchObject({
      items: [],
    })
    expect(await tenant.inbox.counts(query)).toEqual([])
    expect(await tenant.inbox.keys(query)).toEqual([])
    expect(await listed(await fixture.tenant())).toEqual([])
  })

  test('tells what a person decides about from what they proposed and others decide about', async () => {
    const tenant = await fixture.tenant()
    const run = newRun(fixture, newConversation(fixture).id)
    const propose = async (slug: string, scope: 'org' | null) => {
      const content = checkedContent(slug)
      const item = proposalToHold(fixture, { run, content }, { proposal: { scope } })
      await tenant.reviews.hold([item])
      return item.held.id
    }
    const forAll = await propose('for-all', 'org')
    const own = await propose('own', null)
    const found = async (awaits: 'you' | 'others', imports: boolean) => {
      const proposals = { person: ann, organisation: imports }
      const audience = { approvals: null, proposals, imports }
      const query = { audience, filter: { awaits } }
      const { items } = await tenant.inbox.list(query, { order: 'newest', limit: 10 })
      const counts = await tenant.inbox.counts(query)
      expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(items.length)
      return items.map(({ id }) => id).sort()
    }
    expect(await found('you', false)).toEqual([own])
    expect(await found('others', false)).toEqual([forAll])
    expect(await found('you', true)).toEqual([forAll, own].sort())
    expect(await found('others', true)).toEqual([])
  })

  test('what was decided or judged anew is listed so', async () => {
    const tenant = await fixture.tenant()
    const [held] = await hold(fixture, tenant, [{ slug: 'a', verdict: 'review', findings: 1 }])
    if (!held) throw new Error('not held')
    const judged = { verdict: 'clean', findings: 0, alike: 'clean import' } as const
    await tenant.reviews.rejudge(held.id, judged)
    expect(await listed(tenant)).toMatchObject([judged])
    const decision = { by: ann, note: '', now: 9, from: ['held'], to: 'rejected' } as const
    await tenant.reviews.decide(held.id, decision)
    await tenant.reviews.rejudge(held.id, { ...judged, verdict: 'blocked' })
    expect(await listed(tenant)).toEqual([])
    expect((await tenant.reviews.get(held.id, 'imports'))?.verdict).toBe('clean')
  })

  test('refuses a cursor of another list', async () => {
    const tenant = await fixture.tenant()
    const query = { audience: everything, filter: {} }
    const page = { cursor: 'nope', limit: 5, order: 'newest' } as const
    expect(await rejection(tenant.inbox.list(query, page))).toBe('request.bad-cursor')
  })
})
