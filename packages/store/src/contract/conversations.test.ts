import type { ConversationId, RunId, UserId } from '@repertoire/core/base'
import { type Conversation, emptySession } from '@repertoire/core/domain'
import { expect, test } from 'vitest'
import { allPages, rejection } from './expectations.ts'
import {
  ann,
  batch,
  bob,
  forEveryStore,
  newApproval,
  newConversation,
  newRun,
} from './store-fixture.ts'

const all = { after: 0, limit: 1_000 }
const activeSkill = {
  skillId: 'skl_x',
  digest: 'sha256:x',
  slug: 'x',
  name: 'X',
  contentLength: 3,
  sourceType: 'manual',
}

forEveryStore('conversations', (fixture) => {
  const started = async () => {
    const tenant = await fixture.tenant()
    const conversation = newConversation(fixture)
    await tenant.conversations.create(conversation)
    return { ...tenant, conversation, id: conversation.id }
  }

  test('only its owner reads it', async () => {
    const { conversations, conversation, id } = await started()
    expect(await conversations.get(ann, id)).toEqual(conversation)
    expect(await conversations.get(bob, id)).toBeNull()
    await conversations.append(id, batch(0, ['hello']), 1)
    await conversations.recordPrompt(id, 'd1', ['system'])
    expect(await conversations.events(bob, id, all)).toEqual([])
    expect(await conversations.prompt(bob, id, 'd1')).toBeNull()
    expect((await conversations.list(bob, { limit: 10 })).items).toEqual([])
    expect(await rejection(conversations.rename(bob, id, 'mine'))).toBe('conversation.not-found')
    expect(await rejection(conversations.remove(bob, id))).toBe('conversation.not-found')
    expect((await conversations.get(ann, id))?.title).toBe('A talk')
  })

  test('are listed newest first, in pages', async () => {
    const { conversations, id } = await started()
    const later: Conversation[] = []
    for (const tie of [false, true, false]) {
      fixture.clock.advance(tie ? 0 : 10)
      const conversation = newConversation(fixture)
      await conversations.create(conversation)
      later.unshift(conversation)
    }
    const expected = [...later.map((item) => item.id), id]
    for (const limit of [1, 2, 10]) {
      const items = await allPages((page) => conversations.list(ann, page), limit)
      expect(items.map((item) => item.id)).toEqual(expected)
    }
    const skillCursor = btoa('["a","b"]')
    expect(await rejection(conversations.list(ann, { limit: 1, cursor: skillCursor }))).toBe(
      'request.bad-cursor',
    )
  })

  test('are found by a part of their title, in any case, with no character of it special', async () => {
    const { conversations, id } = await started()
    await conversations.rename(ann, id, '50 % of the Postgres_logs\\')
    const found = async (viewer: UserId, title: string) =>
      (await conversations.list(viewer, { limit: 10 }, { title })).items.map((item) => item.id)
    for (const part of ['postgres', '50 %', 's_l', '\\', ''])
      expect(await found(ann, part)).toEqual([id])
    for (const part of ['50_%', 'postgres%logs', 'mysql'])
      expect(await found(ann, part)).toEqual([])
    expect(await found(bob, 'postgres')).toEqual([])
  })

  test('a title may be any text; removing deletes log, runs, approvals and prompts', async () => {
    const { conversations, approvals, id } = await started()
    await conversations.rename(ann, id, 'new\0title')
    expect((await conversations.get(ann, id))?.title).toBe('new\0title')
    const startRun = newRun(fixture, id)
    const approval = newApproval(fixture, startRun)
    await conversations.append(id, batch(0, ['x'], { startRun, approvals: [approval] }), 1)
    await conversations.recordPrompt(id, 'd1', ['system'])
    await conversations.remove(ann, id)
    expect(await conversations.get(ann, id)).toBeNull()
    expect(await conversations.events(ann, id, all)).toEqual([])
    expect(await conversations.run(ann, startRun.id)).toBeNull()
    expect(await conversations.prompt(ann, id, 'd1')).toBeNull()
    expect(await approvals.get(approval.id)).toBeNull()
  })

  test('a duplicate id is rejected', async () => {
    const { conversations, conversation } = await started()
    expect(await rejection(conversations.create(conversation))).toBe('conversation.exists')
  })

  test('a prompt is stored once under its digest, with its parts in order', async () => {
    const { conversations, id } = await started()
    await conversations.recordPrompt(id, 'd1', ['one', 'two'])
    await conversations.recordPrompt(id, 'd1', ['one', 'two'])
    expect(await conversations.prompt(ann, id, 'd1')).toEqual(['one', 'two'])
    expect(await conversations.prompt(ann, id, 'd2')).toBeNull()
    const absent = conversations.recordPrompt('cnv_absent' as ConversationId, 'd1', [])
    expect(await rejection(absent)).toBe('conversation.not-found')
  })
})

