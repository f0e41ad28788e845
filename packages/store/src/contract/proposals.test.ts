import type { CheckedContent, PendingRevision, ReviewAudience } from '@repertoire/core/domain'
import type { ReviewFilter, TenantStore } from '@repertoire/core/ports'
import { expect, test } from 'vitest'
import { databaseKinds } from './backends.ts'
import { checkedContent, own } from './checked-content.ts'
import { rejection } from './expectations.ts'
import { noAudit, proposalToHold, toHold } from './pending-revision-fixture.ts'
import {
  ann,
  bob,
  forEveryStore,
  newConversation,
  newRun,
  type StoreFixture,
} from './store-fixture.ts'

const verdict = { by: ann, note: 'good', now: 7 } as const

type Change = NonNullable<Parameters<typeof proposalToHold>[2]>

async function proposing(fixture: StoreFixture, content = checkedContent('learnt')) {
  const tenant = await fixture.tenant()
  return { tenant, proposal: await propose(fixture, tenant, content) }
}

async function propose(
  fixture: StoreFixture,
  tenant: TenantStore,
  content: CheckedContent,
  change: Change = {},
): Promise<PendingRevision> {
  const run = newRun(fixture, newConversation(fixture).id)
  const item = proposalToHold(fixture, { run, content }, change)
  await tenant.reviews.hold([item])
  return item.held
}

/** An organisation’s skill and a proposal that changes it. */
async function changing(fixture: StoreFixture) {
  const tenant = await fixture.tenant()
  const [saved] = await tenant.skills.save([checkedContent('deploy', { body: 'old' })], 'create')
  if (saved?.status !== 'created') throw new Error('not created')
  const { skill } = saved
  const changed = checkedContent('deploy', { body: 'new' })
  const base = {
    skillId: skill.id,
    baseDigest: skill.head.digest,
    proposal: { scope: 'org' },
  } as const
  return { tenant, proposal: await propose(fixture, tenant, changed, base), skill, changed }
}

/** A skill of Ann that she offers to the organisation. */
async function offering(fixture: StoreFixture) {
  const tenant = await fixture.tenant()
  const [saved] = await tenant.skills.save([checkedContent('mine', { scope: own(ann) })], 'create')
  if (saved?.status !== 'created') throw new Error('not created')
  const { skill } = saved
  const proposal = await propose(fixture, tenant, checkedContent('mine'), {
    ...{ skillId: skill.id, baseDigest: skill.head.digest },
    proposal: { conversationId: null, runId: null, scope: 'org' },
  })
  return { tenant, proposal, skill }
}

async function take({ reviews }: TenantStore, held: PendingRevision, given: CheckedContent) {
  const against = {
    expectedHead: held.baseDigest,
    enable: held.skillId === null ? true : undefined,
  }
  return reviews.approve(held.id, {
    ...{ ...verdict, ...against, arrival: given, auditOf: noAudit },
  })
}

const reject = ({ reviews }: TenantStore, { id }: PendingRevision, by = verdict) =>
  reviews.decide(id, { ...by, from: ['held'], to: 'rejected' })

const stateOf = async ({ reviews }: TenantStore, { id }: PendingRevision) =>
  (await reviews.get(id, 'server'))?.state

