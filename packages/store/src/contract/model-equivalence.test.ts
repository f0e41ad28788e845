import {
  type ApprovalId,
  type ConversationId,
  isProblemError,
  type RunId,
  type SkillId,
  type TenantId,
  type UserId,
} from '@repertoire/core/base'
import {
  type Approval,
  type Conversation,
  emptySession,
  type RunStatus,
  slugKey,
} from '@repertoire/core/domain'
import type { TenantStore } from '@repertoire/core/ports'
import {
  createFixedClock,
  createInMemoryStore,
  createSequentialIds,
} from '@repertoire/core/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { databaseKinds } from './backends.ts'
import { checkedContent, own } from './checked-content.ts'
import { allPages } from './expectations.ts'
import {
  ann,
  batch,
  bob,
  forEveryStore,
  newApproval,
  newRun,
  type StoreFixture,
} from './store-fixture.ts'

/** One operation. It runs on two stores, whose results must be equal. */
type Step = (store: TenantStore) => Promise<unknown>

const viewers = fc.constantFrom(ann, bob)
const slugs = fc.constantFrom('a', 'b', 'c')
const small = fc.integer({ min: 1, max: 4 })
/** Both stores create them in order, so a small number identifies the same skill in both. */
const skillIds = small.map((number) => `skl_${String(number).padStart(6, '0')}` as SkillId)
const versions = fc.option(small, { nil: undefined })
/** Few times, so that leases and approvals often expire exactly when they are read. */
const times = fc.integer({ min: 0, max: 3 })
const conversationId = 'cnv_1' as ConversationId
const few = fc.integer({ min: 1, max: 2 })
const runIds = few.map((number) => `run_${number}` as RunId)
const approvalIds = few.map((number) => `apr_${number}` as ApprovalId)

const arrivals = fc
  .record({
    slug: slugs,
    body: small,
    tags: fc.uniqueArray(fc.constantFrom('x', 'y', '')),
    owner: fc.option(viewers),
    enabled: fc.boolean(),
  })
  .map(({ slug, body, tags, owner, enabled }) =>
    checkedContent(slug, {
      body: `${body}`,
      tags,
      enabled,
      ...(owner ? { scope: own(owner) } : {}),
    }),
  )

const skillSteps: fc.Arbitrary<Step>[] = [
  fc.tuple(fc.array(arrivals, { maxLength: 4 }), fc.constantFrom('create', 'upsert')).map(
    ([given, mode]): Step =>
      (store) =>
        store.skills.save(given, mode as 'create'),
  ),
  fc
    .record({
      viewer: viewers,
      id: skillIds,
      version: versions,
      change: fc.record(
        { slug: slugs, enabled: fc.boolean(), arrival: arrivals },
        { requiredKeys: [] },
      ),
    })
    .map(
      ({ viewer, id, version, change }): Step =>
        (store) =>
          store.skills.update(viewer, id, change, version),
    ),
  fc.tuple(viewers, skillIds, versions).map(
    ([viewer, id, version]): Step =>
      (store) =>
        store.skills.remove(viewer, id, version),
  ),
  fc.tuple(viewers, skillIds, fc.option(slugs, { nil: undefined })).map(
    ([viewer, id, slug]): Step =>
      (store) =>
        store.tombstones.restore(viewer, id, slug),
  ),
  rarelyForgotten(),
]

/** Rare, so that something is left to restore. */
function rarelyForgotten(): fc.Arbitrary<Step> {
  return fc.tuple(viewers, skillIds, fc.integer({ min: 0, max: 4 })).map(
    ([viewer, id, dice]): Step =>
      (store) =>
        dice === 0 ? store.tombstones.forget(viewer, id) : store.tombstones.get(viewer, id),
  )
}

/** Most batches must succeed, or the stores make no progress. */
function rarely<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> {
  return fc.oneof({ arbitrary: fc.constant(null), weight: 3 }, { arbitrary: value, weight: 1 })
}

