import { describe, expect, it } from 'vitest'
import { isProblemError } from '../../base/errors.ts'
import type { TenantId, UserId } from '../../base/ids.ts'
import { rolePermissions } from '../../domain/permissions.ts'
import type { Role } from '../../domain/principal.ts'
import { createFixedClock } from '../../testing/fixed-clock.ts'
import { createInMemoryStore } from '../../testing/in-memory-store.ts'
import { createSequentialIds } from '../../testing/sequential-ids.ts'
import {
  addConnector,
  type ConnectorDraft,
  changeConnector,
  removeConnector,
} from './change-connectors.ts'

const tenantId = 'org_1' as TenantId
const header = { name: 'Authorization', encrypted: 'c2VhbGVk', setAt: 1 }
const draft: ConnectorDraft = {
  ...{ title: 'Company wiki', description: '', openWorld: null },
  ...{ url: 'https://wiki.example/mcp', headers: [header] },
}
const wiki = { name: 'wiki', draft, fileNames: ['files'] }

async function organisation(role: Role = 'owner') {
  const store = createInMemoryStore({ clock: createFixedClock() })
  await store.directory.createTenant({ id: tenantId, name: 'Acme', createdAt: 0 })
  const deps = {
    ...{ store: store.tenant(tenantId), clock: createFixedClock() },
    ids: createSequentialIds(),
  }
  const principal = {
    ...{ tenantId, role, userId: 'usr_1' as UserId },
    permissions: rolePermissions(role),
  }
  return { deps, actor: { principal, traceId: '0'.repeat(32) } }
}

async function codeOf(work: Promise<unknown>) {
  try {
    await work
  } catch (error) {
    if (isProblemError(error)) return error.problem.code
    throw error
  }
  return 'done'
}

describe('connectors that an organisation adds', () => {
  it('only an owner adds, changes and removes them; the audit log has no value of a header', async () => {
    const { deps, actor } = await organisation()
    expect(await addConnector(deps, actor, wiki)).toMatchObject({ name: 'wiki', version: 1 })
    const admin = { ...actor, principal: { ...actor.principal, role: 'admin' as const } }
    const change = { name: 'wiki', change: { title: 'Mine' } }
    expect(await codeOf(addConnector(deps, admin, wiki))).toBe('connector.owners-only')
    expect(await codeOf(changeConnector(deps, admin, change))).toBe('connector.owners-only')
    expect(await codeOf(removeConnector(deps, admin, 'wiki'))).toBe('connector.owners-only')
    const { actor: member } = await organisation('member')
    expect(await codeOf(addConnector(deps, member, wiki))).toBe('auth.permission-missing')
    await changeConnector(deps, actor, { name: 'wiki', change: { title: 'Ours' } })
    await removeConnector(deps, actor, 'wiki')
    const { items } = await deps.store.audit.list({}, { limit: 9 })
    expect(items.map(({ action }) => action)).toEqual([
      'connector-removed',
      'connector-changed',
      'connector-added',
    ])
    expect(JSON.stringify(items)).toContain('Authorization')
    expect(JSON.stringify(items)).not.toContain(header.encrypted)
  })

  it('the stored value of a header never goes to another host', async () => {
    const { deps, actor } = await organisation()
    await addConnector(deps, actor, wiki)
    for (const url of ['https://thief.example/mcp', 'http://wiki.example/mcp']) {
      const change = { name: 'wiki', change: { url } }
      expect(await codeOf(changeConnector(deps, actor, change))).toBe(
        'connector.headers-needed-again',
      )
    }
    const kept = [{ name: 'authorization', encrypted: null }]
    const moved = { name: 'wiki', change: { url: 'https://thief.example/mcp', headers: kept } }
    expect(await codeOf(changeConnector(deps, actor, moved))).toBe('connector.headers-needed-again')
    const unknown = { name: 'wiki', change: { headers: [{ name: 'X-Other', encrypted: null }] } }
    expect(await codeOf(changeConnector(deps, actor, unknown))).toBe('connector.invalid')
    const samePlace = { name: 'wiki', change: { url: 'https://wiki.example/v2' } }
    expect((await changeConnector(deps, actor, samePlace)).headers).toEqual([header])
    const again = { url: 'https://other.example/mcp', headers: [{ ...header, encrypted: 'bmV3' }] }
    expect(await changeConnector(deps, actor, { name: 'wiki', change: again })).toMatchObject(again)
  })

  it('a name is taken by a connector of the file as well as by another one', async () => {
    const { deps, actor } = await organisation()
    await addConnector(deps, actor, wiki)
    expect(await codeOf(addConnector(deps, actor, wiki))).toBe('connector.exists')
    const files = addConnector(deps, actor, { ...wiki, name: 'files' })
    expect(await codeOf(files)).toBe('connector.exists')
  })

  it('a new one is never open because one of its name was; a stricter rule stays', async () => {
    const { deps, actor } = await organisation()
    const { settings } = await deps.store.settings.get()
    await deps.store.settings.put({
      ...settings,
      connectorAccess: { wiki: 'open', other: 'open', strict: 'ask-admin' },
    })
    await addConnector(deps, actor, wiki)
    await addConnector(deps, actor, { ...wiki, name: 'strict' })
    expect((await deps.store.settings.get()).settings.connectorAccess).toEqual({
      other: 'open',
      strict: 'ask-admin',
    })
  })

  it.each<[string, { name?: string } & Partial<ConnectorDraft>]>([
    ['a name', { name: 'Company Wiki' }],
    ['a plain address', { url: 'https://me:secret@wiki.example/mcp' }],
    ['an address without a query', { url: 'https://wiki.example/mcp?key=secret' }],
    ['an http address', { url: 'file:///etc/passwd' }],
    ['each header once', { headers: [header, { ...header, name: 'authorization' }] }],
    ['headers of its own', { headers: [{ ...header, name: 'Host' }] }],
    ['headers with a name', { headers: [{ ...header, name: 'A b\r\nC' }] }],
    [
      'few headers',
      { headers: Array.from({ length: 21 }, (_, n) => ({ ...header, name: `x-${n}` })) },
    ],
  ])('needs %s', async (_, { name = 'wiki', ...change }) => {
    const { deps, actor } = await organisation()
    const request = { ...wiki, name, draft: { ...draft, ...change } }
    expect(await codeOf(addConnector(deps, actor, request))).toBe('connector.invalid')
  })

  it('an organisation has at most 50', async () => {
    const { deps, actor } = await organisation()
    for (let at = 0; at < 50; at += 1) await addConnector(deps, actor, { ...wiki, name: `c${at}` })
    expect(await codeOf(addConnector(deps, actor, wiki))).toBe('connector.invalid')
  })
})
