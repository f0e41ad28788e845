import type { ApiKeyId, UserId } from '@repertoire/core/base'
import type { ChangeNotification, Store } from '@repertoire/core/ports'
import { expect, test } from 'vitest'
import { databaseKinds } from '../../contract/backends.ts'
import { checkedContent } from '../../contract/checked-content.ts'
import { rejection } from '../../contract/expectations.ts'
import {
  aBrowser,
  batch,
  forEveryStore,
  newApproval,
  newConversation,
  newRun,
} from '../../contract/store-fixture.ts'

/** Collects notifications; `next` resolves with the first one that `wanted` accepts. */
function listen(store: Store) {
  const received: ChangeNotification[] = []
  const waiting = new Set<() => void>()
  const stop = store.watch((notification) => {
    received.push(notification)
    for (const wake of waiting) wake()
  })
  const next = async (
    wanted: (notification: ChangeNotification) => boolean,
  ): Promise<ChangeNotification> => {
    for (;;) {
      const found = received.find(wanted)
      if (found) return found
      await new Promise<void>((resolve) => waiting.add(resolve))
    }
  }
  return { received, next, stop }
}

forEveryStore('change notifications', (fixture) => {
  test('a commit notifies about each change once; a rejected one about nothing', async () => {
    const { skills, conversations, approvals, tenantId } = await fixture.tenant()
    const { received, next, stop } = listen(fixture.store)
    await skills.save([checkedContent('a'), checkedContent('b')], 'create')
    await skills.save([checkedContent('a')], 'create')
    const conversation = newConversation(fixture)
    await conversations.create(conversation)
    await rejection(conversations.append(conversation.id, batch(9, ['x']), 1))
    const startRun = newRun(fixture, conversation.id)
    const asked = newApproval(fixture, startRun)
    await conversations.append(conversation.id, batch(0, [], { startRun, approvals: [asked] }), 1)
    const answer = { decision: 'denied', by: null, note: '', now: 1 } as const
    await approvals.answer(asked.id, answer)
    await approvals.answer(asked.id, answer)
    await conversations.rename(conversation.userId, conversation.id, 'last')
    const conversationId = conversation.id
    const talked = { kind: 'conversation', tenantId, conversationId }
    await next(
      () => received.filter((notification) => notification.kind === 'conversation').length === 3,
    )
    expect(received).toEqual([
      { kind: 'skills', tenantId },
      talked,
      talked,
      { kind: 'approvals', tenantId },
      { kind: 'approvals', tenantId },
      talked,
    ])
    stop()
    await skills.save([checkedContent('c')], 'create')
    expect(received).toHaveLength(6)
  })
})

forEveryStore('notifications about conversations', (fixture) => {
  test('say when a log is only longer, and no run began or has another status', async () => {
    const { conversations, tenantId } = await fixture.tenant()
    const conversation = newConversation(fixture)
    await conversations.create(conversation)
    const run = newRun(fixture, conversation.id)
    const ended = { id: run.id, status: 'completed' } as const
    const changes = [
      [batch(0, ['began'], { startRun: run }), undefined],
      [batch(1, ['thought']), true],
      [batch(2, ['answered'], { run: ended }), undefined],
    ] as const
    for (const [change, onlyEvents] of changes) {
      const { next, stop } = listen(fixture.store)
      await conversations.append(conversation.id, change, 1)
      const received = await next(({ kind }) => kind === 'conversation')
      const talked = { kind: 'conversation', tenantId, conversationId: conversation.id }
      expect(received).toEqual(onlyEvents ? { ...talked, onlyEvents } : talked)
      stop()
    }
  })
})

forEveryStore('notifications about credentials', (fixture) => {
  test('whatever ends or narrows a credential notifies', async () => {
    const { members, tenantId } = await fixture.tenant()
    const { directory } = fixture.store
    const [id, other] = [fixture.id('usr') as UserId, fixture.id('usr') as UserId]
    for (const one of [id, other]) {
      await members.create({ id: one, name: 'x', role: 'owner', createdAt: 1 })
    }
    const keyId = fixture.id('key') as ApiKeyId
    await members.createKey(
      {
        ...{ id: keyId, userId: id, name: 'k', publicId: '', scopes: [], createdAt: 1 },
        ...{ lastUsedAt: null, expiresAt: null, parentId: null, createdBy: null },
        loginKeyId: null,
      },
      fixture.id('hash'),
    )
    const tokenHash = fixture.id('hash')
    const session = { ...aBrowser(tokenHash), userId: id, keyId: null, createdAt: 1, expiresAt: 99 }
    await directory.createSession(tenantId, session)
    const changes = [
      () => members.setRole(id, 'member'),
      () => members.removeKey(keyId),
      () => directory.removeSession(tokenHash),
      () => members.remove(id),
    ]
    for (const change of changes) {
      const { next, stop } = listen(fixture.store)
      await change()
      const received = await next(({ kind }) => kind === 'credentials')
      expect(received).toEqual({ kind: 'credentials', tenantId })
      stop()
    }
  })
})

forEveryStore(
  'change notifications between processes',
  (fixture) => {
    test('another process’ commit arrives', async () => {
      const { skills, tenantId } = await fixture.tenant()
      const other = await fixture.openAnother()
      const { next, stop } = listen(other)
      await other.ping()
      const received = next((notification) =>
        notification.kind === 'anything'
          ? true
          : notification.kind === 'skills' && notification.tenantId === tenantId,
      )
      let done = false
      void received.then(() => {
        done = true
      })
      // Listening starts in the background, so write until a notification arrives.
      for (let count = 0; !done; count++) {
        await skills.save([checkedContent(`skill-${count}`)], 'create')
        await new Promise((resolve) => setImmediate(resolve))
      }
      const notification = await received
      expect(notification.kind).toBe(fixture.kind.name === 'SQLite' ? 'anything' : 'skills')
      stop()
    })
  },
  databaseKinds,
)

forEveryStore(
  'messages between processes',
  (fixture) => {
    test('those of another process arrive in order, our own do not; SQLite passes none', async () => {
      const other = await fixture.openAnother()
      const { messages } = fixture.store
      if (fixture.kind.name === 'SQLite') {
        expect([messages, other.messages]).toEqual([undefined, undefined])
        return
      }
      const received: string[] = []
      const own: string[] = []
      const stops = [
        other.messages?.listen((message) => received.push(message)),
        messages?.listen((message) => own.push(message)),
      ]
      // Listening starts in the background.
      await expect
        .poll(async () => {
          await messages?.send(['are you there?'])
          return received.length
        })
        .toBeGreaterThan(0)
      const texts = ['one "two"', '\\ three\n', '🙂'.repeat(1_800), 'last']
      await messages?.send(texts)
      await expect.poll(() => received.at(-1)).toBe('last')
      expect(received.slice(-4)).toEqual(texts)
      expect(own).toEqual([])
      for (const stop of stops) stop?.()
    })
  },
  databaseKinds,
)
