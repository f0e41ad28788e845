import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { TenantId, TriggerId, UserId } from '../../base/ids.ts'
import type { Trigger } from '../../domain/trigger.ts'
import type { TriggerContext } from '../../domain/trigger-context.ts'
import type { TenantStore } from '../../ports/store.ts'
import { createFixedClock } from '../../testing/fixed-clock.ts'
import { createInMemoryStore } from '../../testing/in-memory-store.ts'
import { createSequentialIds } from '../../testing/sequential-ids.ts'
import { startRun } from '../conversation/start-run.ts'
import { fireDelivery } from './fire-delivery.ts'
import type { FireDeps } from './fire-trigger.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const clock = createFixedClock(1_800_000_000_000)
const ada = 'usr_ada' as UserId

let tenant: TenantStore
let deps: FireDeps
let deliveries = 0

beforeEach(async () => {
  const ids = createSequentialIds()
  const store = createInMemoryStore({ clock })
  const tenantId = 'org_1' as TenantId
  await store.directory.createTenant({ id: tenantId, name: 'Acme', createdAt: 0 })
  tenant = store.tenant(tenantId)
  await tenant.members.create({ id: ada, name: 'Ada', role: 'owner', createdAt: 0 })
  const starting = { ...tenant, clock, ids }
  const start: FireDeps['start'] = (request) => startRun(starting, { ...request, toolsets: [] })
  deps = { store: tenant, clock, ids, sha256, start }
})

const webhookWith = (suggestedStages: readonly string[]): Trigger => ({
  ...{ id: 'sig_1' as TriggerId, name: 'btc_drop_5pct', userId: ada, agentId: null },
  ...{ message: 'Look at it.', trigger: { kind: 'webhook' }, asset: null, severity: 'info' },
  ...{ preloadSkills: ['watch'], suggestedStages, scriptsAllowed: false, conversation: 'new' },
  ...{ maxTurnsPerHour: 3_600, enabled: true, role: 'owner', permissions: ['conversations.use'] },
  ...{ note: null, nextAt: null, lastFiredAt: null, createdAt: 0, updatedAt: 0, version: 1 },
})

/** The context that the turn of a delivery is started with, as its log has it. */
async function contextOf(own: readonly string[], body: object): Promise<TriggerContext> {
  const source = webhookWith(own)
  if (!(await tenant.triggers.get(source.id))) await tenant.triggers.create(source, null)
  const idempotencyKey = `evt_${++deliveries}`
  const delivery = { idempotencyKey, body: JSON.stringify(body) }
  const { conversationId } = await fireDelivery(deps, source, delivery)
  if (!conversationId) throw new Error('no turn was started')
  const range = { after: 0, limit: 9 }
  const log = await tenant.conversations.events(ada, conversationId, range)
  const [signal] = log.flatMap(({ event }) =>
    event.type === 'run-started' && event.signal ? [event.signal] : [],
  )
  if (!signal) throw new Error('the turn has no trigger')
  return signal
}

describe('the stages that a delivery suggests', () => {
  it('E8: it chooses among those of the trigger; others are dropped and noted', async () => {
    const body = { suggested_stages: ['manage', 'evaluate', 'decide', 7, 'x'.repeat(51)] }
    expect(await contextOf(['discover', 'evaluate', 'decide'], body)).toMatchObject({
      name: 'btc_drop_5pct',
      suggestedStages: ['evaluate', 'decide'],
      ignoredStages: ['manage'],
    })
    const [entry] = (await tenant.audit.list({}, { limit: 1 })).items
    expect(entry).toMatchObject({ action: 'signal-fired', details: { ignored_stages: 1 } })
    expect(JSON.stringify(entry)).not.toContain('manage')
  })

  it('E8: a trigger without stages takes none', async () => {
    const context = await contextOf([], { suggested_stages: ['decide'] })
    expect(context).toMatchObject({ suggestedStages: [], ignoredStages: ['decide'] })
  })

  it('E8: whatever it sends, no stage is added, some of the trigger’s hold, nothing else changes', async () => {
    const names = fc.constantFrom('discover', 'evaluate', 'decide', 'manage')
    const stages = fc.uniqueArray(names)
    await fc.assert(
      fc.asyncProperty(stages, fc.anything(), stages, async (own, other, asked) => {
        for (const suggested_stages of [asked, other]) {
          const context = await contextOf(own, { suggested_stages })
          expect(own).toEqual(expect.arrayContaining([...context.suggestedStages]))
          expect(context.suggestedStages.length > 0).toBe(own.length > 0)
          expect(context).toMatchObject({ preloadSkills: ['watch'], operatorAuthored: false })
        }
      }),
      { numRuns: 40 },
    )
  })
})
