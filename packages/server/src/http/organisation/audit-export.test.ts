import { verifyAuditLines } from '@repertoire/client/audit-verification'
import { removeOldAuditEntries } from '@repertoire/core/keep'
import type { AuditEntryBody } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { verifySignature } from '../../identity/audit/checkpoint-signer.ts'
import { sha256 } from '../../platform/system/system-ports.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

async function linesOf(server: TestServer, query = ''): Promise<AuditEntryBody[]> {
  const response = await server.request(`/api/v1/audit/export${query}`)
  expect(response.headers.get('content-type')).toContain('application/x-ndjson')
  const text = await response.text()
  expect(text.endsWith('\n')).toBe(true)
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

async function append(server: TestServer, count: number): Promise<void> {
  const { audit } = server.store.tenant(server.tenantId)
  for (let n = 0; n < count; n += 1) {
    server.clock.advance(1000)
    const entry = { id: `aud_${n}`, at: server.clock.now(), actor: null, action: 'x', target: 't' }
    await audit.append([{ ...entry, traceId: null, details: { n } }])
  }
}

describe('the export of the audit log', () => {
  it('has a header and every entry, the oldest first, and is in the log itself', async () => {
    const server = await createTestServer()
    await append(server, 450)
    const [header, ...entries] = await linesOf(server)
    expect(header).toMatchObject({
      organisation: server.tenantId,
      before: { seq: 0 },
      last: { seq: 451 },
      is_from_oldest: true,
    })
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, n) => n + 1))
    expect(entries).toHaveLength(451)
    const { items } = (
      await server.call<{ items: AuditEntryBody[] }>('/api/v1/audit?action=audit-exported')
    ).body
    expect(items).toMatchObject([{ actor: 'usr_owner', credential_id: 'key_first' }])
  })

  it('tells what retention removed by a checkpoint that the server signed, and no other', async () => {
    const server = await createTestServer()
    await append(server, 5)
    server.clock.advance(9 * 24 * 3600_000)
    const { clock, app } = server
    const store = server.store.tenant(server.tenantId)
    const signer = await app.loadSigner()
    const removal = { store, clock, ids: app.ids, signer, verifySignature }
    expect(await removeOldAuditEntries(removal, { days: 7 })).toBeGreaterThan(4)
    const response = await server.request('/api/v1/audit/export')
    const lines = (await response.text()).trimEnd().split('\n')
    const verify = (changed: string[], acceptedRemovals = 0) => {
      const all = (async function* () {
        yield* changed
      })()
      const known = { keptHead: null, acceptedRemovals }
      return verifyAuditLines(all, { sha256, verifySignature, ...known })
    }
    expect(await verify(lines)).toMatchObject({ broken: null, range: { checkpoint: { days: 7 } } })
    const header = JSON.parse(lines[0] ?? '')
    const changed = (change: object) => [
      JSON.stringify({ ...header, checkpoint: { ...header.checkpoint, ...change } }),
      ...lines.slice(1),
    ]
    expect(await verify(changed({ days: 8 }))).toMatchObject({
      broken: { kind: 'checkpoint-changed' },
    })
    expect(await verify(changed({ signature: null }))).toMatchObject({
      broken: { kind: 'checkpoint-unsigned' },
    })
    expect(await verify(changed({ signature: null }), header.before.seq)).toMatchObject({
      broken: null,
    })
    expect(
      await verify([JSON.stringify({ ...header, checkpoint: null }), ...lines.slice(1)]),
    ).toMatchObject({ broken: { kind: 'checkpoint-missing' } })
  })

  it('is limited to a time span', async () => {
    const server = await createTestServer()
    await server.request('/api/v1/me')
    await append(server, 10)
    const at = (back: number) => new Date(server.clock.now() - back * 1000).toISOString()
    const [header, ...entries] = await linesOf(server, `?from=${at(4)}&to=${at(1)}`)
    expect(entries.map(({ details }) => details.n)).toEqual([5, 6, 7])
    expect(header).toMatchObject({ before: { seq: 6 }, last: { seq: 9 }, head: { seq: 11 } })
  })

  it('is read in slices: one at a time, none after the reader has gone', async () => {
    let reads = 0
    const server = await createTestServer({
      store: (real) => ({
        ...real,
        tenant: (id) => {
          const tenant = real.tenant(id)
          const { slice } = tenant.audit
          const counted: typeof slice = (...args) => {
            reads += 1
            return slice(...args)
          }
          return { ...tenant, audit: { ...tenant.audit, slice: counted } }
        },
      }),
    })
    await append(server, 2_000)
    const response = await server.request('/api/v1/audit/export')
    const reader = response.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    expect(reads).toBeLessThanOrEqual(2)
  })

  it('is for owners and admins only, and of their organisation only', async () => {
    const server = await createTestServer()
    const member = await server.addMember('member')
    const refused = await server.call('/api/v1/audit/export', { key: member.key })
    expect([refused.status, refused.body.code]).toEqual([403, 'auth.permission-missing'])
    await append(server, 3)
    const other = await server.addTenant()
    const text = await (await server.request('/api/v1/audit/export', { key: other.key })).text()
    expect(text).not.toContain(server.tenantId)
    expect(text).not.toContain('"aud_0"')
  })
})
