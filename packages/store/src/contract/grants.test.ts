import type { AuditEntry, ToolGrant, ToolGrantId } from '@repertoire/core'
import { expect, test } from 'vitest'
import { allPages, refusal } from './expectations.ts'
import { ann, batch, bob, forEveryStore, newConversation, type World } from './world.ts'

function newGrant(world: World, change: Partial<ToolGrant> = {}): ToolGrant {
  return {
    id: world.id('tgr') as ToolGrantId,
    tool: 'mcp__bank__transfer',
    identity: 'sha256:bank',
    constraints: { to: { kind: 'one-of', values: ['landlord', null, { nested: ['\u0000é'] }] } },
    ...{ maxUses: 2, uses: 0, expiresAt: 100, agentId: null, userId: ann, createdBy: bob },
    ...{ createdAt: 1, revokedAt: null, revokedBy: null },
    ...change,
  }
}

function entry(world: World, target: ToolGrantId): AuditEntry {
  const told = { at: 5, actor: null, action: 'grant-used', target, traceId: null, details: {} }
  return { id: world.id('aud'), ...told }
}

forEveryStore('grants', (world) => {
  async function peopled() {
    const tenant = await world.tenant()
    for (const id of [ann, bob]) {
      await tenant.members.create({ id, name: id, role: 'owner', createdAt: 1 })
    }
    const conversation = newConversation(world)
    await tenant.conversations.create(conversation)
    const use = (seq: number, id: ToolGrantId, now = 5) => {
      const step = { ...batch(seq, ['x']), grantUse: { id, auditEntry: entry(world, id) } }
      return tenant.conversations.append(conversation.id, step, now)
    }
    return { tenant, grants: tenant.grants, use, conversation }
  }

  test('E6: a grant reads back whole, for members only', async () => {
    const { grants } = await peopled()
    const grant = newGrant(world)
    await grants.create(grant)
    expect(await grants.get(grant.id)).toEqual({ ...grant, makerRole: 'owner' })
    expect(await grants.get('tgr_none' as ToolGrantId)).toBeNull()
    const stranger = newGrant(world, { userId: 'usr_none' as typeof ann })
    expect(await refusal(grants.create(stranger))).toBe('member.not-found')
  })

  test('E6: is used once with the batch it permits, and not at all with one that is refused', async () => {
    const { grants, use } = await peopled()
    const grant = newGrant(world)
    await grants.create(grant)
    await use(0, grant.id)
    expect(await grants.get(grant.id)).toMatchObject({ uses: 1 })
    expect(await refusal(use(0, grant.id))).toBe('conversation.moved-on')
    expect(await grants.get(grant.id)).toMatchObject({ uses: 1 })
    await use(1, grant.id)
    expect(await refusal(use(2, grant.id))).toBe('grant.not-usable')
    expect(await grants.get(grant.id)).toMatchObject({ uses: 2 })
  })

  test('E6: what is not usable changes nothing: the batch has not happened', async () => {
    const { tenant, grants, use, conversation } = await peopled()
    const late = newGrant(world, { expiresAt: 5 })
    const revoked = newGrant(world)
    for (const grant of [late, revoked]) await grants.create(grant)
    await grants.revoke(revoked.id, { by: bob, now: 3 })
    for (const id of [late.id, revoked.id, 'tgr_none' as ToolGrantId]) {
      expect(await refusal(use(0, id))).toBe('grant.not-usable')
    }
    expect((await tenant.conversations.get(ann, conversation.id))?.headSeq).toBe(0)
    expect((await tenant.audit.list({}, { limit: 9 })).items).toEqual([])
  })

  test('E6: of many processes that use the last one at the same time exactly one may', async () => {
    const { tenant, grants } = await peopled()
    const grant = newGrant(world, { maxUses: 1 })
    await grants.create(grant)
    const conversations = Array.from({ length: 6 }, () => newConversation(world))
    for (const conversation of conversations) await tenant.conversations.create(conversation)
    const outcomes = await Promise.allSettled(
      conversations.map(({ id }) =>
        tenant.conversations.append(
          id,
          { ...batch(0, ['x']), grantUse: { id: grant.id, auditEntry: entry(world, grant.id) } },
          5,
        ),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await grants.get(grant.id)).toMatchObject({ uses: 1 })
    const told = await tenant.audit.list({ target: grant.id }, { limit: 9 })
    expect(told.items).toHaveLength(1)
  })

  test('E6: outlives no one’s role: nothing begins by it once its maker is lowered or gone', async () => {
    const { tenant, grants, use, conversation } = await peopled()
    const cem = 'usr_cem' as typeof ann
    await tenant.members.create({ id: cem, name: 'Cem', role: 'admin', createdAt: 1 })
    const grant = newGrant(world, { createdBy: cem, maxUses: 3 })
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
    expect(await refusal(use(1, grant.id))).toBe('grant.not-usable')
    expect(await seen()).toEqual(['member'])
    await tenant.members.setRole(cem, 'owner')
    await use(1, grant.id)
    await tenant.members.remove(cem)
    expect(await refusal(use(2, grant.id))).toBe('grant.not-usable')
    expect(await seen()).toEqual([null])
    expect(await grants.get(grant.id)).toMatchObject({ uses: 2 })
    expect((await tenant.conversations.get(ann, conversation.id))?.headSeq).toBe(2)
  })

  test('E6: an admin of another organisation is none here', async () => {
    const { grants, use } = await peopled()
    const elsewhere = await world.tenant()
    const dan = 'usr_dan' as typeof ann
    await elsewhere.members.create({ id: dan, name: 'Dan', role: 'owner', createdAt: 1 })
    const grant = newGrant(world, { createdBy: dan })
    await grants.create(grant)
    expect(await refusal(use(0, grant.id))).toBe('grant.not-usable')
  })

  test('E6: only what can be used now is offered, what ends first comes first', async () => {
    const { grants } = await peopled()
    const later = newGrant(world, { expiresAt: 90 })
    const sooner = newGrant(world, { expiresAt: 50 })
    const others = [
      newGrant(world, { userId: bob }),
      newGrant(world, { tool: 'mcp__bank__Transfer' }),
      newGrant(world, { uses: 2 }),
      newGrant(world, { expiresAt: 10 }),
      newGrant(world, { revokedAt: 2, revokedBy: bob }),
    ]
    for (const grant of [later, sooner, ...others]) await grants.create(grant)
    const usable = await grants.usable(ann, 'mcp__bank__transfer', 10)
    expect(usable.map(({ id }) => id)).toEqual([sooner.id, later.id])
  })

  test('E6: is revoked once, by whoever was first', async () => {
    const { grants } = await peopled()
    const grant = newGrant(world)
    await grants.create(grant)
    const revoked = { ...grant, revokedAt: 7, revokedBy: ann, makerRole: 'owner' }
    expect(await grants.revoke(grant.id, { by: ann, now: 7 })).toEqual(revoked)
    expect(await grants.revoke(grant.id, { by: bob, now: 8 })).toEqual(revoked)
    expect(await grants.revoke('tgr_none' as ToolGrantId, { by: bob, now: 8 })).toBeNull()
  })

  test('lists are newest first, page by page, and a person’s go with the person', async () => {
    const { tenant, grants } = await peopled()
    const made: ToolGrant[] = []
    for (const createdAt of [1, 3, 3, 2]) {
      const grant = newGrant(world, { createdAt, ...(createdAt === 2 && { userId: bob }) })
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
