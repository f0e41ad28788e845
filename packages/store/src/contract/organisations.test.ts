import { createHash } from 'node:crypto'
import type { ApiKeyId, LoginSessionId, TenantId, UserId } from '@repertoire/core/base'
import { exportOrganisation } from '@repertoire/core/report'
import { expect, test } from 'vitest'
import { checkedContent } from './checked-content.ts'
import { rejection } from './expectations.ts'
import { seedSources, sourceContents } from './isolation-source-probes.ts'
import { ann, batch, forEveryStore, newConversation, newRun } from './store-fixture.ts'

forEveryStore('organisations', (fixture) => {
  const found = async (id: TenantId) =>
    (await fixture.store.directory.organisations()).find((one) => one.id === id)
  const isActive = async (id: TenantId) =>
    (await fixture.store.directory.tenants()).some((one) => one.id === id)

  /** A tenant with a key, a login, a skill, a run that nobody works on, and a file. */
  async function full() {
    const tenant = await fixture.tenant()
    await fixture.tenant()
    await tenant.members.create({ id: ann, name: 'Ann', role: 'owner', createdAt: 1 })
    const key = { id: fixture.id('key') as ApiKeyId, userId: ann, name: 'k', publicId: '' }
    const times = { createdAt: 1, lastUsedAt: null, expiresAt: null }
    const [hash, tokenHash] = [fixture.id('hash'), fixture.id('token')]
    const made = { parentId: null, createdBy: ann, loginKeyId: null }
    await tenant.members.createKey({ ...key, ...times, ...made, scopes: [] }, hash)
    const id = fixture.id('ses') as LoginSessionId
    const session = { id, tokenHash, userId: ann as UserId, keyId: null }
    await fixture.store.directory.createSession(tenant.tenantId, {
      ...{ ...session, createdAt: 1, expiresAt: Number.MAX_SAFE_INTEGER },
      ...{ userAgent: '', address: '', authenticatedAt: 1 },
    })
    await tenant.skills.save([checkedContent('a', { files: { 'a.txt': 'x' } })], 'create')
    const conversation = newConversation(fixture)
    await tenant.conversations.create(conversation)
    const run = newRun(fixture, conversation.id)
    await tenant.conversations.append(conversation.id, batch(0, ['hi'], { startRun: run }), 1)
    return { tenant, id: tenant.tenantId, hash, tokenHash, run }
  }

  test('a deleted one is as if it did not exist, and complete again when restored', async () => {
    const { tenant, id, hash, tokenHash, run } = await full()
    const { directory } = fixture.store
    const now = fixture.clock.now()
    const reach = async () => [
      (await directory.findKey(hash, now)) !== null,
      (await directory.findSession(tokenHash, now)) !== null,
      (await directory.claimableRuns(now)).some((one) => one.runId === run.id),
      await isActive(id),
    ]
    expect(await reach()).toEqual([true, true, true, true])
    await directory.deleteTenant(id, now)
    expect(await reach()).toEqual([false, false, false, false])
    expect(await found(id)).toMatchObject({ id, deletedAt: now })
    expect(await rejection(directory.deleteTenant(id, now))).toBe('tenant.not-found')
    expect(await rejection(directory.renameTenant(id, 'x'))).toBe('tenant.not-found')
    await directory.restoreTenant(id)
    expect(await reach()).toEqual([true, true, true, true])
    expect((await tenant.skills.list(ann, {}, { limit: 9 })).items).toHaveLength(1)
    expect(await rejection(directory.restoreTenant(id))).toBe('tenant.not-found')
  })

  test('a purged one leaves no row and no file; only a deleted one can be purged', async () => {
    const { tenant, id } = await full()
    const { directory } = fixture.store
    const sha256 = createHash('sha256').update('x').digest('hex')
    expect(await rejection(directory.purgeTenant(id))).toBe('tenant.not-found')
    await tenant.workspace.storeBlob(sha256, new TextEncoder().encode('x'))
    const arrived = await seedSources(fixture, tenant)
    await directory.deleteTenant(id, 1)
    await directory.purgeTenant(id)
    expect(await found(id)).toBeUndefined()
    const again = fixture.store.tenant(id)
    expect(await again.blobs.stored({ after: null, limit: 9 })).toEqual([])
    expect((await again.skills.list(ann, {}, { limit: 9 })).items).toEqual([])
    expect(await again.members.list()).toEqual([])
    expect(await sourceContents(again, arrived)).toEqual({
      ...{ sources: [], items: [], held: null, files: null, revocations: [], trust: [] },
      ...{ itemsOfSkills: [], acknowledgements: [], suppressions: [], ignored: [] },
      ...{ advisoryLists: [], exceptions: [], notification: null },
    })
  })

  test('an export has sources and decisions, but no token and no package that waits', async () => {
    const { tenant, id } = await full()
    const { source, item, revocation } = await seedSources(fixture, tenant)
    const organisation = await found(id)
    if (!organisation) throw new Error('there is none')
    const files = await exportOrganisation(tenant, organisation)
    const text = files.map(({ path, bytes }) => `${path} ${Buffer.from(bytes)}`).join('\n')
    for (const part of [source.name, item.held.digest, revocation.digest]) {
      expect(text).toContain(part)
    }
    expect(text).not.toContain(source.encryptedToken)
    expect(text).not.toContain('run.sh')
    expect(text).not.toContain('echo hers')
    expect(text).not.toContain('encrypted by ann')
    expect(text).not.toContain('hers.example')
  })

  test('no source of a deleted one is synced', async () => {
    const { tenant, id } = await full()
    const { directory } = fixture.store
    const { source } = await seedSources(fixture, tenant)
    const isDue = async () =>
      (await directory.dueSources(5_000, 1_000)).some((due) => due.id === source.id)
    expect(await isDue()).toBe(true)
    await directory.deleteTenant(id, 1)
    expect(await isDue()).toBe(false)
  })

  test('a new name is seen at once', async () => {
    const { tenantId } = await fixture.tenant()
    await fixture.store.directory.renameTenant(tenantId, 'Acme')
    expect(await found(tenantId)).toMatchObject({ name: 'Acme', deletedAt: null })
    expect(await rejection(fixture.store.directory.renameTenant('ten_x' as TenantId, 'y'))).toBe(
      'tenant.not-found',
    )
  })

  test('the last one stays, also when two are deleted at once', async () => {
    const { directory } = fixture.store
    await fixture.tenant()
    await fixture.tenant()
    const [one, other, ...rest] = (await directory.tenants()).map(({ id }) => id)
    if (!one || !other) throw new Error('there are none')
    for (const id of rest) await directory.deleteTenant(id, 1)
    const both = [directory.deleteTenant(one, 1), directory.deleteTenant(other, 1)]
    const results = await Promise.allSettled(both)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [last] = await directory.tenants()
    expect(await rejection(directory.deleteTenant(last?.id as TenantId, 1))).toBe(
      'organisation.last',
    )
  })
})