forEveryStore('the log of a conversation', (fixture) => {
  const started = async () => {
    const tenant = await fixture.tenant()
    const conversation = newConversation(fixture)
    await tenant.conversations.create(conversation)
    return { ...tenant, id: conversation.id }
  }

  test('events read back in order with their run, trace and time', async () => {
    const { conversations, id } = await started()
    const startRun = newRun(fixture, id)
    const odd = 'nul \0, half \uD800, mark \uFFFE0041'
    expect(
      await conversations.append(id, batch(0, ['a', odd], { startRun, runId: startRun.id }), 7),
    ).toBe(2)
    expect(await conversations.append(id, batch(2, ['c']), 8)).toBe(3)
    const log = await conversations.events(ann, id, all)
    expect(log.map((entry) => [entry.seq, entry.runId, entry.at])).toEqual([
      [1, startRun.id, 7],
      [2, startRun.id, 7],
      [3, null, 8],
    ])
    expect(log[1]?.event).toMatchObject({ type: 'message-received', text: odd })
    expect(log[0]?.traceId).toBe('e'.repeat(32))
    const part = await conversations.events(ann, id, { after: 1, limit: 1 })
    expect(part.map((entry) => entry.seq)).toEqual([2])
    expect(await conversations.get(ann, id)).toMatchObject({ headSeq: 3, updatedAt: 8 })
  })

  test('session, run and approvals of a batch are stored with it; without a session it stays', async () => {
    const { conversations, approvals, id } = await started()
    const startRun = newRun(fixture, id)
    const session = { active: [activeSkill] } as never
    const approval = newApproval(fixture, startRun)
    const waiting = { id: startRun.id, status: 'waiting' } as const
    await conversations.append(id, batch(0, ['a'], { startRun, session }), 1)
    await conversations.append(id, batch(1, [], { run: waiting, approvals: [approval] }), 2)
    expect(await conversations.get(ann, id)).toMatchObject({ headSeq: 1, session })
    expect(await conversations.openRun(ann, id)).toEqual({ ...startRun, status: 'waiting' })
    expect(await conversations.openRun(bob, id)).toBeNull()
    expect(await conversations.run(ann, startRun.id)).toEqual({ ...startRun, status: 'waiting' })
    expect(await conversations.run(bob, startRun.id)).toBeNull()
    expect(await approvals.get(approval.id)).toEqual(approval)
    const problem = { code: 'model.down', kind: 'unavailable', message: 'No.' } as const
    const failed = { id: startRun.id, status: 'failed', problem } as const
    await conversations.append(id, batch(1, ['b'], { run: failed, session: emptySession }), 3)
    expect(await conversations.run(ann, startRun.id)).toEqual({
      ...startRun,
      status: 'failed',
      problem,
      finishedAt: 3,
    })
    expect(await conversations.openRun(ann, id)).toBeNull()
    expect((await conversations.get(ann, id))?.session).toEqual(emptySession)
  })

  test('a stale head is rejected and writes nothing', async () => {
    const { conversations, approvals, id } = await started()
    await conversations.append(id, batch(0, ['a']), 1)
    const before = await conversations.get(ann, id)
    const startRun = newRun(fixture, id)
    const approval = newApproval(fixture, startRun)
    const more = { startRun, approvals: [approval], session: { active: [activeSkill] } as never }
    for (const seq of [0, 2]) {
      const stale = conversations.append(id, batch(seq, ['b'], more), 2)
      expect(await rejection(stale)).toBe('conversation.moved-on')
    }
    expect(await conversations.get(ann, id)).toEqual(before)
    expect(await conversations.events(ann, id, all)).toHaveLength(1)
    expect(await conversations.run(ann, startRun.id)).toBeNull()
    expect(await approvals.get(approval.id)).toBeNull()
    const absent = conversations.append('cnv_absent' as ConversationId, batch(0, ['x']), 1)
    expect(await rejection(absent)).toBe('conversation.not-found')
  })

  test('a second run is rejected while the first is open, and writes nothing', async () => {
    const { conversations, id } = await started()
    const first = newRun(fixture, id)
    const second = newRun(fixture, id)
    await conversations.append(id, batch(0, ['a'], { startRun: first }), 1)
    const early = conversations.append(id, batch(1, ['b'], { startRun: second }), 2)
    expect(await rejection(early)).toBe('conversation.busy')
    expect(await conversations.events(ann, id, all)).toHaveLength(1)
    const done = { id: first.id, status: 'completed' } as const
    await conversations.append(id, batch(1, ['c'], { run: done }), 3)
    expect(await conversations.append(id, batch(2, ['d'], { startRun: second }), 4)).toBe(3)
  })

  test('a finished run, or one of another conversation, does not change', async () => {
    const { conversations, id } = await started()
    const startRun = newRun(fixture, id)
    const other = newConversation(fixture)
    await conversations.create(other)
    await conversations.append(id, batch(0, ['a'], { startRun }), 1)
    const completed = { id: startRun.id, status: 'completed' } as const
    const foreign = conversations.append(other.id, batch(0, ['x'], { run: completed }), 2)
    expect(await rejection(foreign)).toBe('run.not-open')
    await conversations.append(id, batch(1, ['b'], { run: completed }), 2)
    const cancelled = { id: startRun.id, status: 'cancelled' } as const
    expect(await rejection(conversations.append(id, batch(2, ['c'], { run: cancelled }), 3))).toBe(
      'run.not-open',
    )
    const absent = { id: 'run_absent' as RunId, status: 'failed' } as const
    expect(await rejection(conversations.append(id, batch(2, ['c'], { run: absent }), 3))).toBe(
      'run.not-open',
    )
    expect(await conversations.events(ann, id, all)).toHaveLength(2)
    expect((await conversations.get(ann, id))?.headSeq).toBe(2)
  })

  test('of twenty concurrent appends to one head one succeeds', async () => {
    const { conversations, id } = await started()
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => conversations.append(id, batch(0, [`${index}`]), 1)),
    )
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    expect(await conversations.events(ann, id, all)).toHaveLength(1)
  })

  test('of twenty concurrent turns of one conversation one starts', async () => {
    const { conversations, id } = await started()
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        conversations.append(id, batch(0, ['go'], { startRun: newRun(fixture, id) }), 1),
      ),
    )
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  })
})
