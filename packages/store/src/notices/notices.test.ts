import type { ChangeNotification, Store } from '@repertoire/core'
import { expect, test } from 'vitest'
import { arrival } from '../contract/arrivals.ts'
import { durableKinds } from '../contract/backends.ts'
import { refusal } from '../contract/expectations.ts'
import { batch, forEveryStore, newApproval, newConversation, newRun } from '../contract/world.ts'

/** Collects notices; `next` settles with the first one that `wanted` accepts. */
function listen(store: Store) {
  const heard: ChangeNotification[] = []
  const waiting = new Set<() => void>()
  const stop = store.watch((notice) => {
    heard.push(notice)
    for (const wake of waiting) wake()
  })
  const next = async (
    wanted: (notice: ChangeNotification) => boolean,
  ): Promise<ChangeNotification> => {
    for (;;) {
      const found = heard.find(wanted)
      if (found) return found
      await new Promise<void>((resolve) => waiting.add(resolve))
    }
  }
  return { heard, next, stop }
}

forEveryStore('notices', (world) => {
  test('a commit tells what changed, once each; a refusal tells nothing', async () => {
    const { skills, conversations, approvals, tenantId } = await world.tenant()
    const { heard, next, stop } = listen(world.store)
    await skills.save([arrival('a'), arrival('b')], 'create')
    await skills.save([arrival('a')], 'create')
    const conversation = newConversation(world)
    await conversations.create(conversation)
    await refusal(conversations.append(conversation.id, batch(9, ['x']), 1))
    const startRun = newRun(world, conversation.id)
    const asked = newApproval(world, startRun)
    await conversations.append(conversation.id, batch(0, [], { startRun, approvals: [asked] }), 1)
    const answer = { decision: 'denied', by: null, note: '', now: 1 } as const
    await approvals.answer(asked.id, answer)
    await approvals.answer(asked.id, answer)
    await conversations.rename(conversation.userId, conversation.id, 'last')
    const conversationId = conversation.id
    const talked = { kind: 'conversation', tenantId, conversationId }
    await next(() => heard.filter((notice) => notice.kind === 'conversation').length === 3)
    expect(heard).toEqual([
      { kind: 'skills', tenantId },
      talked,
      talked,
      { kind: 'approvals', tenantId },
      { kind: 'approvals', tenantId },
      talked,
    ])
    stop()
    await skills.save([arrival('c')], 'create')
    expect(heard).toHaveLength(6)
  })
})

forEveryStore(
  'notices between processes',
  (world) => {
    test('another process’ commit is heard', async () => {
      const { skills, tenantId } = await world.tenant()
      const other = await world.another()
      const { next, stop } = listen(other)
      await other.ping()
      const heard = next((notice) =>
        notice.kind === 'anything'
          ? true
          : notice.kind === 'skills' && notice.tenantId === tenantId,
      )
      let settled = false
      void heard.then(() => {
        settled = true
      })
      // Listening starts in the background, so write until it is heard.
      for (let count = 0; !settled; count++) {
        await skills.save([arrival(`skill-${count}`)], 'create')
        await new Promise((resolve) => setImmediate(resolve))
      }
      const notice = await heard
      expect(notice.kind).toBe(world.kind.name === 'SQLite' ? 'anything' : 'skills')
      stop()
    })
  },
  durableKinds,
)