forEveryStore('proposals', (fixture) => {
  test('D5: a proposal reads back complete, and creating it again changes nothing', async () => {
    const { tenant, proposal } = await proposing(fixture)
    const again = toHold(fixture, checkedContent('other'), { ...proposal, skillMd: 'other' })
    await tenant.reviews.hold([again])
    expect(await tenant.reviews.get(proposal.id, 'server')).toEqual(proposal)
    await reject(tenant, proposal)
    await tenant.reviews.hold([again])
    expect(await stateOf(tenant, proposal)).toBe('rejected')
  })

  test('a rejected proposal records who, when and why, and takes no second decision', async () => {
    const { tenant, proposal } = await proposing(fixture)
    const rejected = { ...proposal, state: 'rejected', decidedBy: ann, decidedAt: 7, note: 'good' }
    expect(await reject(tenant, proposal)).toEqual(rejected)
    expect(await reject(tenant, proposal)).toBeNull()
    expect(await take(tenant, proposal, checkedContent('learnt'))).toEqual({ status: 'decided' })
    expect(await tenant.reviews.get(proposal.id, 'server')).toEqual(rejected)
    expect(await tenant.skills.list(ann, {}, { limit: 5 })).toMatchObject({ items: [] })
  })

  test('D5: an accepted offer moves the skill to the organisation, and another tenant sees nothing', async () => {
    const { tenant, skill, proposal } = await offering(fixture)
    expect(await tenant.reviews.get(proposal.id, 'server')).toEqual(proposal)
    const other = await fixture.tenant()
    expect(await other.reviews.get(proposal.id, 'server')).toBeNull()
    expect(await take(other, proposal, checkedContent('mine'))).toEqual({ status: 'decided' })
    expect(await tenant.skills.get(bob, skill.id)).toBeNull()
    const outcome = await take(tenant, proposal, checkedContent('mine'))
    expect(outcome.status).toBe('approved')
    expect(await tenant.skills.get(bob, skill.id)).toMatchObject({
      ...{ id: skill.id, scope: { kind: 'org' }, version: 2, createdBy: skill.createdBy },
    })
    expect(await tenant.skills.revisions(bob, skill.id)).toHaveLength(1)
  })

  test('D5: an offered skill with a secret is not moved, and no secret follows a moved skill', async () => {
    const { tenant, skill, proposal } = await offering(fixture)
    const { skillSecrets } = tenant
    const secret = { name: 'TOKEN', encrypted: 'sealed', updatedAt: 1, updatedBy: ann }
    await skillSecrets.put(skill.id, secret, own(ann))
    const refused = await take(tenant, proposal, checkedContent('mine'))
    expect(refused).toEqual({ status: 'has-secrets', skillId: skill.id })
    expect(await stateOf(tenant, proposal)).toBe('held')
    expect(await tenant.skills.get(bob, skill.id)).toBeNull()
    await skillSecrets.remove(skill.id, 'TOKEN')
    expect((await take(tenant, proposal, checkedContent('mine'))).status).toBe('approved')
    expect(await rejection(skillSecrets.put(skill.id, secret, own(ann)))).toBe('skill.not-found')
    expect(await skillSecrets.list(skill.id)).toEqual([])
  })

  test('D5: of a secret and a move at the same time, one is refused', async () => {
    const { tenant, skill, proposal } = await offering(fixture)
    const secret = { name: 'TOKEN', encrypted: 'sealed', updatedAt: 1, updatedBy: ann }
    const [put, move] = await Promise.all([
      tenant.skillSecrets.put(skill.id, secret, own(ann)).then(
        () => 'stored',
        () => 'refused',
      ),
      take(tenant, proposal, checkedContent('mine')),
    ])
    const isMoved = move.status === 'approved'
    expect(put).toBe(isMoved ? 'refused' : 'stored')
    expect((await tenant.skillSecrets.list(skill.id)).length).toBe(isMoved ? 0 : 1)
  })

  test('D5: an offer is out of date once the organisation has the slug', async () => {
    const tenant = await fixture.tenant()
    const [saved] = await tenant.skills.save(
      [checkedContent('mine', { scope: own(ann) })],
      'create',
    )
    if (saved?.status !== 'created') throw new Error('not created')
    const { skill } = saved
    const base = { skillId: skill.id, baseDigest: skill.head.digest }
    const org = { proposal: { scope: 'org' as const } }
    const proposal = await propose(fixture, tenant, checkedContent('mine'), { ...base, ...org })
    await tenant.skills.save([checkedContent('mine', { body: 'theirs' })], 'create')
    expect((await take(tenant, proposal, checkedContent('mine'))).status).toBe('stale')
    expect((await tenant.skills.get(ann, skill.id))?.scope.kind).toBe('user')
  })

  test('a withdrawn proposal takes no decision any more', async () => {
    const { tenant, proposal } = await proposing(fixture)
    const withdrawing = { ...verdict, from: ['held'], to: 'withdrawn' } as const
    expect((await tenant.reviews.decide(proposal.id, withdrawing))?.state).toBe('withdrawn')
    expect(await take(tenant, proposal, checkedContent('learnt'))).toEqual({ status: 'decided' })
  })

  test('D5: an accepted new skill is written together with the decision and its files', async () => {
    const { tenant, proposal } = await proposing(fixture)
    const given = checkedContent('learnt', { scope: own(ann), files: { 'notes.md': 'more' } })
    const before = await tenant.skills.lastChangeSeq()
    const outcome = await take(tenant, proposal, given)
    if (outcome.status !== 'approved') throw new Error(outcome.status)
    expect(outcome.held).toMatchObject({ state: 'approved', decidedBy: ann, decidedAt: 7 })
    expect(outcome.held.proposal?.scope).toBe('user')
    const { skill } = outcome
    expect(await tenant.skills.findBySlug(ann, 'learnt')).toEqual(skill)
    expect(await tenant.skills.get(bob, skill.id)).toBeNull()
    const file = await tenant.skills.file(ann, skill.id, skill.head.digest, 'notes.md')
    expect(new TextDecoder().decode(file ?? new Uint8Array())).toBe('more')
    expect(await tenant.skills.lastChangeSeq()).toBe(before + 1)
  })

  test('an accepted change becomes the next revision of its skill and keeps its slug', async () => {
    const { tenant, proposal, skill, changed } = await changing(fixture)
    const outcome = await take(tenant, proposal, changed)
    if (outcome.status !== 'approved') throw new Error(outcome.status)
    expect(outcome.skill).toMatchObject({
      id: skill.id,
      slug: 'deploy',
      version: skill.version + 1,
    })
    expect(outcome.skill.head).toMatchObject({ number: 2, digest: changed.facts.digest })
  })

  test('a proposal for a changed or deleted skill is stale and writes nothing', async () => {
    const moved = await changing(fixture)
    await moved.tenant.skills.update(ann, moved.skill.id, {
      arrival: checkedContent('deploy', { body: 'another user’s' }),
    })
    expect((await take(moved.tenant, moved.proposal, moved.changed)).status).toBe('stale')
    expect(await stateOf(moved.tenant, moved.proposal)).toBe('stale')
    const kept = await moved.tenant.skills.get(ann, moved.skill.id)
    expect(kept?.head.number).toBe(2)
    expect(await take(moved.tenant, moved.proposal, moved.changed)).toEqual({ status: 'decided' })

    const gone = await changing(fixture)
    await gone.tenant.skills.remove(ann, gone.skill.id)
    expect((await take(gone.tenant, gone.proposal, gone.changed)).status).toBe('stale')
    expect(await gone.tenant.skills.findBySlug(ann, 'deploy')).toBeNull()
  })

  test('a new skill whose slug was taken meanwhile is stale; an identical one is accepted', async () => {
    const taken = await proposing(fixture)
    await taken.tenant.skills.save([checkedContent('learnt', { body: 'a person’s' })], 'create')
    expect((await take(taken.tenant, taken.proposal, checkedContent('learnt'))).status).toBe(
      'stale',
    )

    const there = await proposing(fixture)
    const [saved] = await there.tenant.skills.save([checkedContent('learnt')], 'create')
    const outcome = await take(there.tenant, there.proposal, checkedContent('learnt'))
    expect(outcome).toMatchObject({ status: 'approved' })
    if (saved?.status !== 'created' || outcome.status !== 'approved') throw new Error('not there')
    expect(outcome.skill).toEqual(saved.skill)
  })

  test('of many concurrent decisions exactly one succeeds, and the skill follows it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { tenant, proposal, skill, changed } = await changing(fixture)
      const [one, two, three] = await Promise.all([
        take(tenant, proposal, changed),
        reject(tenant, proposal),
        take(tenant, proposal, changed),
      ])
      const winners = [one.status === 'approved', two !== null, three.status === 'approved']
      expect(winners.filter(Boolean)).toHaveLength(1)
      const status = await stateOf(tenant, proposal)
      expect(status).toBe(winners[1] ? 'rejected' : 'approved')
      const head = (await tenant.skills.get(ann, skill.id))?.head.number
      expect(head).toBe(status === 'approved' ? 2 : 1)
    }
  })

  test('lists are newest first, in pages, by state, conversation and audience', async () => {
    const tenant = await fixture.tenant()
    const [here, there] = [newConversation(fixture).id, newConversation(fixture).id]
    const make = async (createdAt: number, proposal: Change['proposal']) =>
      propose(fixture, tenant, checkedContent(`made-${createdAt}`), {
        createdAt,
        proposal: { conversationId: here, ...proposal },
      })
    const imported = toHold(fixture, checkedContent('imported'), { createdAt: 0 })
    await tenant.reviews.hold([imported])
    const ids = {
      imported: imported.held.id,
      mine: (await make(1, {})).id,
      org: (await make(2, { person: bob, scope: 'org' })).id,
      his: (await make(3, { person: bob, conversationId: there })).id,
      done: await make(4, {}).then(async (one) => (await reject(tenant, one))?.id),
    }
    const { mine, org, his, done } = ids
    const server = { audience: 'server', kinds: ['proposal', 'offer'] } as const
    const idsOf = async (filter: ReviewFilter) =>
      (await tenant.reviews.list(filter, { limit: 50 })).items.map((item) => item.id)
    const seenBy = (audience: ReviewAudience) => idsOf({ audience })

    const [first] = (await tenant.reviews.list(server, { limit: 1 })).items
    expect(Object.keys(first ?? {})).not.toContain('skillMd')
    expect(await idsOf(server)).toEqual([done, his, org, mine])
    expect(await idsOf({ ...server, states: ['held'] })).toEqual([his, org, mine])
    expect(await idsOf({ ...server, conversationId: there })).toEqual([his])
    expect(await seenBy('server')).toEqual([done, his, org, mine, ids.imported])
    expect(await seenBy('imports')).toEqual([ids.imported])
    const own = { person: ann, organisation: false }
    expect(await seenBy(own)).toEqual([done, mine, ids.imported])
    expect(await seenBy({ ...own, organisation: true })).toEqual([done, org, mine, ids.imported])
    expect(await tenant.reviews.countPending(own)).toBe(2)
    expect(await tenant.reviews.countPending('imports')).toBe(1)
    for (const audience of ['imports', own] as const) {
      expect(await tenant.reviews.get(his, audience)).toBeNull()
      expect(await tenant.reviews.files(his, audience)).toBeNull()
      expect(await tenant.reviews.file(his, audience, 'SKILL.md')).toBeNull()
    }
    expect(await tenant.reviews.files(mine, own)).toHaveLength(1)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await tenant.reviews.list(server, { limit: 1, cursor })
      seen.push(...page.items.map((item) => item.id))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(seen).toEqual([done, his, org, mine])
  })

  test('a proposal and an import of one skill wait beside each other', async () => {
    const { tenant, proposal, skill } = await changing(fixture)
    const base = { skillId: skill.id, baseDigest: skill.head.digest }
    const update = toHold(fixture, checkedContent('deploy', { body: 'theirs' }), base)
    await tenant.reviews.hold([update])
    const other = await propose(fixture, tenant, checkedContent('deploy', { body: 'third' }), base)
    for (const { id } of [proposal, update.held, other]) {
      expect((await tenant.reviews.get(id, 'server'))?.state).toBe('held')
    }
  })

  test('a rejected proposal refuses no source its content, and names no approver of an import', async () => {
    const { tenant, proposal } = await proposing(fixture)
    await reject(tenant, proposal)
    expect(await tenant.reviews.isRejected(proposal.digest)).toBe(false)
    const personal = await propose(fixture, tenant, checkedContent('hers'))
    await take(tenant, personal, checkedContent('hers', { scope: own(ann) }))
    expect(await tenant.reviews.approvers(personal.digest)).toEqual([])
    const shared = await propose(fixture, tenant, checkedContent('ours'))
    await take(tenant, shared, checkedContent('ours'))
    expect(await tenant.reviews.approvers(shared.digest)).toEqual([ann])
    const forAll = [{ digest: shared.digest, by: ann }]
    expect(await tenant.reviews.approvedContents(5)).toEqual(forAll)
  })
})

forEveryStore(
  'proposals with files',
  (fixture) => {
    test('a file that does not match its manifest prevents the decision', async () => {
      const { tenant, proposal } = await proposing(fixture)
      const given = checkedContent('learnt', { files: { 'notes.md': 'more' } })
      const files = given.files.map((file) => ({ ...file, bytes: new Uint8Array(9) }))
      await expect(take(tenant, proposal, { ...given, files })).rejects.toThrow('manifest')
      expect(await stateOf(tenant, proposal)).toBe('held')
      expect(await tenant.skills.findBySlug(ann, 'learnt')).toBeNull()
    })
  },
  databaseKinds,
)
