import { tombstoneRetention } from '@repertoire/core/keep'
import { expect, test } from 'vitest'
import { rejection } from './expectations.ts'
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
const page = { limit: 10 }

forEveryStore('deleted conversations', (fixture) => {
  /** One with a message, a run that waits for an approval, a file and a prompt, which is then deleted. */
  async function discarded() {
    const tenant = await fixture.tenant()
    const conversation = newConversation(fixture)
    const { id } = conversation
    await tenant.conversations.create(conversation)
    const run = newRun(fixture, id)
    const approval = newApproval(fixture, run)
    const file = { path: 'a.txt', sha256: 'a'.repeat(64), size: 1 }
    await tenant.workspace.storeBlob(file.sha256, new TextEncoder().encode('x'))
    const step = batch(0, ['hello'], { startRun: run, approvals: [approval], files: [file] })
    await tenant.conversations.append(id, step, 1)
    await tenant.conversations.recordPrompt(id, 'd1', ['system'])
    const read = async () => ({
      conversation: await tenant.conversations.get(ann, id),
      list: (await tenant.conversations.list(ann, page)).items.length,
      events: (await tenant.conversations.events(ann, id, all)).length,
      run: (await tenant.conversations.run(ann, run.id))?.id,
      openRun: (await tenant.conversations.openRun(ann, id))?.id,
      prompt: await tenant.conversations.prompt(ann, id, 'd1'),
      approval: (await tenant.approvals.get(approval.id))?.id,
      approvals: (await tenant.approvals.list({}, page)).items.length,
      files: (await tenant.workspace.list(ann, id)).length,
      traced: (await tenant.traces.runs(ann, run.traceId)).length,
      behind: (await tenant.usage.behind({ ids: [id], after: null, limit: 9 })).length,
      due: (await fixture.store.directory.overdueApprovals(Number.MAX_SAFE_INTEGER)).filter(
        ({ approvalId }) => approvalId === approval.id,
      ).length,
    })
    const before = await read()
    await tenant.conversations.discard(ann, id, fixture.clock.now())
    return { ...tenant, id, conversation, run, approval, read, before }
  }

  test('no read finds one, nor what belongs to it', async () => {
    const { read, before } = await discarded()
    expect(before).toMatchObject({ list: 1, events: 1, approvals: 1, files: 1, traced: 1, due: 1 })
    expect(await read()).toEqual({
      ...{ conversation: null, prompt: null, list: 0, events: 0, approvals: 0, files: 0 },
      ...{ run: undefined, openRun: undefined, approval: undefined, traced: 0, behind: 0, due: 0 },
    })
  })

  test('nothing writes to one, and nobody works on its run', async () => {
    const { conversations, approvals, workspace, id, run, approval } = await discarded()
    const now = fixture.clock.now()
    expect(await rejection(conversations.append(id, batch(1, ['late']), 1))).toBe(
      'conversation.not-found',
    )
    const change = { changes: [{ path: 'a.txt', removed: true as const }], now }
    expect(await rejection(workspace.change(ann, id, change))).toBe('conversation.not-found')
    expect(await rejection(conversations.rename(ann, id, 'x'))).toBe('conversation.not-found')
    expect(await rejection(conversations.discard(ann, id, now))).toBe('conversation.not-found')
    const answer = { decision: 'approved', by: ann, note: '', now: 1 } as const
    expect(await approvals.answer(approval.id, answer)).toBeNull()
    const lease = { owner: 'w', now: now + 1e12, expiresAt: now + 2e12 }
    expect(await conversations.claimRun(run.id, lease)).toBe(false)
  })

  test('restoring brings all of it back, once, and only for its person', async () => {
    const { conversations, id, conversation, read, before } = await discarded()
    const now = fixture.clock.now()
    const { items } = await conversations.listDeleted(ann, page, now)
    expect(items).toMatchObject([{ conversation: { id, title: conversation.title } }])
    expect((await conversations.listDeleted(bob, page, now)).items).toEqual([])
    expect(await rejection(conversations.restore(bob, id, now))).toBe('conversation.not-deleted')
    expect(await rejection(conversations.remove(bob, id))).toBe('conversation.not-found')
    expect((await conversations.restore(ann, id, now)).id).toBe(id)
    expect(await read()).toEqual(before)
    expect(await rejection(conversations.restore(ann, id, now))).toBe('conversation.not-deleted')
    expect((await conversations.listDeleted(ann, page, now)).items).toEqual([])
  })

  test('thirty days to the millisecond: it can be restored before, and is purged then', async () => {
    const { conversations, id } = await discarded()
    const deletedAt = fixture.clock.now()
    const last = deletedAt + tombstoneRetention - 1
    expect((await conversations.listDeleted(ann, page, last)).items).toHaveLength(1)
    expect((await conversations.listDeleted(ann, page, last + 1)).items).toEqual([])
    expect(await rejection(conversations.restore(ann, id, last + 1))).toBe(
      'conversation.not-deleted',
    )
    expect(await conversations.purge(deletedAt - 1, 9)).toBe(0)
    expect(await conversations.purge(deletedAt, 9)).toBe(1)
    expect(await conversations.purge(deletedAt, 9)).toBe(0)
    expect(await rejection(conversations.restore(ann, id, last))).toBe('conversation.not-deleted')
  })

  test('its person removes it for good before that', async () => {
    const { conversations, id } = await discarded()
    await conversations.remove(ann, id)
    expect(await rejection(conversations.restore(ann, id, fixture.clock.now()))).toBe(
      'conversation.not-deleted',
    )
  })

  test('a trigger that always writes to the same one begins it anew; somebody else cannot', async () => {
    const { conversations, id, conversation } = await discarded()
    const foreign = batch(0, ['hi'], { newConversation: { ...conversation, userId: bob } })
    expect(await rejection(conversations.append(id, foreign, 1))).toBe('conversation.not-found')
    expect((await conversations.listDeleted(ann, page, fixture.clock.now())).items).toHaveLength(1)
    await conversations.append(id, batch(0, ['hi'], { newConversation: conversation }), 1)
    expect(await conversations.events(ann, id, all)).toHaveLength(1)
    expect((await conversations.listDeleted(ann, page, fixture.clock.now())).items).toEqual([])
  })

  test('one does not count against the quota, and restoring does', async () => {
    const tenant = await fixture.tenant({ organisation: {}, person: { conversations: 1 } })
    const [first, second] = [newConversation(fixture), newConversation(fixture)]
    const now = fixture.clock.now()
    await tenant.conversations.create(first)
    await tenant.conversations.discard(ann, first.id, now)
    await tenant.conversations.create(second)
    expect(await rejection(tenant.conversations.restore(ann, first.id, now))).toBe('quota.exceeded')
    await tenant.conversations.discard(ann, second.id, now)
    await tenant.conversations.restore(ann, first.id, now)
    expect(await tenant.conversations.get(ann, first.id)).not.toBeNull()
  })
})
