import type { AgentId, ConversationId } from '@repertoire/core/base'
import type { ContextScope, StoredContext } from '@repertoire/core/ports'
import { expect, test } from 'vitest'
import { ann, forEveryStore, newAgent, newConversation } from './store-fixture.ts'

const context = (memory: string): StoredContext => ({
  ...{ memory, graphContext: 'a\0b é </memory>', updatedBy: ann, updatedAt: 5 },
})

forEveryStore('prompt contexts', (fixture) => {
  test('A2: each scope has its own, the newest is kept, and it can be removed', async () => {
    const { promptContexts } = await fixture.tenant()
    const scopes: ContextScope[] = [
      { kind: 'organisation' },
      { kind: 'agent', agentId: 'agt_1' as AgentId },
      { kind: 'conversation', conversationId: 'cnv_1' as ConversationId },
    ]
    for (const scope of scopes) {
      expect(await promptContexts.get(scope)).toBeNull()
      await promptContexts.put(scope, context('first'))
      await promptContexts.put(scope, context(`newest of ${scope.kind}`))
    }
    for (const scope of scopes) {
      expect(await promptContexts.get(scope)).toEqual(context(`newest of ${scope.kind}`))
      expect(await promptContexts.remove(scope)).toBe(true)
      expect(await promptContexts.remove(scope)).toBe(false)
      expect(await promptContexts.get(scope)).toBeNull()
    }
  })

  test('A2: goes with its agent and with its conversation', async () => {
    const tenant = await fixture.tenant()
    const agent = newAgent(fixture)
    const conversation = newConversation(fixture)
    await tenant.agents.create(agent)
    await tenant.conversations.create(conversation)
    const ofAgent = { kind: 'agent', agentId: agent.id } as const
    const ofConversation = { kind: 'conversation', conversationId: conversation.id } as const
    await tenant.promptContexts.put(ofAgent, context('a'))
    await tenant.promptContexts.put(ofConversation, context('c'))
    await tenant.agents.remove(agent.id, 1)
    await tenant.conversations.remove(conversation.userId, conversation.id)
    expect(await tenant.promptContexts.get(ofAgent)).toBeNull()
    expect(await tenant.promptContexts.get(ofConversation)).toBeNull()
  })
})
