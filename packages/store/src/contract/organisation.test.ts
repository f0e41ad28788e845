import type { ApiKeyId, TenantId, UserId } from '@repertoire/core/base'
import { type ApiKey, type AuditEntry, defaultSettings, type Member } from '@repertoire/core/domain'
import { keyUsePrecision } from '@repertoire/core/ports'
import { expect, test } from 'vitest'
import { checkedContent } from './checked-content.ts'
import { allPages, rejection } from './expectations.ts'
import {
  aBrowser,
  ann,
  bob,
  forEveryStore,
  newConversation,
  type StoreFixture,
} from './store-fixture.ts'

function member(fixture: StoreFixture, id = fixture.id('usr') as UserId): Member {
  const createdAt = fixture.clock.now()
  return { id, name: `Name of ${id}`, role: 'member', createdAt, kind: 'person', joinedAt: null }
}

function apiKey(fixture: StoreFixture, userId: UserId, expiresAt: number | null = null): ApiKey {
  return {
    id: fixture.id('key') as ApiKeyId,
    userId,
    name: 'laptop',
    publicId: 'rep_abc',
    scopes: ['skills.read'],
    createdAt: fixture.clock.now(),
    lastUsedAt: null,
    expiresAt,
    parentId: null,
    createdBy: null,
    loginKeyId: null,
  }
}

forEveryStore('settings', (fixture) => {
  test('A5: a new organisation has the documented defaults', async () => {
    const { settings } = await fixture.tenant()
    expect(await settings.get()).toEqual({ settings: defaultSettings, version: 0 })
  })

  test('every put is a new version; an old one is stale', async () => {
    const { settings } = await fixture.tenant()
    const changed = { ...defaultSettings, skillsMaxPromptChars: 99 }
    expect(await settings.put(changed, 0)).toBe(1)
    expect(await settings.get()).toEqual({ settings: changed, version: 1 })
    expect(await rejection(settings.put(defaultSettings, 0))).toBe('settings.stale')
    expect(await settings.put(defaultSettings)).toBe(2)
  })

  test('of twenty concurrent puts on one version one succeeds', async () => {
    const { settings } = await fixture.tenant()
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => settings.put(defaultSettings, 0)),
    )
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    expect((await settings.get()).version).toBe(1)
  })
})

