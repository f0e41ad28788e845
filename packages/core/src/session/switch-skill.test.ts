import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Conversation } from '../agent/conversation.ts'
import { startRun } from '../agent/start-run.ts'
import { createSkill } from '../catalog/create-skill.ts'
import type { ConversationId, TenantId, UserId } from '../ids.ts'
import { rolePermissions } from '../policy/permissions.ts'
import { createFixedClock } from '../testing/fixed-clock.ts'
import { createMemoryStore } from '../testing/memory-store.ts'
import { createSequentialIds } from '../testing/sequential-ids.ts'
import { emptySession } from './session-state.ts'
import { switchSkill } from './switch-skill.ts'

async function scene() {
  const clock = createFixedClock()
  const ids = createSequentialIds()
  const tenantId = 'ten_1' as TenantId
  const directory = createMemoryStore({ clock, ids })
  await directory.directory.createTenant({ id: tenantId, name: 'T', createdAt: 0 })
  const store = directory.tenant(tenantId)
  const userId = 'usr_1' as UserId
  const principal = {
    tenantId,
    userId,
    role: 'owner' as const,
    permissions: rolePermissions('owner'),
  }
  const conversationId = 'cnv_1' as ConversationId
  const times = { createdAt: 0, updatedAt: 0 }
  const conversation: Conversation = {
    ...{ id: conversationId, userId, title: '', agentId: null, session: emptySession, headSeq: 0 },
    ...times,
  }
  await store.conversations.create(conversation)
  const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
  for (const name of ['a', 'b']) {
    await createSkill(
      { store, clock, ids, sha256 },
      { principal, traceId: '0'.repeat(32) },
      {
        content: `---\nname: ${name}\ndescription: d\n---\nBody ${name}\n`,
        overrides: {},
        scope: 'org',
        enabled: true,
        reason: '',
      },
    )
  }
  const turn = (slug: string, to: 'active' | 'inactive') =>
    switchSkill({ store, clock }, { principal, conversationId, slug, to, traceId: '0'.repeat(32) })
  return { store, clock, ids, principal, conversationId, turn }
}

describe('a person’s own switch', () => {
  it('two at the same time both count, and the log has one event each', async () => {
    const { store, principal, conversationId, turn } = await scene()
    await Promise.all([turn('a', 'active'), turn('b', 'active')])
    const after = await store.conversations.get(principal.userId, conversationId)
    expect(after?.session.active.map((skill) => skill.slug).toSorted()).toEqual(['a', 'b'])
    expect(after?.headSeq).toBe(2)
  })

  it('A4: again changes nothing and is charged once', async () => {
    const { store, principal, conversationId, turn } = await scene()
    const once = await turn('a', 'active')
    expect(await turn('a', 'active')).toEqual(once)
    expect((await store.conversations.get(principal.userId, conversationId))?.headSeq).toBe(1)
  })

  it('waits while a run is open, whichever of the two came first', async () => {
    const { store, clock, ids, principal, conversationId, turn } = await scene()
    const { conversations } = store
    const request = { principal, conversationId, text: 'Hello', toolsets: [] }
    const [, switched] = await Promise.allSettled([
      startRun({ conversations, clock, ids }, request),
      turn('a', 'active'),
    ])
    const log = await conversations.events(principal.userId, conversationId, { after: 0, limit: 9 })
    const types = log.map((logged) => logged.event.type)
    const started = types.indexOf('run-started')
    const changed = types.indexOf('skills-state-changed')
    if (switched.status === 'fulfilled') expect(changed).toBeLessThan(started)
    else expect(changed).toBe(-1)
    await expect(turn('b', 'active')).rejects.toMatchObject({
      problem: { code: 'conversation.busy' },
    })
  })

  it('an unknown skill and one that is not active are refused by name', async () => {
    const { turn } = await scene()
    await expect(turn('zzz', 'active')).rejects.toMatchObject({
      problem: { code: 'skill.not-found' },
    })
    await expect(turn('a', 'inactive')).rejects.toMatchObject({
      problem: { code: 'session.not-active' },
    })
  })
})
