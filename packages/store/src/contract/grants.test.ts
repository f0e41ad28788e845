import type { ToolGrantId } from '@repertoire/core/base'
import type { AuditEntry, ToolGrant } from '@repertoire/core/domain'
import { expect, test } from 'vitest'
import { allPages, rejection } from './expectations.ts'
import {
  ann,
  batch,
  bob,
  forEveryStore,
  newConversation,
  type StoreFixture,
} from './store-fixture.ts'

function newGrant(fixture: StoreFixture, change: Partial<ToolGrant> = {}): ToolGrant {
  return {
    id: fixture.id('tgr') as ToolGrantId,
    tool: 'mcp__bank__transfer',
    identity: 'sha256:bank',
    constraints: { to: { kind: 'one-of', values: ['landlord', null, { nested: ['\u0000é'] }] } },
    ...{ maxUses: 2, uses: 0, expiresAt: 100, agentId: null, userId: ann, createdBy: bob },
    ...{ createdAt: 1, revokedAt: null, revokedBy: null },
    ...change,
  }
}

function entry(fixture: StoreFixture, target: ToolGrantId): AuditEntry {
  const entries = { at: 5, actor: null, action: 'grant-used', target, traceId: null, details: {} }
  return { id: fixture.id('aud'), ...entries }
}