forEveryStore('members and credentials', (fixture) => {
  test('members are listed in the order of creation, and change role', async () => {
    const { members } = await fixture.tenant()
    const [first, second] = [member(fixture), member(fixture)]
    await members.create(first)
    await members.create(second)
    expect(await members.list()).toEqual([first, second])
    await members.setRole(second.id, 'admin')
    expect(await members.get(second.id)).toEqual({ ...second, role: 'admin' })
    expect(await members.get('usr_absent' as UserId)).toBeNull()
    expect(await rejection(members.create(first))).toBe('member.exists')
    expect(await rejection(members.setRole('usr_absent' as UserId, 'admin'))).toBe(
      'member.not-found',
    )
    expect(await rejection(members.remove('usr_absent' as UserId))).toBe('member.not-found')
  })

  test('of two owners who demote or remove each other at once, one stays', async () => {
    for (const gone of ['setRole', 'remove'] as const) {
      const { members } = await fixture.tenant()
      const [first, second] = [member(fixture), member(fixture)].map(
        (one): Member => ({ ...one, role: 'owner' }),
      ) as [Member, Member]
      await members.create(first)
      await members.create(second)
      const attempts = [
        members.setRole(first.id, 'admin'),
        gone === 'remove' ? members.remove(second.id) : members.setRole(second.id, 'member'),
      ]
      const refused = (await Promise.allSettled(attempts)).filter(
        ({ status }) => status === 'rejected',
      )
      expect(refused).toMatchObject([{ reason: { problem: { code: 'member.last-owner' } } }])
      const owners = (await members.list()).filter(({ role }) => role === 'owner')
      expect(owners).toHaveLength(1)
      await members.setRole(owners[0]!.id, 'owner')
      expect(await rejection(members.remove(owners[0]!.id))).toBe('member.last-owner')
    }
  })

  test('a key finds its owner by its hash, until it is removed', async () => {
    const { members, tenantId } = await fixture.tenant()
    const holder = member(fixture)
    await members.create(holder)
    const key = apiKey(fixture, holder.id)
    await members.createKey(key, 'hash-of-key')
    const now = fixture.clock.now()
    expect(await fixture.store.directory.findKey('hash-of-key', now)).toEqual({
      tenantId,
      member: holder,
      key: { ...key, lastUsedAt: now },
      ancestors: [],
    })
    expect(await fixture.store.directory.findKey('forged', now)).toBeNull()
    expect(await members.removeKey(key.id)).toBe(true)
    expect(await members.removeKey(key.id)).toBe(false)
    expect(await fixture.store.directory.findKey('hash-of-key', now)).toBeNull()
  })

  test('a key’s last use is recorded to the minute', async () => {
    const { members } = await fixture.tenant()
    const holder = member(fixture)
    await members.create(holder)
    await members.createKey(apiKey(fixture, holder.id), 'hash-of-used')
    const start = fixture.clock.now()
    const use = async (now: number) => {
      await fixture.store.directory.findKey('hash-of-used', now)
      return (await members.keys())[0]?.lastUsedAt
    }
    expect(await use(start)).toBe(start)
    expect(await use(start + keyUsePrecision - 1)).toBe(start)
    expect(await use(start + keyUsePrecision)).toBe(start + keyUsePrecision)
  })

  test('an expired key does not authenticate', async () => {
    const { members } = await fixture.tenant()
    const holder = member(fixture)
    await members.create(holder)
    await members.createKey(apiKey(fixture, holder.id, 500), 'hash-of-expiring')
    expect(await fixture.store.directory.findKey('hash-of-expiring', 499)).not.toBeNull()
    expect(await fixture.store.directory.findKey('hash-of-expiring', 500)).toBeNull()
  })

  test('a key needs a member, and its id is unique', async () => {
    const { members } = await fixture.tenant()
    const key = apiKey(fixture, 'usr_absent' as UserId)
    expect(await rejection(members.createKey(key, 'h1'))).toBe('member.not-found')
    const holder = member(fixture)
    await members.create(holder)
    const own = apiKey(fixture, holder.id)
    await members.createKey(own, 'h2')
    expect(await rejection(members.createKey(own, 'h3'))).toBe('key.exists')
  })

  test('a login session lasts until it expires, is removed, or its key or member is removed', async () => {
    const { members, tenantId } = await fixture.tenant()
    const { directory } = fixture.store
    const holder = member(fixture)
    await members.create(holder)
    const key = apiKey(fixture, holder.id)
    await members.createKey(key, 'hash-of-key')
    const login = (tokenHash: string, expiresAt: number, keyId: ApiKeyId | null = null) => {
      const session = { ...aBrowser(tokenHash), userId: holder.id, keyId, createdAt: 0, expiresAt }
      return directory.createSession(tenantId, session)
    }
    await login('by-key', 100, key.id)
    const joined = { tenantId, member: { ...holder, joinedAt: 0 } }
    expect(await directory.findSession('by-key', 99)).toMatchObject({
      ...joined,
      session: { keyId: key.id },
    })
    await members.removeKey(key.id)
    expect(await directory.findSession('by-key', 99)).toBeNull()
    await login('t1', 100)
    await login('t2', 100)
    await login('t3', 100)
    expect(await directory.findSession('t1', 99)).toMatchObject(joined)
    expect(await directory.findSession('t1', 100)).toBeNull()
    await directory.removeSession('t2')
    expect(await directory.findSession('t2', 99)).toBeNull()
    await members.createKey(apiKey(fixture, holder.id), 'hash-of-leaver')
    await members.remove(holder.id)
    expect(await directory.findSession('t3', 99)).toBeNull()
    expect(await directory.findKey('hash-of-leaver', 0)).toBeNull()
    expect(await members.keys()).toEqual([])
    expect(await rejection(login('t4', 100))).toBe('member.not-found')
  })

  test('the owner of a public key id is found, also of an expired key, and of no empty id', async () => {
    const { tenantId, members } = await fixture.tenant()
    const person = member(fixture)
    await members.create(person)
    const publicId = fixture.id('rep')
    const key = { ...apiKey(fixture, person.id, 1), publicId }
    await members.createKey(key, fixture.id('hash'))
    await members.createKey({ ...apiKey(fixture, person.id), publicId: '' }, fixture.id('hash'))
    const { directory } = fixture.store
    expect(await directory.ownerOfPublicKey(publicId)).toEqual({ tenantId, keyId: key.id })
    expect(await directory.ownerOfPublicKey('')).toBeNull()
    expect(await directory.ownerOfPublicKey('rep_unknown')).toBeNull()
  })
})