function conversationSteps(fixture: StoreFixture): fc.Arbitrary<Step>[] {
  const runOf = (id: RunId) => ({ ...newRun(fixture, conversationId), id })
  const approvalOf = (id: ApprovalId, runId: RunId, expiresAt: number): Approval => ({
    ...newApproval(fixture, runOf(runId)),
    id,
    expiresAt,
  })
  const statuses = fc.constantFrom<RunStatus>('running', 'waiting', 'completed', 'failed')
  const steps = fc
    .record({
      behind: fc.constantFrom(0, 0, 0, 0, 1),
      words: fc.array(fc.string({ unit: 'binary', maxLength: 4 }), { maxLength: 2 }),
      start: fc.option(runIds, { freq: 3 }),
      move: rarely(fc.tuple(runIds, statuses)),
      ask: rarely(fc.tuple(approvalIds, runIds, times)),
      now: times,
    })
    .map(({ behind, words, start, move, ask, now }): Step => {
      const stepOn = (head: number) =>
        batch(head - behind, words, {
          ...(start ? { startRun: runOf(start) } : {}),
          ...(move ? { run: { id: move[0], status: move[1] } } : {}),
        })
      return async (store) => {
        const head = (await store.conversations.get(ann, conversationId))?.headSeq ?? 0
        const answer = await store.conversations.append(conversationId, stepOn(head), now)
        // An approval is requested once, by an existing run: callers keep ids unique.
        const fresh = ask && !(await store.approvals.get(ask[0]))
        if (!fresh || !(await store.conversations.run(ann, ask[1]))) return answer
        const asked = batch(answer, [], { approvals: [approvalOf(...ask)] })
        return store.conversations.append(conversationId, asked, now)
      }
    })
  const lease = fc.record({ owner: fc.constantFrom('w1', 'w2'), now: times, expiresAt: times })
  return [
    steps,
    fc.tuple(runIds, lease).map(
      ([id, by]): Step =>
        (store) =>
          store.conversations.claimRun(id, by),
    ),
    fc.tuple(runIds, lease).map(
      ([id, by]): Step =>
        (store) =>
          store.conversations.renewLease(id, by),
    ),
    fc.tuple(runIds, lease).map(
      ([id, { owner }]): Step =>
        (store) =>
          store.conversations.releaseLease(id, owner),
    ),
    fc.tuple(approvalIds, fc.constantFrom('approved', 'denied', 'expired'), times).map(
      ([id, decision, now]): Step =>
        (store) =>
          store.approvals.answer(id, { decision: decision as 'approved', by: bob, note: '', now }),
    ),
  ]
}

/** The result of a step: its value, or the code it was rejected with. */
async function outcomeOf(step: Step, store: TenantStore): Promise<unknown> {
  try {
    return await step(store)
  } catch (error) {
    if (isProblemError(error)) return error.problem.code
    throw error
  }
}

/** Everything two people can read. */
async function contentsOf(store: TenantStore) {
  const view = async (viewer: UserId) => {
    const skills = await allPages((page) => store.skills.list(viewer, {}, page), 2)
    return {
      skills,
      revisions: await Promise.all(skills.map(({ id }) => store.skills.revisions(viewer, id))),
      tags: await store.skills.tags(viewer),
      deleted: await allPages((page) => store.tombstones.list(viewer, {}, page), 2),
      slug: await store.skills.findBySlug(viewer, 'a'),
      conversation: await store.conversations.get(viewer, conversationId),
      events: await store.conversations.events(viewer, conversationId, { after: 0, limit: 100 }),
      openRun: await store.conversations.openRun(viewer, conversationId),
    }
  }
  return {
    ann: await view(ann),
    bob: await view(bob),
    feed: await store.skills.changesAfter(0, 100),
    approvals: await allPages((page) => store.approvals.list({}, page), 2),
    indexable: await store.skills.indexable(null, 100),
    heads: await store.skills.heads(null, 100),
  }
}

/** One skill per slug and scope, and complete revision chains down to one, for every reader. */
async function expectWholeHistories(store: TenantStore): Promise<void> {
  for (const viewer of [ann, bob]) {
    const skills = await allPages((page) => store.skills.list(viewer, {}, page), 50)
    const handles = skills.map(({ scope, slug }) => slugKey(scope, slug))
    expect(new Set(handles).size).toBe(handles.length)
    for (const { id, head } of skills) {
      const numbers = (await store.skills.revisions(viewer, id)).map(({ number }) => number)
      expect(numbers).toEqual(
        Array.from({ length: head.number }, (_, index) => head.number - index),
      )
    }
  }
}

forEveryStore(
  'equivalence with the in-memory store',
  (fixture) => {
    let tenants = 0
    /** Runs the same steps on both, each in a new tenant, so that both number skills from one. */
    const agree = async (steps: readonly Step[]): Promise<void> => {
      const id = `ten_try_${++tenants}` as TenantId
      const model = createInMemoryStore({ clock: createFixedClock(), ids: createSequentialIds() })
      const parts = { clock: createFixedClock(), ids: createSequentialIds() }
      const store = await fixture.backend.open(parts)
      try {
        for (const one of [model, store]) {
          await one.directory.createTenant({ id, name: 't', createdAt: 1 })
          await one.tenant(id).conversations.create(conversation())
        }
        for (const step of steps) {
          const expected = await outcomeOf(step, model.tenant(id))
          expect(await outcomeOf(step, store.tenant(id))).toEqual(expected)
        }
        expect(await contentsOf(store.tenant(id))).toEqual(await contentsOf(model.tenant(id)))
        await expectWholeHistories(store.tenant(id))
      } finally {
        await store.close()
      }
    }
    const check = (steps: readonly fc.Arbitrary<Step>[]): Promise<void> => {
      const sequence = fc.array(fc.oneof(...steps), { minLength: 5, maxLength: 40, size: 'max' })
      return fc.assert(fc.asyncProperty(sequence, agree), { numRuns: 15 })
    }

    test('any sequence of skill operations returns and stores the same', async () => {
      await check(skillSteps)
    }, 120_000)

    test('any sequence of run and approval operations returns and stores the same', async () => {
      await check(conversationSteps(fixture))
    }, 120_000)
  },
  databaseKinds,
)

function conversation(): Conversation {
  return {
    id: conversationId,
    userId: ann,
    title: 'A talk',
    agentId: null,
    session: emptySession,
    headSeq: 0,
    createdAt: 1,
    updatedAt: 1,
  }
}
