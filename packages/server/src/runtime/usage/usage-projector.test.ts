import type { ConversationId, TenantId, UserId } from '@repertoire/core/base'
import { emptySession } from '@repertoire/core/domain'
import type { Store } from '@repertoire/core/ports'
import { createFixedClock, createInMemoryStore } from '@repertoire/core/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { createUsageProjector } from './usage-projector.ts'

const tenantId = 'org_1' as TenantId
const userId = 'usr_1' as UserId
const everything = { fromDay: 0, toDay: 99_999, by: null, person: null } as const

let store: Store
beforeEach(async () => {
  store = createInMemoryStore({ clock: createFixedClock() })
  await store.directory.createTenant({ id: tenantId, name: 'Acme', createdAt: 0 })
})

async function talk(name: string): Promise<void> {
  const id = name as ConversationId
  const { conversations } = store.tenant(tenantId)
  const times = { createdAt: 1, updatedAt: 1 }
  const empty = { title: '', agentId: null, session: emptySession, headSeq: 0 }
  await conversations.create({ id, userId, ...empty, ...times })
  await answer(id, 0)
}

async function answer(id: string, expectedSeq: number): Promise<void> {
  const usage = { inputTokens: 10, outputTokens: 1 }
  const event = { type: 'step-completed', step: 1, text: '', toolCalls: [], usage } as const
  const batch = { expectedSeq, runId: null, traceId: 't', events: [event] }
  await store.tenant(tenantId).conversations.append(id as ConversationId, batch, 1)
}

const calls = async () =>
  (await store.tenant(tenantId).usage.groups(everything, 1))[0]?.facts.modelCalls

function projector(over: Store = store) {
  const faults: unknown[] = []
  let tick = () => {}
  const every = (_: number, task: () => void) => {
    tick = task
    return () => {}
  }
  const onError = (error: unknown) => faults.push(error)
  const made = createUsageProjector({ store: over, timers: { every }, onError })
  return { ...made, faults, tick: () => tick() }
}

describe('the projector of numbers', () => {
  it('catches up with what happened while no server ran, then follows the change feed', async () => {
    await talk('cnv_1')
    const one = projector()
    one.start()
    await one.settle()
    expect(await calls()).toBe(1)
    await answer('cnv_1', 1)
    await talk('cnv_2')
    one.tick()
    await one.settle()
    expect(await calls()).toBe(3)
    await one.stop()
  })

  it('two of them, or one that is killed and begins again, count nothing twice', async () => {
    for (const name of ['cnv_1', 'cnv_2', 'cnv_3']) await talk(name)
    const [one, other] = [projector(), projector()]
    one.start()
    other.start()
    await Promise.all([one.settle(), other.settle(), one.stop()])
    const again = projector()
    again.start()
    await again.settle()
    expect(await calls()).toBe(3)
  })

  it('tries again what could not be written', async () => {
    await talk('cnv_1')
    let isAway = true
    const failing: Store = {
      ...store,
      tenant: (id) => {
        const tenant = store.tenant(id)
        const put: typeof tenant.usage.put = async (usage) => {
          if (isAway) throw new Error('away')
          return tenant.usage.put(usage)
        }
        return { ...tenant, usage: { ...tenant.usage, put } }
      },
    }
    const one = projector(failing)
    one.start()
    await one.settle()
    expect(one.faults).toHaveLength(1)
    isAway = false
    await one.settle()
    expect(await calls()).toBe(1)
  })
})