forEveryStore('the audit log', (fixture) => {
  test('is listed newest first, by action, target and trace', async () => {
    const { audit } = await fixture.tenant()
    const entry = (action: string, target: string, traceId: string | null): AuditEntry => {
      fixture.clock.advance(1)
      const at = fixture.clock.now()
      return { id: fixture.id('aud'), at, actor: ann, action, target, traceId, details: { n: at } }
    }
    const entries = [
      entry('skill-created', 'skl_1', 'a'.repeat(32)),
      entry('skill-updated', 'skl_1', null),
      entry('skill-created', 'skl_2', 'a'.repeat(32)),
    ]
    await audit.append(entries.slice(0, 2))
    await audit.append(entries.slice(2))
    await audit.append([])
    const list = (filter: Parameters<typeof audit.list>[0]) =>
      allPages((page) => audit.list(filter, page), 1)
    const [first, second, third] = entries
    expect(await list({})).toMatchObject([third, second, first])
    expect(await list({ action: 'skill-created' })).toMatchObject([third, first])
    expect(await list({ target: 'skl_1' })).toMatchObject([second, first])
    expect(await list({ traceId: 'a'.repeat(32), target: 'skl_1' })).toMatchObject([first])
  })
})

forEveryStore('tenants', (fixture) => {
  test('are listed, and their ids are unique', async () => {
    const { tenantId } = await fixture.tenant()
    const { directory } = fixture.store
    expect(await directory.tenants()).toContainEqual({ id: tenantId, name: tenantId })
    const again = directory.createTenant({ id: tenantId, name: 'x', createdAt: 1 })
    expect(await rejection(again)).toBe('tenant.exists')
  })

  test('are listed oldest first', async () => {
    const { directory } = fixture.store
    const [late, early] = ['ten_0_late', 'ten_z_early'] as TenantId[]
    if (!late || !early) throw new Error('no ids')
    await directory.createTenant({ id: late, name: 'late', createdAt: 2 })
    await directory.createTenant({ id: early, name: 'early', createdAt: 1 })
    const ids = (await directory.tenants()).map(({ id }) => id)
    expect(ids.indexOf(early)).toBeLessThan(ids.indexOf(late))
  })

  test('a missing tenant reads as empty and rejects writes', async () => {
    const nowhere = fixture.store.tenant('ten_absent' as TenantId)
    expect((await nowhere.skills.list(ann, {}, { limit: 1 })).items).toEqual([])
    expect(await nowhere.skills.lastChangeSeq()).toBe(0)
    expect((await nowhere.settings.get()).version).toBe(0)
    const entry = {
      id: 'a',
      at: 1,
      actor: bob,
      action: 'a',
      target: 't',
      traceId: null,
      details: {},
    }
    const writes = [
      () => nowhere.skills.save([checkedContent('a')], 'create'),
      () => nowhere.conversations.create(newConversation(fixture)),
      () => nowhere.settings.put(defaultSettings),
      () => nowhere.members.create(member(fixture)),
      () => nowhere.audit.append([entry]),
    ]
    for (const write of writes) expect(await rejection(write())).toBe('tenant.not-found')
  })

  test('a handle obtained before its tenant exists works once it does', async () => {
    const id = fixture.id('ten') as TenantId
    const early = fixture.store.tenant(id)
    expect(await rejection(early.skills.save([checkedContent('a')], 'create'))).toBe(
      'tenant.not-found',
    )
    await fixture.store.directory.createTenant({ id, name: 'late', createdAt: 1 })
    await early.skills.save([checkedContent('a')], 'create')
    expect(await fixture.store.tenant(id).skills.findBySlug(ann, 'a')).not.toBeNull()
  })

  test('a store works', async () => {
    await expect(fixture.store.ping()).resolves.toBeUndefined()
  })
})
