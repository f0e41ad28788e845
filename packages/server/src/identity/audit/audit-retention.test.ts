import type { TenantId } from '@repertoire/core/base'
import { createFixedClock, createInMemoryStore } from '@repertoire/core/testing'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { randomIds, sha256 } from '../../platform/system/system-ports.ts'
import { createAccessAudit } from './access-audit.ts'
import { createAuditRetention } from './audit-retention.ts'
import { createRepeatedEntries } from './repeated-entries.ts'

const tenantId = 'ten_a' as TenantId
const day = 24 * 3600_000

async function fixture(retentionDays: number) {
  const clock = createFixedClock()
  const store = createInMemoryStore({ clock, sha256 })
  await store.directory.createTenant({ id: tenantId, name: 'A', createdAt: 1 })
  const { audit } = store.tenant(tenantId)
  const ports = { store, clock, ids: randomIds }
  const onError = (error: unknown) => {
    throw error
  }
  const accessAudit = createAccessAudit({ ...ports, onError })
  const loadSigner = async () => null
  const timers = { every: () => () => undefined }
  const logger = pino({ level: 'silent' })
  const keeper = createAuditRetention({
    ...{ ...ports, timers, logger, accessAudit, loadSigner, retentionDays },
  })
  for (let n = 1; n <= 4; n += 1) {
    const fact = { actor: null, action: 'x', target: 't', traceId: null, details: {} }
    await audit.append([{ ...fact, id: `aud_${n}`, at: clock.now() }])
    clock.advance(day)
  }
  const actions = async () => {
    const { items } = await audit.list({}, { limit: 50 })
    return [...items].sort((a, b) => a.seq - b.seq).map(({ action }) => action)
  }
  return { clock, audit, keeper, accessAudit, actions }
}

describe('the audit log is kept', () => {
  it('for ever by default', async () => {
    const { keeper, actions } = await fixture(0)
    await keeper.removeOld()
    expect(await actions()).toEqual(['x', 'x', 'x', 'x'])
  })

  it('for the days that the operator sets, with an entry about what was removed', async () => {
    const { keeper, audit, actions } = await fixture(2)
    await keeper.removeOld()
    await keeper.removeOld()
    expect(await actions()).toEqual(['x', 'x', 'audit-removed'])
    const { items } = await audit.list({ action: 'audit-removed' }, { limit: 2 })
    const { before } = await audit.range({})
    expect(items[0]?.details).toEqual({
      ...{ count: 2, days: 2, last_seq: 2 },
      last_hash: before.hash,
    })
  })

  it('with the counts of refusals that were open when the server stopped', async () => {
    const { keeper, accessAudit, actions } = await fixture(0)
    const refused = { key: null, address: '10.0.0.7', traceId: '' as never, reason: 'x' }
    for (let n = 0; n < 3; n += 1) {
      await accessAudit.signInRefused({ ...refused, action: 'session-refused' })
    }
    await keeper.stop()
    expect(await actions()).toEqual([...'xxxx', 'session-refused', 'session-refused'])
  })
})

describe('what anybody can cause at any rate', () => {
  it('fills the log with at most 200 different entries in ten minutes, whatever addresses it comes from', async () => {
    const clock = createFixedClock()
    const written: object[] = []
    const onError = (error: unknown) => {
      throw error
    }
    const append = async (_: TenantId, entry: object) => void written.push(entry)
    const repeated = createRepeatedEntries({ clock, append, onError })
    for (let n = 0; n < 100_000; n += 1) {
      const occasion = { tenantId, subject: `10.${n}`, windowMs: 600_000, maxSubjects: 200 }
      const fact = { actor: null, action: 'key-refused', target: 'unknown', traceId: null }
      await repeated.record(occasion, { ...fact, details: {} })
    }
    expect(written).toHaveLength(201)
    await repeated.flush({ all: true })
    expect(written).toHaveLength(202)
    expect(written.at(-1)).toMatchObject({ target: 'many', details: { count: 99_799 } })
  })

  it('stays a refusal although it cannot be recorded', async () => {
    const errors: unknown[] = []
    const repeated = createRepeatedEntries({
      clock: createFixedClock(),
      append: async () => {
        throw new Error('disk full')
      },
      onError: (error) => errors.push(error),
    })
    const fact = { actor: null, action: 'x', target: 't', traceId: null, details: {} }
    await repeated.record({ tenantId, subject: 's', windowMs: 1, maxSubjects: 1 }, fact)
    expect(errors).toHaveLength(1)
  })
})
