import type { ApiKeyId, UserId } from '@repertoire/core/base'
import type { ApiKey } from '@repertoire/core/domain'
import { expect, test } from 'vitest'
import { aBrowser, forEveryStore, type StoreFixture } from './store-fixture.ts'

/** Two persons and a service account; Ann's key minted one of Bot's, which minted another. */
async function family(fixture: StoreFixture) {
  const { members, tenantId } = await fixture.tenant()
  const prefix = fixture.id('f')
  const idOf = (name: string) => `${name}_${prefix}` as UserId
  for (const name of ['ann', 'bea', 'bot'] as const) {
    const kind = name === 'bot' ? 'service' : 'person'
    const role = name === 'bea' ? 'owner' : 'admin'
    await members.create({ id: idOf(name), name, role, createdAt: 1, kind })
  }
  const make = (name: string, holder: string, parent: string | null, by: string | null) => {
    const key: ApiKey = {
      ...{ id: `${name}_${prefix}` as ApiKeyId, userId: idOf(holder), name, publicId: '' },
      ...{ scopes: ['skills.read'], createdAt: 1, lastUsedAt: null, expiresAt: null },
      parentId: parent === null ? null : (`${parent}_${prefix}` as ApiKeyId),
      createdBy: by === null ? null : idOf(by),
      loginKeyId: null,
    }
    return members.createKey(key, `hash_${name}_${prefix}`)
  }
  await make('root', 'ann', null, 'ann')
  await make('child', 'bot', 'root', 'ann')
  await make('grandchild', 'bot', 'child', 'bot')
  await make('bySession', 'bot', null, 'ann')
  await make('byBea', 'bot', null, 'bea')
  const { directory } = fixture.store
  const find = (name: string) => directory.findKey(`hash_${name}_${prefix}`, 5)
  const left = async () => (await members.keys()).map(({ name }) => name).toSorted()
  return { members, tenantId, prefix, idOf, find, left, directory }
}

forEveryStore('keys and what they depend on', (fixture) => {
  test('a key is found with every credential it depends on, the nearest first', async () => {
    const { find, idOf } = await family(fixture)
    expect((await find('root'))?.ancestors).toEqual([])
    expect((await find('grandchild'))?.ancestors).toMatchObject([
      { member: { id: idOf('bot') }, key: { name: 'child' } },
      { member: { id: idOf('ann') }, key: { name: 'root' } },
    ])
    expect((await find('bySession'))?.ancestors).toMatchObject([
      { member: { id: idOf('ann'), role: 'admin' }, key: null },
    ])
  })

  test('a changed role of an ancestor is seen by the next use', async () => {
    const { find, members, idOf } = await family(fixture)
    await find('grandchild')
    await members.setRole(idOf('ann'), 'member')
    const ancestors = (await find('grandchild'))?.ancestors
    expect(ancestors?.map(({ member }) => member.role)).toEqual(['admin', 'member'])
  })

  test('removing a key removes what depends on it, with the sessions, and nothing else', async () => {
    const { members, tenantId, prefix, find, left, idOf, directory } = await family(fixture)
    const session = { userId: idOf('bot'), createdAt: 1, expiresAt: 99 }
    const keyId = `child_${prefix}` as ApiKeyId
    await directory.createSession(tenantId, { ...session, ...aBrowser(`s_${prefix}`), keyId })
    expect(await members.removeKey(`root_${prefix}` as ApiKeyId)).toBe(true)
    expect(await left()).toEqual(['byBea', 'bySession'])
    expect(await find('grandchild')).toBeNull()
    expect(await directory.findSession(`s_${prefix}`, 5)).toBeNull()
  })

  test('removing a person removes every key they minted, and what depends on those', async () => {
    const { members, find, left, idOf } = await family(fixture)
    await members.remove(idOf('ann'))
    expect(await left()).toEqual(['byBea'])
    expect(await find('bySession')).toBeNull()
    expect(await find('byBea')).not.toBeNull()
  })
})
