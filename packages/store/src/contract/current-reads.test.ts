import type { ApiKeyId, SkillId, TenantId, UserId } from '@repertoire/core/base'
import type { ApiKey } from '@repertoire/core/domain'
import type { NewMember, Store } from '@repertoire/core/ports'
import { expect, test } from 'vitest'
import { databaseKinds } from './backends.ts'
import { checkedContent } from './checked-content.ts'
import { aBrowser, ann, bob, forEveryStore, type StoreFixture } from './store-fixture.ts'

const hash = 'hash-of-a-key'

async function memberWithKey(fixture: StoreFixture, tenant: ReturnType<Store['tenant']>) {
  const member: NewMember = {
    ...{ id: fixture.id('usr') as UserId, name: 'Ann', role: 'admin' },
    createdAt: fixture.clock.now(),
  }
  const key: ApiKey = {
    ...{ id: fixture.id('key') as ApiKeyId, userId: member.id, name: 'laptop', publicId: 'rep_' },
    ...{ scopes: ['skills.read'], createdAt: 1, lastUsedAt: null, expiresAt: null },
    ...{ parentId: null, createdBy: null, loginKeyId: null },
  }
  await tenant.members.create(member)
  await tenant.members.createKey(key, `${hash}-${key.id}`)
  return { member, key, hash: `${hash}-${key.id}` }
}

async function createSkill(tenant: ReturnType<Store['tenant']>, slug = 'a'): Promise<SkillId> {
  const [outcome] = await tenant.skills.save([checkedContent(slug)], 'create')
  if (outcome?.status !== 'created') throw new Error(`not created: ${outcome?.status}`)
  return outcome.skill.id
}

