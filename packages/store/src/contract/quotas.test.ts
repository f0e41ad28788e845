import { createHash } from 'node:crypto'
import { type ApiKeyId, isProblemError, type UserId } from '@repertoire/core/base'
import { noQuotas, type QuotaName, type QuotaNumbers } from '@repertoire/core/domain'
import type { TenantStore } from '@repertoire/core/ports'
import { expect, test } from 'vitest'
import { checkedContent } from './checked-content.ts'
import { ann, batch, bob, forEveryStore, newConversation, newRun } from './store-fixture.ts'

const ofOrganisation = (organisation: QuotaNumbers) => ({ ...noQuotas, organisation })
const ofPerson = (person: QuotaNumbers) => ({ ...noQuotas, person })
const personal = (userId: UserId) => ({ scope: { kind: 'user' as const, userId } })

forEveryStore('quotas', (fixture) => {
  const exceeded = async (work: Promise<unknown>) => {
    try {
      await work
    } catch (error) {
      if (isProblemError(error)) return error.problem
      throw error
    }
    throw new Error('It was not refused.')
  }
  const used = async (tenant: TenantStore, quota: QuotaName, person = ann) => {
    const all = await tenant.quotas.usage(person, fixture.clock.now())
    const found = all.find((one) => one.quota === quota)
    return [found?.organisation, found?.person]
  }
  const save = (tenant: TenantStore, slugs: readonly string[], parts = {}) =>
    tenant.skills.save(
      slugs.map((slug) => checkedContent(slug, parts)),
      'upsert',
    )
  const newKey = (userId: UserId, expiresAt: number | null = null) => ({
    ...{ id: fixture.id('key') as ApiKeyId, userId, name: 'k', publicId: '', scopes: [] },
    ...{
      createdAt: fixture.clock.now(),
      lastUsedAt: null,
      expiresAt,
      parentId: null,
      createdBy: userId,
      loginKeyId: null,
    },
  })
  const addKey = (tenant: TenantStore, userId: UserId, expiresAt?: number) => {
    const key = newKey(userId, expiresAt)
    return tenant.members.createKey(key, `hash ${key.id}`)
  }
  const withPeople = async (tenant: TenantStore) => {
    for (const id of [ann, bob]) {
      await tenant.members.create({ id, name: id, role: 'member', createdAt: 1 })
    }
    return tenant
  }
  const startRun = async (tenant: TenantStore, userId = ann) => {
    const conversation = newConversation(fixture, userId)
    await tenant.conversations.create(conversation)
    const run = newRun(fixture, conversation.id, userId)
    const started = batch(0, ['hello'], { startRun: run, runId: run.id })
    await tenant.conversations.append(conversation.id, started, fixture.clock.now())
    return conversation
  }

  test('skills: an import that would exceed the limit stores nothing, one that fits is stored', async () => {
    const tenant = await fixture.tenant(ofOrganisation({ skills: 3 }))
    await save(tenant, ['a', 'b'])
    expect(await exceeded(save(tenant, ['c', 'd']))).toMatchObject({
      code: 'quota.exceeded',
      details: { quota: 'skills', scope: 'organisation', limit: 3, used: 2, adding: 2 },
    })
    expect(await used(tenant, 'skills')).toEqual([2, 0])
    await save(tenant, ['a', 'b', 'c'], { body: '# new text\n' })
    expect(await used(tenant, 'skills')).toEqual([3, 0])
  })

  test('skills: each person has a limit of their own; a deleted skill is free until it is restored', async () => {
    const tenant = await fixture.tenant(ofPerson({ skills: 1 }))
    const [saved] = await save(tenant, ['a'], personal(ann))
    await save(tenant, ['a'], personal(bob))
    await save(tenant, ['o1', 'o2'])
    expect(await exceeded(save(tenant, ['b'], personal(ann)))).toMatchObject({
      details: { scope: 'person', used: 1 },
    })
    const id = saved?.status === 'created' ? saved.skill.id : undefined
    if (!id) throw new Error('not created')
    await tenant.skills.remove(ann, id)
    await save(tenant, ['b'], personal(ann))
    expect(await exceeded(tenant.tombstones.restore(ann, id))).toMatchObject({
      code: 'quota.exceeded',
    })
  })

  test('skills: of concurrent writers no more than the limit succeed', async () => {
    const tenant = await fixture.tenant(ofOrganisation({ skills: 3 }))
    const other = (await fixture.openAnother()).tenant(tenant.tenantId)
    const writes = Array.from({ length: 8 }, (_, n) => save(n % 2 ? other : tenant, [`s${n}`]))
    const results = await Promise.allSettled(writes)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await used(tenant, 'skills')).toEqual([3, 0])
  })

  test('bytes: files of skills and of conversations count together, kept files once', async () => {
    const tenant = await fixture.tenant(ofOrganisation({ bytes: 1_000 }))
    const files = { 'big.txt': 'x'.repeat(600) }
    await save(tenant, ['a'], { files })
    const [first] = await used(tenant, 'bytes')
    expect(first).toBeGreaterThan(600)
    await save(tenant, ['a'], { files, body: '# other\n' })
    expect((await used(tenant, 'bytes'))[0]).toBeLessThan(700)
    const conversation = newConversation(fixture)
    await tenant.conversations.create(conversation)
    const put = (path: string, size: number) => {
      const text = 'y'.repeat(size)
      const sha256 = createHash('sha256').update(text).digest('hex')
      return tenant.workspace.storeBlob(sha256, new TextEncoder().encode(text)).then(() =>
        tenant.workspace.change(ann, conversation.id, {
          changes: [{ path, sha256, size }],
          now: fixture.clock.now(),
        }),
      )
    }
    await put('one.txt', 200)
    expect(await exceeded(put('two.txt', 200))).toMatchObject({
      details: { quota: 'bytes', adding: 200 },
    })
    await put('one.txt', 100)
    await put('two.txt', 100)
    expect((await tenant.workspace.list(ann, conversation.id)).map(({ path }) => path)).toEqual([
      ...['one.txt', 'two.txt'],
    ])
    expect((await used(tenant, 'bytes'))[1]).toBe(200)
    expect(await exceeded(save(tenant, ['b'], { files }))).toMatchObject({
      code: 'quota.exceeded',
    })
  })

  test('keys: valid ones count; the operator’s own server may always make one', async () => {
    const tenant = await withPeople(await fixture.tenant(ofPerson({ keys: 2 })))
    await addKey(tenant, ann, fixture.clock.now() - 1)
    await addKey(tenant, ann)
    await addKey(tenant, ann)
    expect(await exceeded(addKey(tenant, ann))).toMatchObject({
      code: 'quota.exceeded',
      details: { quota: 'keys', scope: 'person', limit: 2, used: 2 },
    })
    await addKey(tenant, bob)
    const key = newKey(ann)
    await tenant.members.createKey(key, 'hash of the server', { madeBy: 'operator' })
    expect(await used(tenant, 'keys')).toEqual([4, 3])
  })

  test('conversations: also those that a trigger creates with its run', async () => {
    const tenant = await fixture.tenant(ofPerson({ conversations: 1 }))
    const first = newConversation(fixture)
    await tenant.conversations.create(first)
    expect(await exceeded(tenant.conversations.create(newConversation(fixture)))).toMatchObject({
      details: { quota: 'conversations', used: 1 },
    })
    const second = newConversation(fixture)
    const started = batch(0, ['hi'], { newConversation: second })
    const append = () => tenant.conversations.append(second.id, started, fixture.clock.now())
    expect(await exceeded(append())).toMatchObject({ code: 'quota.exceeded' })
    expect(await tenant.conversations.get(ann, second.id)).toBeNull()
    const again = batch(0, ['hi'], { newConversation: first })
    await tenant.conversations.append(first.id, again, fixture.clock.now())
    await tenant.conversations.remove(ann, first.id)
    await append()
  })

  test('runs of a day: deleting a conversation does not take its run back; the next day begins anew', async () => {
    const tenant = await fixture.tenant({
      organisation: { runs_per_day: 3 },
      person: { runs_per_day: 2 },
    })
    const first = await startRun(tenant)
    await tenant.conversations.remove(ann, first.id)
    await startRun(tenant)
    expect(await exceeded(startRun(tenant))).toMatchObject({
      kind: 'rate-limited',
      details: { quota: 'runs_per_day', scope: 'person', limit: 2, used: 2 },
    })
    await startRun(tenant, bob)
    expect(await exceeded(startRun(tenant, bob))).toMatchObject({
      details: { scope: 'organisation', limit: 3, used: 3 },
    })
    expect(await used(tenant, 'runs_per_day')).toEqual([3, 2])
    fixture.clock.advance(86_400_000)
    await startRun(tenant)
    expect(await used(tenant, 'runs_per_day')).toEqual([1, 1])
  })

  test('runs of a day: of concurrent starts no more than the limit succeed', async () => {
    const tenant = await fixture.tenant(ofOrganisation({ runs_per_day: 3 }))
    const other = (await fixture.openAnother()).tenant(tenant.tenantId)
    const starts = Array.from({ length: 8 }, (_, n) => startRun(n % 2 ? other : tenant))
    const results = await Promise.allSettled(starts)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await used(tenant, 'runs_per_day')).toEqual([3, 3])
  })

  test('another organisation’s use does not count', async () => {
    const full = await fixture.tenant(ofOrganisation({ skills: 1 }))
    const other = await fixture.tenant(ofOrganisation({ skills: 1 }))
    await save(full, ['a'])
    await save(other, ['a'])
    expect(await used(other, 'skills')).toEqual([1, 0])
  })
})
