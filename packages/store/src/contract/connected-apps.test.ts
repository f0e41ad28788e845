import type { ApiKeyId, LoginSessionId } from '@repertoire/core/base'
import type { ApiKey, AppToken, ConnectedApp } from '@repertoire/core/domain'
import { expect, test } from 'vitest'
import { ann, forEveryStore, type StoreFixture } from './store-fixture.ts'

const keyOf = (id: ApiKeyId): ApiKey => ({
  ...{ id, userId: ann, name: 'app', publicId: id, scopes: ['skills.read'], createdAt: 1 },
  ...{ lastUsedAt: null, expiresAt: null, parentId: null, createdBy: ann, loginKeyId: null },
})
const appOf = (id: ApiKeyId): ConnectedApp => ({
  ...{ id, userId: ann, clientId: 'client', name: 'é', host: null, scopes: ['skills:read'] },
  ...{ redirectUri: 'https://app.example/back', resource: 'https://here.example/mcp' },
  ...{ sessionId: 'ses_1' as LoginSessionId, createdAt: 1, connectedAt: null },
})

async function connected(fixture: StoreFixture) {
  const tenant = await fixture.tenant()
  await tenant.members.create({ id: ann, name: 'Ann', role: 'owner', createdAt: 1 })
  const app = appOf(fixture.id('key') as ApiKeyId)
  const keyHash = fixture.id('hash')
  await tenant.members.createKey(keyOf(app.id), keyHash)
  const token = (kind: AppToken['kind'], expiresAt = 1_000): AppToken => ({
    ...{ hash: fixture.id('hash'), kind, challenge: 'c', expiresAt },
  })
  const code = token('code')
  await tenant.connectedApps.create(app, code)
  return { tenant, app, keyHash, code, token }
}

forEveryStore('connected apps', (fixture) => {
  const find = (hash: string) => fixture.store.directory.findAppToken(hash)

  test('are kept as they are, and found by each of their tokens', async () => {
    const { tenant, app, keyHash, code, token } = await connected(fixture)
    expect(await tenant.connectedApps.list()).toEqual([app])
    const { tenantId } = tenant
    const first = { tenantId, app, token: code, isSpent: false, keyHash }
    expect(await find(code.hash)).toEqual(first)
    const [access, refresh] = [token('access'), token('refresh')]
    const next = { tokens: [access, refresh], now: 5 }
    expect(await tenant.connectedApps.spend(code.hash, next)).toBe(true)
    const after = { ...first, app: { ...app, connectedAt: 5 } }
    expect(await find(access.hash)).toEqual({ ...after, token: access })
    expect(await find(code.hash)).toEqual({ ...after, isSpent: true })
    expect(await find('unknown')).toBeNull()
    expect(await tenant.connectedApps.removeToken(access.hash)).toBe(true)
    expect(await tenant.connectedApps.removeToken(access.hash)).toBe(false)
    expect(await find(access.hash)).toBeNull()
  })

  test('give tokens once for a code, also to several that ask at once', async () => {
    const { tenant, code, token } = await connected(fixture)
    const spend = () => tenant.connectedApps.spend(code.hash, { tokens: [token('access')], now: 5 })
    const answers = await Promise.all([spend(), spend(), spend()])
    expect(answers.toSorted()).toEqual([false, false, true])
  })

  test('forget tokens that have expired with the next one', async () => {
    const { tenant, code, token } = await connected(fixture)
    const refresh = token('refresh')
    const old = token('access', 10)
    await tenant.connectedApps.spend(code.hash, { tokens: [old, refresh], now: 5 })
    await tenant.connectedApps.spend(refresh.hash, { tokens: [token('access')], now: 10 })
    expect(await find(old.hash)).toBeNull()
    expect((await find(refresh.hash))?.isSpent).toBe(true)
  })

  test('end with their key, which ends with its person', async () => {
    const { tenant, app, code } = await connected(fixture)
    await tenant.members.removeKey(app.id)
    expect(await find(code.hash)).toBeNull()
    expect(await tenant.connectedApps.list()).toEqual([])
    const gone = { problem: { code: 'key.not-found' } }
    await expect(tenant.connectedApps.create(app, code)).rejects.toMatchObject(gone)
  })
})
