import type { TenantId } from '@repertoire/core/base'
import { createFixedClock } from '@repertoire/core/testing'
import { expect, test } from 'vitest'
import { createTestServer, skillMd } from '../../testing/test-server.ts'
import { createIndexPreload } from './index-preload.ts'

function warmerOf(tenants: number, warm?: (id: TenantId) => Promise<void>) {
  const clock = createFixedClock()
  const warmed: string[] = []
  const faults: unknown[] = []
  const ids = Array.from({ length: tenants }, (_, number) => `ten_${number}` as TenantId)
  const warmer = createIndexPreload({
    search: {
      warm: async (id) => {
        warmed.push(id)
        await warm?.(id)
      },
    },
    store: { directory: { tenants: async () => ids.map((id) => ({ id, name: id })) } },
    clock,
    onError: (error) => faults.push(error),
  })
  return { warmer, warmed, faults, clock, ids }
}

test('at start the indexes of few tenants are built, of many none', async () => {
  const few = warmerOf(8)
  few.warmer.warmAtStart()
  await few.warmer.idle()
  expect(few.warmed).toEqual(few.ids)
  const many = warmerOf(9)
  many.warmer.warmAtStart()
  await many.warmer.idle()
  expect(many.warmed).toEqual([])
})

test('a tenant is warmed at its first request, and again only after the time to live', async () => {
  const { warmer, warmed, clock } = warmerOf(0)
  const id = 'ten_a' as TenantId
  warmer.recordActivity(id)
  warmer.recordActivity(id)
  await warmer.idle()
  expect(warmed).toEqual([id])
  clock.advance(10 * 60_000)
  warmer.recordActivity(id)
  await warmer.idle()
  expect(warmed).toEqual([id, id])
})

test('one index is built at a time, and a failure does not stop the others', async () => {
  let building = 0
  const { warmer, warmed, faults } = warmerOf(3, async (id) => {
    building += 1
    expect(building).toBe(1)
    await new Promise((resolve) => setImmediate(resolve))
    building -= 1
    if (id === 'ten_1') throw new Error('no')
  })
  warmer.warmAtStart()
  await warmer.idle()
  expect(warmed).toHaveLength(3)
  expect(faults).toEqual([new Error('no')])
})

test('an authenticated request warms its caller’s tenant; another one warms none', async () => {
  const server = await createTestServer()
  const { key, tenantId } = await server.addTenant()
  await server.call('/api/v1/me', { key: 'rep_unknown' })
  await server.call('/healthz', { key: null })
  expect(server.active).toEqual([])
  await server.call('/api/v1/skills', { key, body: { content: skillMd('a') } })
  expect(server.active).toEqual([tenantId])
})
