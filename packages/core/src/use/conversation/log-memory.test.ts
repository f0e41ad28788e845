import { expect, it } from 'vitest'
import type { ConversationId, TenantId, TraceId, UserId } from '../../base/ids.ts'
import type { Conversation } from '../../domain/conversation.ts'
import type { LoggedEvent } from '../../domain/events.ts'
import { emptySession } from '../../domain/session-state.ts'
import { createLogMemory } from './log-memory.ts'

const tenantId = 'org_1' as TenantId
const viewer = 'usr_1' as UserId

function conversationOf(name: string, headSeq: number, createdAt = 0): Conversation {
  return {
    ...{ id: `cnv_${name}` as ConversationId, userId: viewer, title: '', agentId: null },
    ...{ session: emptySession, headSeq, createdAt, updatedAt: 0 },
  }
}

function source(of = tenantId) {
  const reads: number[] = []
  const logged = (name: string, seq: number): LoggedEvent => ({
    ...{ seq, runId: null, traceId: 't' as TraceId, at: 0 },
    event: { type: 'run-completed', text: `${of} ${name} ${seq}` },
  })
  const conversations = {
    events: async (_: UserId, id: ConversationId, { after, limit }: Range) => {
      reads.push(limit)
      return Array.from({ length: limit }, (_none, at) => logged(id, after + at + 1))
    },
  }
  return { tenantId: of, conversations, reads }
}

interface Range {
  readonly after: number
  readonly limit: number
}

const seqs = (log: readonly LoggedEvent[]) => log.map(({ seq }) => seq)

it('reads only what was appended since, and never past the head', async () => {
  const memory = createLogMemory()
  const store = source()
  await memory.read(store, conversationOf('a', 3))
  expect(seqs(await memory.read(store, conversationOf('a', 5)))).toEqual([1, 2, 3, 4, 5])
  expect(seqs(await memory.read(store, conversationOf('a', 2)))).toEqual([1, 2])
  await memory.read(store, conversationOf('a', 5))
  expect(store.reads).toEqual([3, 2])
})

it('mixes up no organisations, and no conversation with a deleted one of its id', async () => {
  const memory = createLogMemory()
  const [mine, theirs] = [source(), source('org_2' as TenantId)]
  await memory.read(mine, conversationOf('a', 2))
  expect(JSON.stringify(await memory.read(theirs, conversationOf('a', 2)))).not.toContain('org_1')
  await memory.read(mine, conversationOf('a', 2, 7))
  expect(mine.reads).toEqual([2, 2])
})

it('gives each reader a list of its own', async () => {
  const memory = createLogMemory()
  const first = await memory.read(source(), conversationOf('a', 2))
  first.pop()
  expect(seqs(await memory.read(source(), conversationOf('a', 2)))).toEqual([1, 2])
})

it('forgets the log that was read longest ago, beyond its size', async () => {
  const memory = createLogMemory(5)
  const store = source()
  await memory.read(store, conversationOf('a', 3))
  await memory.read(store, conversationOf('b', 2))
  await memory.read(store, conversationOf('a', 3))
  await memory.read(store, conversationOf('c', 1))
  await memory.read(store, conversationOf('a', 3))
  expect(store.reads).toEqual([3, 2, 1])
  await memory.read(store, conversationOf('b', 2))
  expect(store.reads).toEqual([3, 2, 1, 2])
})
