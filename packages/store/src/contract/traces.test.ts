import type { AgentId, ExecutionId, RunId } from '@repertoire/core/base'
import type { Execution } from '@repertoire/core/domain'
import type { PageRequest, RunOrder } from '@repertoire/core/ports'
import { expect, test } from 'vitest'
import { allPages } from './expectations.ts'
import {
  ann,
  batch,
  bob,
  forEveryStore,
  newConversation,
  newRun,
  type StoreFixture,
} from './store-fixture.ts'

const mine = 'a'.repeat(32)
const other = 'b'.repeat(32)
const whole = { from: 0, to: Number.MAX_SAFE_INTEGER }

forEveryStore('traces', (fixture) => {
  test('E9: a trace contains its runs with their events and no others, only the person’s own', async () => {
    const tenant = await fixture.tenant()
    const hers = await ran(fixture, tenant, { traceId: mine })
    await ran(fixture, tenant, { traceId: other })
    await ran(fixture, tenant, { traceId: mine, userId: bob })
    const { traces } = tenant
    expect(await traces.runs(ann, mine)).toEqual([hers])
    const events = await traces.events(ann, hers, 9)
    expect(events.map(({ runId, traceId }) => [runId, traceId])).toEqual([[hers.id, mine]])
    expect(await traces.events(bob, hers, 9)).toEqual([])
    expect(await traces.runs(ann, 'c'.repeat(32))).toEqual([])
    const attacker = await fixture.tenant()
    expect(await attacker.traces.runs(ann, mine)).toEqual([])
    expect(await attacker.traces.events(ann, hers, 9)).toEqual([])
  })

  test('E9: runs are found by start time, newest first, in pages', async () => {
    const tenant = await fixture.tenant()
    const begin = fixture.clock.now()
    const runs = []
    for (let n = 0; n < 5; n += 1) {
      fixture.clock.advance(1_000)
      runs.push(await ran(fixture, tenant, { traceId: mine }))
    }
    const within = { from: begin + 2_000, to: begin + 4_000 }
    const wanted = runs.slice(1, 4).toReversed()
    for (const limit of [1, 2, 200]) {
      const items = await allPages((page) => tenant.traces.startedWithin(ann, within, page), limit)
      expect(items).toEqual(wanted)
    }
    expect((await tenant.traces.startedWithin(bob, within, { limit: 9 })).items).toEqual([])
  })

  test('E8: runs are found by the reference of their caller, only the person’s own', async () => {
    const tenant = await fixture.tenant()
    const hers = await ran(fixture, tenant, { traceId: mine, reference: 't_abc123' })
    const again = await ran(fixture, tenant, { traceId: other, reference: 't_abc123' })
    await ran(fixture, tenant, { traceId: mine, reference: 't_abc' })
    await ran(fixture, tenant, { traceId: mine })
    await ran(fixture, tenant, { traceId: mine, reference: 't_abc123', userId: bob })
    const within = { from: 0, to: Number.MAX_SAFE_INTEGER, reference: 't_abc123' }
    const items = await allPages((page) => tenant.traces.startedWithin(ann, within, page), 1)
    const byId = (one: { readonly id: string }, two: { readonly id: string }) =>
      one.id < two.id ? -1 : 1
    expect(items.toSorted(byId)).toEqual([hers, again].toSorted(byId))
    expect(await tenant.conversations.run(ann, hers.id)).toMatchObject({ reference: 't_abc123' })
    const attacker = await fixture.tenant()
    expect((await attacker.traces.startedWithin(ann, within, { limit: 9 })).items).toEqual([])
  })

  test('E9: runs are found by agent and by status, in pages, only the person’s own', async () => {
    const tenant = await fixture.tenant()
    const agentId = 'agt_1' as AgentId
    const one = await ran(fixture, tenant, { traceId: mine, agentId })
    fixture.clock.advance(1_000)
    const two = await ran(fixture, tenant, { traceId: other, agentId })
    await ran(fixture, tenant, { traceId: mine })
    await ran(fixture, tenant, { traceId: mine, agentId, userId: bob })
    const found = (filter: object) =>
      allPages((page) => tenant.traces.startedWithin(ann, { ...whole, ...filter }, page), 1)
    expect(await found({ agentId })).toEqual([two, one])
    expect(await found({ agentId, status: one.status })).toEqual([two, one])
    const elsewhere = one.status === 'failed' ? 'cancelled' : 'failed'
    expect(await found({ agentId, status: elsewhere })).toEqual([])
    expect(await found({ agentId: 'agt_2' })).toEqual([])
  })

  test('runs are listed by what they took, the most first and the unknown last, in pages of any size', async () => {
    const tenant = await fixture.tenant()
    const taken = [
      { steps: 3, tokens: 900, costNanos: null },
      { steps: 9, tokens: null, costNanos: 5 },
      { steps: 3, tokens: 20_000_000_000, costNanos: 70 },
      null,
    ]
    const runs = []
    for (const totals of taken) {
      fixture.clock.advance(1_000)
      const run = await ran(fixture, tenant, { traceId: mine })
      const usage = { conversationId: run.conversationId, foldedTo: 1, rows: [] }
      if (totals) await tenant.usage.put({ ...usage, runs: [{ runId: run.id, ...totals }] })
      runs.push(run)
    }
    const [one, two, three, none] = runs.map(({ id }) => id)
    const listed = async (order: RunOrder, limit: number) => {
      const list = (page: PageRequest) =>
        tenant.traces.startedWithin(ann, whole, { ...page, order })
      return (await allPages(list, limit)).map(({ id }) => id)
    }
    const after = (a = '', b = '') => (a > b ? [a, b] : [b, a])
    for (const limit of [1, 2, 200]) {
      expect(await listed('started', limit)).toEqual([none, three, two, one])
      expect(await listed('tokens', limit)).toEqual([three, one, ...after(two, none)])
      expect(await listed('cost', limit)).toEqual([three, two, ...after(one, none)])
      expect(await listed('steps', limit)).toEqual([two, ...after(one, three), none])
    }
    const bobs = await tenant.traces.startedWithin(bob, whole, { limit: 9, order: 'cost' })
    expect(bobs.items).toEqual([])
    const foreignPart = { conversationId: runs[0]?.conversationId as never, foldedTo: 2, rows: [] }
    const foreign = { runId: three as RunId, steps: 0, tokens: 0, costNanos: 0 }
    await tenant.usage.put({ ...foreignPart, runs: [foreign] })
    expect((await listed('cost', 200))[0]).toBe(three)
  })

  test('runs are listed by how long they took, open ones last', async () => {
    const tenant = await fixture.tenant()
    const begin = fixture.clock.now()
    const took = async (finishedAt: number | null) => {
      const run = await ran(fixture, tenant, { traceId: mine, finishedAt })
      return run.id
    }
    const [short, open, long] = [await took(begin + 5), await took(null), await took(begin + 90)]
    const page = { limit: 9, order: 'duration' } as const
    const { items } = await tenant.traces.startedWithin(ann, whole, page)
    expect(items.map(({ id }) => id)).toEqual([long, short, open])
  })

  test('E9: of a turn the events of a line are read, without what tools answered', async () => {
    const tenant = await fixture.tenant()
    const hers = await ran(fixture, tenant, { traceId: mine })
    const { traces } = tenant
    const before = await traces.events(ann, hers, 9)
    const outcome = { status: 'ok', output: 'Long' } as const
    const events = [
      { type: 'tool-completed', callId: 'c', name: 'n', outcome, untrusted: [] },
    ] as const
    const result = { ...batch(before.length, [], { events }), runId: hers.id, traceId: mine }
    await tenant.conversations.append(hers.conversationId, result, fixture.clock.now())
    expect(await traces.events(ann, hers, 9)).toHaveLength(before.length + 1)
    const next = await ran(fixture, tenant, { traceId: mine })
    const shown = await traces.turnEvents(ann, [hers, next], 9)
    expect(shown.get(hers.id)).toEqual(before)
    expect(shown.get(next.id)).toEqual(await traces.events(ann, next, 9))
    expect(await traces.turnEvents(ann, [hers], 1)).toEqual(
      new Map([[hers.id, before.slice(0, 1)]]),
    )
    expect(await traces.turnEvents(bob, [hers], 9)).toEqual(new Map())
    expect(await traces.turnEvents(ann, [], 9)).toEqual(new Map())
  })

  test('E9: executions of a trace are those on the person’s own behalf', async () => {
    const tenant = await fixture.tenant()
    const hers = execution(fixture, { traceId: mine })
    await tenant.executions.create(hers)
    await tenant.executions.create(execution(fixture, { traceId: other }))
    await tenant.executions.create(execution(fixture, { traceId: mine, startedBy: bob }))
    const found = await tenant.traces.executions(ann, mine)
    expect(found.map(({ id }) => id)).toEqual([hers.id])
  })
})

