import type { AgentId, SkillId } from '@repertoire/core/base'
import type { Agent } from '@repertoire/core/domain'
import { expect, test } from 'vitest'
import { allPages, rejection } from './expectations.ts'
import { ann, bob, forEveryStore, newAgent, newConversation } from './store-fixture.ts'

forEveryStore('agents', (fixture) => {
  test('C2: an agent reads back complete, and its id is unique', async () => {
    const { agents } = await fixture.tenant()
    const agent = newAgent(fixture, { modelId: 'big', skillIds: ['skl_b', 'skl_a'] as SkillId[] })
    await agents.create(agent)
    expect(await agents.get(agent.id)).toEqual(agent)
    expect(await rejection(agents.create(agent))).toBe('agent.exists')
    expect(await agents.get('agt_none' as AgentId)).toBeNull()
  })

  test('only the given fields change, and every change increments the version', async () => {
    const { agents } = await fixture.tenant()
    const agent = newAgent(fixture)
    await agents.create(agent)
    const named = await agents.update(agent.id, { name: 'Other', updatedAt: 9 }, 1)
    expect(named).toEqual({ ...agent, name: 'Other', updatedAt: 9, version: 2 })
    const change = {
      instruction: 'Do it.',
      modelId: 'big',
      toolsets: ['web'],
      skillIds: ['skl_c' as SkillId],
      routing: { signalSlots: 3, vocabularies: ['finance'], table: { keyword: 7 } },
      updatedAt: 10,
    }
    const changed = await agents.update(agent.id, change)
    expect(changed).toEqual({ ...named, ...change, version: 3 })
    const cleared = await agents.update(agent.id, { modelId: null, skillIds: [], updatedAt: 11 })
    expect(cleared).toMatchObject({ modelId: null, skillIds: [], version: 4 })
    expect(await agents.get(agent.id)).toEqual(cleared)
    expect(cleared.routing).toEqual(change.routing)
    const usual = await agents.update(agent.id, { routing: null, updatedAt: 12 })
    expect(usual.routing ?? null).toBeNull()
  })

  test('a change based on an older version is rejected, and so is a change of a deleted agent', async () => {
    const { agents } = await fixture.tenant()
    const agent = newAgent(fixture)
    await agents.create(agent)
    await agents.update(agent.id, { name: 'First', updatedAt: 2 }, 1)
    const late = agents.update(agent.id, { name: 'Second', updatedAt: 3 }, 1)
    expect(await rejection(late)).toBe('agent.stale')
    expect(await rejection(agents.remove(agent.id, 1))).toBe('agent.stale')
    expect((await agents.get(agent.id))?.name).toBe('First')
    await agents.remove(agent.id, 2)
    expect(await agents.get(agent.id)).toBeNull()
    expect(await rejection(agents.remove(agent.id))).toBe('agent.not-found')
    expect(await rejection(agents.update(agent.id, { updatedAt: 4 }))).toBe('agent.not-found')
  })

  test('of many concurrent changes of one version exactly one succeeds', async () => {
    const { agents } = await fixture.tenant()
    const agent = newAgent(fixture)
    await agents.create(agent)
    const names = ['a', 'b', 'c', 'd']
    const outcomes = await Promise.allSettled(
      names.map((name) => agents.update(agent.id, { name, updatedAt: 2 }, 1)),
    )
    const winners = names.filter((_name, index) => outcomes[index]?.status === 'fulfilled')
    expect(winners).toHaveLength(1)
    expect(await agents.get(agent.id)).toMatchObject({ name: winners[0], version: 2 })
  })

  test('lists are ordered by name, then id, in pages', async () => {
    const { agents } = await fixture.tenant()
    const made: Agent[] = []
    for (const name of ['delta', 'Alpha', 'ärmel', 'beta', 'beta', '😀', 'ｚ']) {
      const agent = newAgent(fixture, { name })
      await agents.create(agent)
      made.push(agent)
    }
    const names = ['Alpha', 'beta', 'beta', 'delta', 'ärmel', 'ｚ', '😀']
    for (const limit of [1, 2, 200]) {
      const items = await allPages((page) => agents.list(page), limit)
      expect(items.map(({ name }) => name)).toEqual(names)
      expect(new Set(items.map(({ id }) => id)).size).toBe(made.length)
    }
    expect(await rejection(agents.list({ limit: 5, cursor: 'x' }))).toBe('request.bad-cursor')
  })

  test('a conversation keeps its agent, also when the agent is deleted', async () => {
    const { agents, conversations } = await fixture.tenant()
    const agent = newAgent(fixture)
    await agents.create(agent)
    const conversation = { ...newConversation(fixture), agentId: agent.id }
    await conversations.create(conversation)
    await agents.remove(agent.id)
    expect(await conversations.get(ann, conversation.id)).toEqual(conversation)
    expect((await conversations.list(ann, { limit: 1 })).items).toEqual([conversation])
    expect(await conversations.get(bob, conversation.id)).toBeNull()
  })
})