forEveryStore('reads after acknowledged writes', (fixture) => {
  test('a revoked key is unknown to the next request, also after many uses', async () => {
    const tenant = await fixture.tenant()
    const { key, hash } = await memberWithKey(fixture, tenant)
    const find = () => fixture.store.directory.findKey(hash, fixture.clock.now())
    for (let use = 0; use < 3; use += 1) expect((await find())?.key.id).toBe(key.id)
    await tenant.members.removeKey(key.id)
    expect(await find()).toBeNull()
  })

  test('a changed role applies to the next request; a removed member is absent', async () => {
    const tenant = await fixture.tenant()
    const { member, hash } = await memberWithKey(fixture, tenant)
    const find = () => fixture.store.directory.findKey(hash, fixture.clock.now())
    expect((await find())?.member.role).toBe('admin')
    await tenant.members.setRole(member.id, 'member')
    expect((await find())?.member.role).toBe('member')
    expect((await tenant.members.get(member.id))?.role).toBe('member')
    await tenant.members.remove(member.id)
    expect(await find()).toBeNull()
    expect(await tenant.members.get(member.id)).toBeNull()
  })

  test('a session that ended, or whose key is revoked, is unknown at once', async () => {
    const tenant = await fixture.tenant()
    const { member, key } = await memberWithKey(fixture, tenant)
    const { directory } = fixture.store
    for (const tokenHash of ['one', 'two'].map((name) => `${name}-${key.id}`)) {
      const times = { createdAt: 1, expiresAt: 1e15 }
      await directory.createSession(tenant.tenantId, {
        ...{ ...aBrowser(tokenHash), userId: member.id, keyId: key.id, ...times },
      })
      expect((await directory.findSession(tokenHash, 2))?.member.id).toBe(member.id)
    }
    await directory.removeSession(`one-${key.id}`)
    expect(await directory.findSession(`one-${key.id}`, 2)).toBeNull()
    await tenant.members.removeKey(key.id)
    expect(await directory.findSession(`two-${key.id}`, 2)).toBeNull()
  })

  test('a session and a key expire on time, also right after a use', async () => {
    const tenant = await fixture.tenant()
    const { member, key } = await memberWithKey(fixture, tenant)
    const { directory } = fixture.store
    const short = { ...key, id: fixture.id('key') as ApiKeyId, expiresAt: 1_000_000 }
    await tenant.members.createKey(short, `short-${short.id}`)
    expect(await directory.findKey(`short-${short.id}`, 999_999)).not.toBeNull()
    expect(await directory.findKey(`short-${short.id}`, 999_999)).not.toBeNull()
    expect(await directory.findKey(`short-${short.id}`, 1_000_000)).toBeNull()
    const session = { ...aBrowser(`s-${key.id}`), userId: member.id, keyId: null }
    await directory.createSession(tenant.tenantId, { ...session, createdAt: 1, expiresAt: 50 })
    expect(await directory.findSession(session.tokenHash, 49)).not.toBeNull()
    expect(await directory.findSession(session.tokenHash, 50)).toBeNull()
  })

  test('a skill is read as last written, and is absent after its removal', async () => {
    const tenant = await fixture.tenant()
    const id = await createSkill(tenant)
    const before = await tenant.skills.get(ann, id)
    expect((await tenant.skills.getMany(ann, [id]))[0]).toEqual(before)
    const change = { arrival: checkedContent('a', { body: 'Changed.' }) }
    const written = await tenant.skills.update(ann, id, change, before?.version)
    expect(await tenant.skills.get(ann, id)).toEqual(written)
    expect(await tenant.skills.getMany(ann, [id])).toEqual([written])
    expect((await tenant.skills.content(ann, id, written.head.digest))?.body).toBe('Changed.')
    const seq = await tenant.skills.lastChangeSeq()
    await tenant.skills.remove(ann, id)
    expect(await tenant.skills.get(ann, id)).toBeNull()
    expect(await tenant.skills.getMany(ann, [id])).toEqual([])
    expect(await tenant.skills.content(ann, id, written.head.digest)).toBeNull()
    expect(await tenant.skills.lastChangeSeq()).toBeGreaterThan(seq)
  })

  test('a row read by one user or tenant is not returned to another by its id', async () => {
    const [tenant, other] = [await fixture.tenant(), await fixture.tenant()]
    const scope = { kind: 'user', userId: ann } as const
    const [outcome] = await tenant.skills.save([{ ...checkedContent('own'), scope }], 'create')
    const own = outcome?.status === 'created' ? outcome.skill : undefined
    if (!own) throw new Error('not created')
    expect((await tenant.skills.get(ann, own.id))?.id).toBe(own.id)
    expect(await tenant.skills.content(ann, own.id, own.head.digest)).not.toBeNull()
    expect(await tenant.skills.get(bob, own.id)).toBeNull()
    expect(await tenant.skills.content(bob, own.id, own.head.digest)).toBeNull()
    expect(await other.skills.get(ann, own.id)).toBeNull()
    expect(await other.skills.getMany(ann, [own.id])).toEqual([])
    expect(await other.skills.content(ann, own.id, own.head.digest)).toBeNull()
    expect(await fixture.store.tenant('ten_absent' as TenantId).skills.get(ann, own.id)).toBeNull()
  })
})

forEveryStore(
  'reads after acknowledged writes of another replica',
  (fixture) => {
    test('see the revoked key, the changed role and the current skill', async () => {
      const tenant = await fixture.tenant()
      const replica = await fixture.openAnother()
      const onReplica = replica.tenant(tenant.tenantId)
      const { member, key, hash } = await memberWithKey(fixture, tenant)
      const id = await createSkill(tenant)
      const find = () => replica.directory.findKey(hash, fixture.clock.now())
      expect((await find())?.member.role).toBe('admin')
      expect((await onReplica.skills.get(ann, id))?.version).toBe(1)
      await tenant.members.setRole(member.id, 'member')
      expect((await find())?.member.role).toBe('member')
      const changed = await tenant.skills.update(ann, id, { enabled: false })
      expect(await onReplica.skills.get(ann, id)).toEqual(changed)
      expect(await onReplica.skills.getMany(ann, [id])).toEqual([changed])
      await tenant.members.removeKey(key.id)
      expect(await find()).toBeNull()
    })
  },
  databaseKinds,
)