forEveryStore('grants', (fixture) => {
  async function peopled() {
    const tenant = await fixture.tenant()
    for (const id of [ann, bob]) {
      await tenant.members.create({ id, name: id, role: 'owner', createdAt: 1 })
    }
    const conversation = newConversation(fixture)
    await tenant.conversations.create(conversation)
    const use = (seq: number, id: ToolGrantId, now = 5) => {
      const step = { ...batch(seq, ['x']), grantUse: { id, auditEntry: entry(fixture, id) } }
      return tenant.conversations.append(conversation.id, step, now)
    }
    return { tenant, grants: tenant.grants, use, conversation }
  }

  test('E6: a grant reads back complete, and needs a member', async () => {
    const { grants } = await peopled()
    const grant = newGrant(fixture)
    await grants.create(grant)
    expect(await grants.get(grant.id)).toEqual({ ...grant, makerRole: 'owner' })
    expect(await grants.get('tgr_none' as ToolGrantId)).toBeNull()
    const otherGrant = newGrant(fixture, { userId: 'usr_none' as typeof ann })
    expect(await rejection(grants.create(otherGrant))).toBe('member.not-found')
  })

  test('E6: a grant is used once with its batch, and not when the batch is rejected', async () => {
    const { grants, use } = await peopled()
    const grant = newGrant(fixture)
    await grants.create(grant)
    await use(0, grant.id)
    expect(await grants.get(grant.id)).toMatchObject({ uses: 1 })
    expect(await rejection(use(0, grant.id))).toBe('conversation.moved-on')
    expect(await grants.get(grant.id)).toMatchObject({ uses: 1 })
    await use(1, grant.id)
    expect(await rejection(use(2, grant.id))).toBe('grant.not-usable')
    expect(await grants.get(grant.id)).toMatchObject({ uses: 2 })
  })

  test('E6: an unusable grant rejects the whole batch', async () => {
    const { tenant, grants, use, conversation } = await peopled()
    const late = newGrant(fixture, { expiresAt: 5 })
    const revoked = newGrant(fixture)
    for (const grant of [late, revoked]) await grants.create(grant)
    await grants.revoke(revoked.id, { by: bob, now: 3 })
    for (const id of [late.id, revoked.id, 'tgr_none' as ToolGrantId]) {
      expect(await rejection(use(0, id))).toBe('grant.not-usable')
    }
    expect((await tenant.conversations.get(ann, conversation.id))?.headSeq).toBe(0)
    expect((await tenant.audit.list({}, { limit: 9 })).items).toEqual([])
  })

  test('E6: of many processes that use the last one at the same time exactly one succeeds', async () => {
    const { tenant, grants } = await peopled()
    const grant = newGrant(fixture, { maxUses: 1 })
    await grants.create(grant)
    const conversations = Array.from({ length: 6 }, () => newConversation(fixture))
    for (const conversation of conversations) await tenant.conversations.create(conversation)
    const outcomes = await Promise.allSettled(
      conversations.map(({ id }) =>
        tenant.conversations.append(
          id,
          { ...batch(0, ['x']), grantUse: { id: grant.id, auditEntry: entry(fixture, grant.id) } },
          5,
        ),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await grants.get(grant.id)).toMatchObject({ uses: 1 })
    const entries = await tenant.audit.list({ target: grant.id }, { limit: 9 })
    expect(entries.items).toHaveLength(1)
  })

  test('E6: a grant is not usable once its creator is demoted or removed', async () => {
    const { tenant, grants, use, conversation } = await peopled()
    const cem = 'usr_cem' as typeof ann
    await tenant.members.create({ id: cem, name: 'Cem', role: 'admin', createdAt: 1 })
    const grant = newGrant(fixture, { createdBy: cem, maxUses: 3 })
    await grants.create(grant)
    await use(0, grant.id)
    const seen = async () => {
      const [listed] = (await grants.list({ userId: ann }, { limit: 5 })).items
      const [offered] = await grants.usable(ann, grant.tool, 5)
      const roles = [await grants.get(grant.id), listed, offered].map((one) => one?.makerRole)
      return [...new Set(roles)]
    }
    expect(await seen()).toEqual(['admin'])
    await tenant.members.setRole(cem, 'member')
    expect(await rejection(use(1, grant.id))).toBe('grant.not-usable')
    expect(await seen()).toEqual(['member'])
    await tenant.members.setRole(cem, 'owner')
    await use(1, grant.id)
    await tenant.members.remove(cem)
    expect(await rejection(use(2, grant.id))).toBe('grant.not-usable')
    expect(await seen()).toEqual([null])
    expect(await grants.get(grant.id)).toMatchObject({ uses: 2 })
    expect((await tenant.conversations.get(ann, conversation.id))?.headSeq).toBe(2)
  })

  test('E6: an admin of another organisation has no rights here', async () => {
    const { grants, use } = await peopled()
    const elsewhere = await fixture.tenant()
    const dan = 'usr_dan' as typeof ann
    await elsewhere.members.create({ id: dan, name: 'Dan', role: 'owner', createdAt: 1 })
    const grant = newGrant(fixture, { createdBy: dan })
    await grants.create(grant)
    expect(await rejection(use(0, grant.id))).toBe('grant.not-usable')
  })

  test('E6: only usable grants are offered, the one that expires first comes first', async () => {
    const { grants } = await peopled()
    const later = newGrant(fixture, { expiresAt: 90 })
    const sooner = newGrant(fixture, { expiresAt: 50 })
    const others = [
      newGrant(fixture, { userId: bob }),
      newGrant(fixture, { tool: 'mcp__bank__Transfer' }),
      newGrant(fixture, { uses: 2 }),
      newGrant(fixture, { expiresAt: 10 }),
      newGrant(fixture, { revokedAt: 2, revokedBy: bob }),
    ]
    for (const grant of [later, sooner, ...others]) await grants.create(grant)
    const usable = await grants.usable(ann, 'mcp__bank__transfer', 10)
    expect(usable.map(({ id }) => id)).toEqual([sooner.id, later.id])
  })

  test('E6: a grant is revoked once, by the first caller', async () => {
    const { grants } = await peopled()
    const grant = newGrant(fixture)
    await grants.create(grant)
    const revoked = { ...grant, revokedAt: 7, revokedBy: ann, makerRole: 'owner' }
    expect(await grants.revoke(grant.id, { by: ann, now: 7 })).toEqual(revoked)
    expect(await grants.revoke(grant.id, { by: bob, now: 8 })).toEqual(revoked)
    expect(await grants.revoke('tgr_none' as ToolGrantId, { by: bob, now: 8 })).toBeNull()
  })

  test('lists are newest first, in pages, and a person’s grants are deleted with the person', async () => {
    const { tenant, grants } = await peopled()
    const made: ToolGrant[] = []
    for (const createdAt of [1, 3, 3, 2]) {
      const grant = newGrant(fixture, { createdAt, ...(createdAt === 2 && { userId: bob }) })
      await grants.create(grant)
      made.push(grant)
    }
    for (const limit of [1, 2, 50]) {
      const items = await allPages((page) => grants.list({}, page), limit)
      expect(items.map(({ createdAt }) => createdAt)).toEqual([3, 3, 2, 1])
    }
    const bobs = await grants.list({ userId: bob }, { limit: 5 })
    expect(bobs.items).toEqual([{ ...made[3], makerRole: 'owner' }])
    await tenant.members.remove(bob)
    expect((await grants.list({}, { limit: 9 })).items).toHaveLength(3)
    expect(await grants.get(made[3]?.id as ToolGrantId)).toBeNull()
  })
})
