import type { ConversationId, RunId, TenantId, UserId } from '@repertoire/core/base'
import { emptySession, type Run, rolePermissions } from '@repertoire/core/domain'
import type { LogBatch } from '@repertoire/core/ports'
import { createFixedClock, createInMemoryStore } from '@repertoire/core/testing'
import { expect, it } from 'vitest'
import { waitForRun } from './wait-for-run.ts'

const tenantId = 'ten_one' as TenantId
const userId = 'usr_ann' as UserId
const conversationId = 'cnv_one' as ConversationId
const traceId = 'f'.repeat(32)
const run: Run = {
  ...{ id: 'run_one' as RunId, conversationId, userId, role: 'owner', traceId },
  ...{ status: 'running', problem: null, startedAt: 1, finishedAt: null },
}
const event = { type: 'message-received', messageId: 'msg', text: 'Hello', userId } as const

const principal = {
  tenantId,
  userId,
  role: 'owner',
  permissions: rolePermissions('owner'),
} as const

function batch(expectedSeq: number, more: Partial<LogBatch> = {}): LogBatch {
  return { ...{ expectedSeq, runId: run.id, traceId, events: [event] }, ...more }
}

it('a turn that only thinks is not read again for each of its events', async () => {
  const store = createInMemoryStore({ clock: createFixedClock() })
  await store.directory.createTenant({ id: tenantId, name: 'One', createdAt: 0 })
  const tenant = store.tenant(tenantId)
  const { conversations } = tenant
  await conversations.create({
    ...{ id: conversationId, userId, title: '', agentId: null, session: emptySession },
    ...{ headSeq: 0, createdAt: 1, updatedAt: 1 },
  })
  await conversations.append(conversationId, batch(0, { startRun: run }), 1)
  let reads = 0
  const counted = {
    ...tenant,
    conversations: {
      ...conversations,
      run: (...asked: Parameters<typeof conversations.run>) => {
        reads += 1
        return conversations.run(...asked)
      },
    },
  }
  const timers = { every: () => () => {}, wait: async () => {} }
  const waiting = waitForRun(
    { store: { ...store, tenant: () => counted }, timers, stopped: new AbortController().signal },
    { principal, runId: run.id },
  )
  for (let seq = 1; seq <= 20; seq += 1) await conversations.append(conversationId, batch(seq), 2)
  await conversations.append(
    conversationId,
    batch(21, { run: { id: run.id, status: 'completed' } }),
    3,
  )
  expect((await waiting).status).toBe('completed')
  expect(reads).toBe(2)
})
