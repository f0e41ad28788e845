import type { TenantId } from '@repertoire/core/base'
import type { StoredConnector } from '@repertoire/core/domain'
import { expect, test } from 'vitest'
import { rejection } from './expectations.ts'
import { ann, forEveryStore } from './store-fixture.ts'

const wiki: StoredConnector = {
  ...{ name: 'wiki', title: 'Company wiki', description: 'Pages.' },
  url: 'https://wiki.example/mcp',
  headers: [{ name: 'Authorization', encrypted: 'c2VhbGVk', setAt: 3 }],
  ...{ openWorld: false, createdBy: ann, createdAt: 1, updatedAt: 2, version: 1 },
}

forEveryStore('connectors', (fixture) => {
  test('a connector reads back complete, by name among others', async () => {
    const { connectors } = await fixture.tenant()
    const bare: StoredConnector = { ...wiki, name: 'bare', headers: [], openWorld: null }
    await connectors.create(wiki)
    await connectors.create(bare)
    expect(await connectors.list()).toEqual([bare, wiki])
    expect(await connectors.get('wiki')).toEqual(wiki)
    expect(await connectors.get('none')).toBeNull()
    expect(await rejection(connectors.create(wiki))).toBe('connector.exists')
    const unknown = fixture.store.tenant('org_none' as TenantId)
    expect(await rejection(unknown.connectors.create(wiki))).toBe('tenant.not-found')
  })

  test('of two changes of one version one is stored', async () => {
    const { connectors } = await fixture.tenant()
    await connectors.create(wiki)
    const changed = { ...wiki, title: 'Wiki', headers: [], openWorld: true, version: 2 }
    await connectors.update(changed, 1)
    expect(await rejection(connectors.update(changed, 1))).toBe('connector.stale')
    expect(await connectors.get('wiki')).toEqual(changed)
    expect(await connectors.remove('wiki')).toBe(true)
    expect(await connectors.remove('wiki')).toBe(false)
    expect(await rejection(connectors.update(changed, 2))).toBe('connector.not-found')
  })

  test('two organisations may use one name', async () => {
    const [mine, theirs] = [await fixture.tenant(), await fixture.tenant()]
    await mine.connectors.create(wiki)
    await theirs.connectors.create({ ...wiki, title: 'Theirs' })
    expect(await mine.connectors.get('wiki')).toEqual(wiki)
    expect(await theirs.connectors.get('wiki')).toEqual({ ...wiki, title: 'Theirs' })
  })
})
