import type { AuditPage, CollectionBody, CollectionSkillList } from '@repertoire/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import { addCollection, type TestCollection } from '../../testing/collection-fixtures.ts'
import { addSkill } from '../../testing/registry-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let collection: TestCollection
let path: string
beforeEach(async () => {
  server = await createTestServer()
  await addSkill(server, { name: 'triage', body: 'First.\n' })
  await addSkill(server, { name: 'other' })
  collection = await addCollection(server, { slug: 'billing' })
  path = `/api/v1/collections/${collection.id}`
})

const listed = async (label: string) =>
  (await server.call<CollectionSkillList>(`${path}/skills?label=${label}`)).body

const names = async (label: string) => (await listed(label)).items.map(({ name }) => name)

async function promote(digest?: string) {
  const body = { digest: digest ?? (await listed('canary')).digest }
  const call = { method: 'PUT', body }
  return server.call<CollectionBody & { code?: string }>(`${path}/promotion`, call)
}

/** SKILL.md of triage, as a client of the index gets it. */
async function taken(name: string): Promise<string> {
  const file = `/s/${collection.token}/${name}/.well-known/skills/triage/SKILL.md`
  return (await server.request(file, { key: null })).text()
}

const change = (text: string) => addSkill(server, { name: 'triage', body: `${text}\n` })

describe('the labels of a collection', () => {
  it('are alike until the first promotion', async () => {
    await change('Second.')
    expect(await listed('production')).toEqual(await listed('canary'))
    expect(await taken('billing')).toContain('Second.')
    expect(await taken('billing.canary')).toContain('Second.')
  })

  it('after it, production stays and canary follows, until the next', async () => {
    const promoted = await promote()
    expect([promoted.status, promoted.body.promoted_at]).toEqual([200, expect.any(String)])
    await change('Second.')
    await addSkill(server, { name: 'third' })
    expect(await taken('billing')).toContain('First.')
    expect(await taken('billing.canary')).toContain('Second.')
    expect([await names('production'), await names('canary')]).toEqual([
      ['other', 'triage'],
      ['other', 'third', 'triage'],
    ])
    await promote()
    expect(await taken('billing')).toContain('Second.')
    expect(await listed('production')).toEqual(await listed('canary'))
  })

  it('unpinned, production gets the newest again; both are in the audit log', async () => {
    await promote()
    await change('Second.')
    expect((await server.request(`${path}/promotion`, { method: 'DELETE' })).status).toBe(204)
    expect(await taken('billing')).toContain('Second.')
    const { body } = await server.call<AuditPage>('/api/v1/audit')
    const actions = body.items.map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['collection-promoted', 'collection-unpinned']))
  })

  it('a promotion of a list that has changed since is refused, and pins nothing', async () => {
    const { digest } = await listed('canary')
    await change('Second.')
    const refused = await promote(digest)
    expect([refused.status, refused.body.code]).toEqual([409, 'collection.changed'])
    expect(await taken('billing')).toContain('Second.')
  })

  it('what is disabled or revoked leaves production at once', async () => {
    await promote()
    const { items } = await listed('production')
    const [other, triage] = items
    await change('Second.')
    const reason = { digest: triage?.digest, reason: 'leaks' }
    await server.call('/api/v1/revocations', { body: reason })
    await server.call(`/api/v1/skills/${other?.id}`, { method: 'PUT', body: { enabled: false } })
    expect(await names('production')).toEqual([])
    expect(await names('canary')).toEqual(['triage'])
    expect(await taken('billing')).not.toContain('First.')
    const old = `/api/v1/skills/${triage?.id}/export?digest=${triage?.digest}`
    expect((await server.request(old)).status).toBe(404)
  })

  it('exports the revision that is named', async () => {
    const { items } = await listed('canary')
    const triage = items.find(({ name }) => name === 'triage')
    await change('Second.')
    const old = await server.request(`/api/v1/skills/${triage?.id}/export?digest=${triage?.digest}`)
    expect(await old.text()).toContain('First.')
    const wrong = `/api/v1/skills/${triage?.id}/export?digest=sha256:${'0'.repeat(64)}`
    expect((await server.request(wrong)).status).toBe(404)
  })

  it('nobody without settings.write promotes, and nobody elsewhere', async () => {
    const { digest } = await listed('canary')
    const put = { method: 'PUT', body: { digest } }
    const member = await server.addMember('member')
    const elsewhere = await server.addTenant()
    for (const [key, status] of [
      [member.key, 403],
      [elsewhere.key, 404],
    ] as const) {
      expect((await server.request(`${path}/promotion`, { ...put, key })).status).toBe(status)
      const remove = { method: 'DELETE', key }
      expect((await server.request(`${path}/promotion`, remove)).status).toBe(status)
    }
  })
})
