import type { UserId } from '@repertoire/core/base'
import type { Invitation } from '@repertoire/core/ports'
import { expect, test } from 'vitest'
import { rejection } from './expectations.ts'
import { aBrowser, forEveryStore, type StoreFixture } from './store-fixture.ts'

const inviter = 'usr_inviter' as UserId

function invitation(userId: UserId, tokenHash: string): Invitation {
  return { tokenHash, userId, createdBy: inviter, createdAt: 1, expiresAt: 100 }
}

async function invited(fixture: StoreFixture) {
  const tenant = await fixture.tenant()
  const id = fixture.id('usr') as UserId
  await tenant.members.create({ id, name: 'Ann', role: 'member', createdAt: 1 })
  const tokenHash = fixture.id('hash')
  await tenant.members.invite(invitation(id, tokenHash))
  const redeem = (hash = tokenHash, now = 50) => fixture.store.directory.redeemInvitation(hash, now)
  return { ...tenant, id, redeem }
}

forEveryStore('invitations', (fixture) => {
  test('a member is a person who has not joined, unless it says otherwise', async () => {
    const { members } = await fixture.tenant()
    const [id, bot] = [fixture.id('usr') as UserId, fixture.id('usr') as UserId]
    await members.create({ id, name: 'Ann', role: 'member', createdAt: 1 })
    await members.create({ id: bot, name: 'CI', role: 'member', createdAt: 2, kind: 'service' })
    expect(await members.list()).toMatchObject([
      { id, kind: 'person', joinedAt: null },
      { id: bot, kind: 'service', joinedAt: null },
    ])
  })

  test('an invitation is redeemed once, also by many at once, and the member joins', async () => {
    const { members, tenantId, id, redeem } = await invited(fixture)
    const redeemed = await Promise.all(Array.from({ length: 8 }, () => redeem()))
    const won = redeemed.filter((one) => one !== null)
    expect(won).toMatchObject([{ tenantId, member: { id, joinedAt: 50 } }])
    expect(await members.get(id)).toMatchObject({ joinedAt: 50 })
    expect(await redeem()).toBeNull()
  })

  test('an expired, replaced, removed or unknown one is not redeemed', async () => {
    const { members, id, redeem } = await invited(fixture)
    expect(await redeem('unknown')).toBeNull()
    await members.invite(invitation(id, `${id}-second`))
    expect(await redeem()).toBeNull()
    expect(await members.removeInvitation(id)).toBe(true)
    expect(await members.removeInvitation(id)).toBe(false)
    expect(await redeem(`${id}-second`)).toBeNull()
    await members.invite(invitation(id, `${id}-third`))
    expect(await redeem(`${id}-third`, 100)).toBeNull()
    expect((await members.get(id))?.joinedAt).toBeNull()
  })

  test('it does not open the account of a member who has joined, nor outlives the member', async () => {
    const { members, tenantId, id, redeem } = await invited(fixture)
    const session = { ...aBrowser(`${id}-s`), userId: id, keyId: null, createdAt: 7, expiresAt: 99 }
    await fixture.store.directory.createSession(tenantId, session)
    expect((await members.get(id))?.joinedAt).toBe(7)
    expect(await redeem()).toBeNull()
    const owner = { id: inviter, name: 'O', role: 'owner', createdAt: 1 } as const
    await members.create(owner)
    await members.invite(invitation(inviter, `${id}-owner`))
    await members.remove(id)
    expect(await rejection(members.invite(invitation(id, 'again')))).toBe('member.not-found')
  })
})
