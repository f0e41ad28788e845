import type { AgentId, ConversationId, UserId } from '@repertoire/core/base'
import type { MemoryChange, MemoryKey, NewMember, TenantStore } from '@repertoire/core/ports'
import { expect, test } from 'vitest'
import { allPages, rejection } from './expectations.ts'
import { ann, batch, bob, forEveryStore, newAgent, newConversation } from './store-fixture.ts'

const helper = 'agt_helper' as AgentId

const about = (userId: UserId, agentId: AgentId | null = null): MemoryKey => ({
  userId,
  agentId,
})

function noted(text: string, expectedVersion: number): MemoryChange {
  return {
    text,
    author: 'agent',
    reason: 'they said so',
    createdAt: 5,
    conversationId: 'cnv_1' as ConversationId,
    expectedVersion,
  }
}

forEveryStore('memories', (fixture) => {
  async function peopled(): Promise<TenantStore> {
    const tenant = await fixture.tenant()
    for (const [id, name] of [
      [ann, 'Ann'],
      [bob, 'Bob'],
    ] as const) {
      const member: NewMember = { id, name, role: 'owner', createdAt: 1 }
      await tenant.members.create(member)
    }
    return tenant
  }

  test('B6: each change adds a version, and no version changes', async () => {
    const { memories } = await peopled()
    const key = about(ann)
    expect(await memories.get(key)).toBeNull()
    const hostile = 'a\0b \ud800 </observations> é'
    const first = await memories.put(key, noted(hostile, 0))
    const { expectedVersion: _, ...written } = noted(hostile, 0)
    expect(first).toEqual({ ...written, number: 1 })
    const byUser = { author: 'user', reason: '', conversationId: null, createdAt: 6 } as const
    const second = await memories.put(key, { ...noted('', 1), ...byUser })
    expect(second).toEqual({ number: 2, text: '', ...byUser })
    expect(await memories.get(key)).toEqual(second)
    expect(await memories.version(key, 1)).toEqual(first)
    expect(await memories.version(key, 3)).toBeNull()
    expect((await memories.history(key, { limit: 5 })).items).toEqual([second, first])
  })

  test('B6: the history is newest first, in pages', async () => {
    const { memories } = await peopled()
    for (let number = 0; number < 5; number += 1) {
      await memories.put(about(ann, helper), noted(`text ${number}`, number))
    }
    for (const limit of [1, 2, 5, 200]) {
      const items = await allPages((page) => memories.history(about(ann, helper), page), limit)
      expect(items.map(({ number }) => number)).toEqual([5, 4, 3, 2, 1])
    }
    const bad = memories.history(about(ann, helper), { limit: 1, cursor: 'x' })
    expect(await rejection(bad)).toBe('request.bad-cursor')
  })

  test('B6: a change based on another version is rejected and changes nothing', async () => {
    const { memories } = await peopled()
    const key = about(ann)
    expect(await rejection(memories.put(key, noted('x', 1)))).toBe('observations.stale')
    await memories.put(key, noted('first', 0))
    expect(await rejection(memories.put(key, noted('late', 0)))).toBe('observations.stale')
    expect((await memories.history(key, { limit: 5 })).items).toHaveLength(1)
  })

  test('B6: of fifty concurrent changes of one version exactly one succeeds', async () => {
    const { memories } = await peopled()
    const texts = Array.from({ length: 50 }, (_, index) => `from ${index}`)
    const outcomes = await Promise.allSettled(
      texts.map((text) => memories.put(about(ann), noted(text, 0))),
    )
    const won = texts.filter((_text, index) => outcomes[index]?.status === 'fulfilled')
    expect(won).toHaveLength(1)
    expect(await memories.get(about(ann))).toMatchObject({ number: 1, text: won[0] })
  })

  test('B6: nothing is found under another organisation, person or agent', async () => {
    const [tenant, other] = [await peopled(), await peopled()]
    await tenant.memories.put(about(ann), noted('without an agent', 0))
    await tenant.memories.put(about(ann, helper), noted('with the helper', 0))
    const otherReaders = [
      [tenant, about(bob)],
      [tenant, about(bob, helper)],
      [tenant, about(ann, 'agt_other' as AgentId)],
      [tenant, about('%' as UserId)],
      [other, about(ann)],
      [other, about(ann, helper)],
    ] as const
    for (const [{ memories }, key] of otherReaders) {
      expect(await memories.get(key)).toBeNull()
      expect(await memories.version(key, 1)).toBeNull()
      expect((await memories.history(key, { limit: 5 })).items).toEqual([])
    }
    expect(await tenant.memories.all(bob)).toEqual([])
    expect(await other.memories.all(ann)).toEqual([])
    await tenant.memories.put(about(bob), noted('of Bob', 0))
    const all = await tenant.memories.all(ann)
    expect(all.map(({ agentId, text }) => [agentId, text])).toEqual([
      [null, 'without an agent'],
      [helper, 'with the helper'],
    ])
  })

  test('B6: memories are deleted with the person and with the agent', async () => {
    const { memories, members, agents } = await peopled()
    const agent = newAgent(fixture)
    await agents.create(agent)
    for (const userId of [ann, bob]) {
      await memories.put(about(userId), noted('x', 0))
      await memories.put(about(userId, agent.id), noted('y', 0))
    }
    await agents.remove(agent.id)
    expect((await memories.all(ann)).map(({ agentId }) => agentId)).toEqual([null])
    await members.remove(ann)
    expect(await memories.all(ann)).toEqual([])
    expect(await memories.get(about(ann))).toBeNull()
    expect(await memories.all(bob)).toHaveLength(1)
    expect(await rejection(memories.put(about(ann), noted('x', 0)))).toBe('member.not-found')
    const nowhere = fixture.store.tenant('ten_none' as TenantStore['tenantId'])
    const lost = nowhere.memories.put(about(ann), noted('x', 0))
    expect(await rejection(lost)).toBe('member.not-found')
  })

  test('B6: a conversation step and its memory are written atomically', async () => {
    const { memories, conversations } = await peopled()
    const conversation = newConversation(fixture)
    await conversations.create(conversation)
    const key = about(ann)
    const memoryChange = { key, change: noted('tea', 0) }
    await conversations.append(conversation.id, batch(0, ['one'], { memoryChange }), 1)
    expect(await memories.get(key)).toMatchObject({ number: 1, text: 'tea' })
    const late = conversations.append(conversation.id, batch(1, ['two'], { memoryChange }), 2)
    expect(await rejection(late)).toBe('observations.stale')
    expect((await conversations.get(ann, conversation.id))?.headSeq).toBe(1)
    const next = { key, change: noted('coffee', 1) }
    const behind = conversations.append(conversation.id, batch(0, ['x'], { memoryChange: next }), 3)
    expect(await rejection(behind)).toBe('conversation.moved-on')
    expect(await memories.get(key)).toMatchObject({ number: 1 })
  })
})
