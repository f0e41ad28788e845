import { defaultSettings } from '@repertoire/core/domain'
import { collectBlobs, sweepSkills } from '@repertoire/core/keep'
import type { Store } from '@repertoire/core/ports'
import { expect, test } from 'vitest'
import { databaseKinds, sha256 } from './backends.ts'
import { checkedContent } from './checked-content.ts'
import { newSource } from './pending-revision-fixture.ts'
import { ann, batch, forEveryStore, newConversation, newRun } from './store-fixture.ts'
import { planned, schedule } from './trigger-fixtures.ts'

const day = 24 * 60 * 60_000
const bytes = new TextEncoder().encode('used')

forEveryStore(
  'background jobs of two replicas',
  (fixture) => {
    async function twoStores(): Promise<readonly [Store, Store]> {
      return [fixture.store, await fixture.openAnother()]
    }

    test('curator: both sweep at once, each skill is archived once, with one audit entry', async () => {
      const stores = await twoStores()
      const tenant = await fixture.tenant()
      await tenant.settings.put({ ...defaultSettings, archiveAgentSkillsAfterDays: 30 })
      const made = Array.from({ length: 12 }, (_, n) => checkedContent(`idle-${n}`))
      const byAgents = made.map((one) => ({
        ...one,
        origin: { ...one.origin, provenance: 'agent' as const },
      }))
      await tenant.skills.save(byAgents, 'create')
      fixture.clock.advance(31 * day)
      const { clock } = fixture
      const ids = { next: (prefix: string) => fixture.id(prefix), traceId: () => 'a'.repeat(32) }
      const sweeps = await Promise.all(
        stores.map((store, at) => {
          const deps = { store: store.tenant(tenant.tenantId), clock, ids }
          return sweepSkills(deps, { sweep: String(at + 1).repeat(32) })
        }),
      )
      expect(sweeps.flat()).toHaveLength(12)
      const { items } = await tenant.audit.list({}, { limit: 50 })
      expect(items.filter(({ action }) => action === 'skill-archived')).toHaveLength(12)
    })

    test('blob collection: both collect at once, what is stored again meanwhile stays', async () => {
      const stores = await twoStores()
      const tenant = await fixture.tenant()
      const conversation = newConversation(fixture)
      await tenant.conversations.create(conversation)
      const text = (n: number) => new TextEncoder().encode(`unreferenced ${n}`)
      for (let n = 0; n < 8; n += 1) await tenant.workspace.storeBlob(sha256(text(n)), text(n))
      const collect = () =>
        stores.map((store) =>
          collectBlobs(store.tenant(tenant.tenantId).blobs, {
            ...{ clock: fixture.clock, graceMs: day },
          }),
        )
      // Twice: unreferenced for as long as the grace period, then noted as such for as long again.
      fixture.clock.advance(day)
      await Promise.all(collect())
      fixture.clock.advance(day)
      const file = { path: 'used.txt', sha256: sha256(bytes), size: bytes.length }
      const use = async () => {
        const { workspace } = (stores[1] as Store).tenant(tenant.tenantId)
        await workspace.storeBlob(file.sha256, bytes)
        const now = fixture.clock.now()
        await workspace.change(ann, conversation.id, { changes: [file], now })
      }
      const [first, second] = await Promise.all([...collect(), use()])
      expect((first?.removed ?? 0) + (second?.removed ?? 0)).toBe(8)
      expect(await tenant.workspace.read(ann, conversation.id, 'used.txt')).toEqual(bytes)
    })

    test('source syncs: of two replicas one begins, and the other only after its lease', async () => {
      const stores = await twoStores()
      const tenant = await fixture.tenant()
      const source = newSource(fixture)
      await tenant.sources.create(source)
      const begin = (now: number) =>
        Promise.all(
          stores.map((store, at) => {
            const lease = { owner: `replica-${at}-${now}`, until: now + 1_000 }
            return store.tenant(tenant.tenantId).sources.startSync(source.id, lease, now)
          }),
        )
      expect((await begin(0)).filter((one) => one !== null)).toHaveLength(1)
      expect(await begin(999)).toEqual([null, null])
      expect((await begin(1_000)).filter((one) => one !== null)).toHaveLength(1)
    })

    test('schedules: of two replicas that find the same time due, one starts the turn', async () => {
      const stores = await twoStores()
      const tenant = await fixture.tenant()
      const trigger = schedule(fixture, { nextAt: 1_000 })
      await tenant.triggers.create(trigger, null)
      const started = await Promise.allSettled(
        stores.map(async (store) => {
          const due = await store.directory.dueTriggers(1_000, 10_000)
          expect(due).toContainEqual({ tenantId: tenant.tenantId, id: trigger.id })
          const { conversations } = store.tenant(tenant.tenantId)
          const conversation = newConversation(fixture)
          await conversations.create(conversation)
          const startRun = newRun(fixture, conversation.id)
          const firing = planned(trigger, { due: 1_000, nextAt: 2_000 })
          await conversations.append(conversation.id, batch(0, ['go'], { startRun, firing }), 1)
        }),
      )
      expect(started.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const { items } = await tenant.triggers.firings(trigger.id, { limit: 9 })
      expect(items).toHaveLength(1)
    })
  },
  databaseKinds,
)