type Tenant = Awaited<ReturnType<StoreFixture['tenant']>>

async function ran(
  fixture: StoreFixture,
  tenant: Tenant,
  {
    traceId,
    reference,
    userId = ann,
    agentId = null,
    finishedAt = null,
  }: {
    traceId: string
    reference?: string
    userId?: typeof ann
    agentId?: AgentId | null
    finishedAt?: number | null
  },
) {
  const conversation = { ...newConversation(fixture, userId), agentId }
  await tenant.conversations.create(conversation)
  const run = {
    ...newRun(fixture, conversation.id, userId),
    traceId,
    finishedAt,
    ...(reference !== undefined && { reference }),
    id: fixture.id('run') as RunId,
  }
  const step = { ...batch(0, ['go'], { startRun: run }), runId: run.id, traceId }
  await tenant.conversations.append(conversation.id, step, fixture.clock.now())
  return run
}

function execution(fixture: StoreFixture, change: Partial<Execution>): Execution {
  return {
    ...{ id: fixture.id('exe') as ExecutionId, conversationId: null, runId: null, callId: null },
    ...{ traceId: mine, skill: null, runtime: 'shell', entry: 'ls', args: [], status: 'queued' },
    ...{ exitCode: null, stdout: '', stderr: '', outputs: [], skipped: [], usage: null },
    ...{ startedBy: ann, startedAt: fixture.clock.now(), finishedAt: null },
    ...change,
  }
}
