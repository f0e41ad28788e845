import type { CheckedContent, Proposal, TenantStore } from '@repertoire/core'
import { expect, test } from 'vitest'
import { databaseKinds } from './backends.ts'
import { checkedContent, own } from './checked-content.ts'
import { rejection } from './expectations.ts'
import {
  ann,
  bob,
  forEveryStore,
  newConversation,
  newProposal,
  newRun,
  type StoreFixture,
} from './store-fixture.ts'

const verdict = { by: ann, note: 'good', now: 7 } as const

async function proposing(fixture: StoreFixture, change: Partial<Proposal> = {}) {
  const tenant = await fixture.tenant()
  const proposal = newProposal(fixture, newRun(fixture, newConversation(fixture).id), change)
  await tenant.proposals.create(proposal)
  return { tenant, proposal }
}

/** An organisation’s skill and a proposal that changes it. */
async function changing(fixture: StoreFixture) {
  const tenant = await fixture.tenant()
  const [saved] = await tenant.skills.save([checkedContent('deploy', { body: 'old' })], 'create')
  if (saved?.status !== 'created') throw new Error('not created')
  const { skill } = saved
  const run = newRun(fixture, newConversation(fixture).id)
  const base = { skillId: skill.id, skillScope: 'org', baseDigest: skill.head.digest } as const
  const proposal = newProposal(fixture, run, { ...base, slug: 'deploy' })
  await tenant.proposals.create(proposal)
  return { tenant, proposal, skill, changed: checkedContent('deploy', { body: 'new' }) }
}

/** A skill of Ann that she offers to the organisation. */
async function offering(fixture: StoreFixture) {
  const tenant = await fixture.tenant()
  const [saved] = await tenant.skills.save([checkedContent('mine', { scope: own(ann) })], 'create')
  if (saved?.status !== 'created') throw new Error('not created')
  const { skill } = saved
  const proposal: Proposal = {
    ...newProposal(fixture, newRun(fixture, newConversation(fixture).id)),
    ...{ conversationId: null, runId: null, slug: 'mine' },
    ...{ skillId: skill.id, skillScope: 'org', baseDigest: skill.head.digest },
  }
  await tenant.proposals.create(proposal)
  return { tenant, proposal, skill }
}

async function take({ proposals }: TenantStore, { id }: Proposal, given: CheckedContent) {
  return proposals.accept(id, { ...verdict, arrival: given })
}

forEveryStore('proposals', (fixture) => {
  test('D5: a proposal reads back complete, and creating it again changes nothing', async () => {
    const { tenant, proposal } = await proposing(fixture)
    await tenant.proposals.create({ ...proposal, source: 'another text', reason: 'again' })
    expect(await tenant.proposals.get(proposal.id)).toEqual(proposal)
    await tenant.proposals.reject(proposal.id, verdict)
    await tenant.proposals.create(proposal)
    expect((await tenant.proposals.get(proposal.id))?.status).toBe('rejected')
  })

  test('a rejected proposal records who, when and why, and takes no second decision', async () => {
    const { tenant, proposal } = await proposing(fixture)
    const rejected = { ...proposal, status: 'rejected', decidedBy: ann, decidedAt: 7, note: 'good' }
    expect(await tenant.proposals.reject(proposal.id, verdict)).toEqual(rejected)
    expect(await tenant.proposals.reject(proposal.id, { ...verdict, by: bob })).toBeNull()
    expect(await take(tenant, proposal, checkedContent('learnt'))).toEqual({ status: 'decided' })
    expect(await tenant.proposals.get(proposal.id)).toEqual(rejected)
    expect(await tenant.skills.list(ann, {}, { limit: 5 })).toMatchObject({ items: [] })
  })

  test('D5: an accepted offer moves the skill to the organisation, and another tenant sees nothing', async () => {
    const { tenant, skill, proposal } = await offering(fixture)
    expect(await tenant.proposals.get(proposal.id)).toEqual(proposal)
    const other = await fixture.tenant()
    expect(await other.proposals.get(proposal.id)).toBeNull()
    expect(await take(other, proposal, checkedContent('mine'))).toEqual({ status: 'decided' })
    expect(await tenant.skills.get(bob, skill.id)).toBeNull()
    const outcome = await take(tenant, proposal, checkedContent('mine'))
    expect(outcome.status).toBe('accepted')
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
    expect((await tenant.proposals.get(proposal.id))?.status).toBe('pending')
    expect(await tenant.skills.get(bob, skill.id)).toBeNull()
    await skillSecrets.remove(skill.id, 'TOKEN')
    expect((await take(tenant, proposal, checkedContent('mine'))).status).toBe('accepted')
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
    const isMoved = move.status === 'accepted'
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
    const run = newRun(fixture, newConversation(fixture).id)
    const base = { skillId: skill.id, skillScope: 'org', baseDigest: skill.head.digest } as const
    const proposal = newProposal(fixture, run, { ...base, slug: 'mine' })
    await tenant.proposals.create(proposal)
    await tenant.skills.save([checkedContent('mine', { body: 'theirs' })], 'create')
    expect((await take(tenant, proposal, checkedContent('mine'))).status).toBe('stale')
    expect((await tenant.skills.get(ann, skill.id))?.scope.kind).toBe('user')
  })

  test('a withdrawn proposal takes no decision any more', async () => {
    const { tenant, proposal } = await proposing(fixture)
    const withdrawn = await tenant.proposals.reject(proposal.id, verdict, 'withdrawn')
    expect(withdrawn?.status).toBe('withdrawn')
    expect(await take(tenant, proposal, checkedContent('learnt'))).toEqual({ status: 'decided' })
  })

  test('D5: an accepted new skill is written together with the decision and its files', async () => {
    const { tenant, proposal } = await proposing(fixture)
    const given = checkedContent('learnt', { scope: own(ann), files: { 'notes.md': 'more' } })
    const before = await tenant.skills.lastChangeSeq()
    const outcome = await take(tenant, proposal, given)
    if (outcome.status !== 'accepted') throw new Error(outcome.status)
    expect(outcome.proposal).toMatchObject({ status: 'accepted', decidedBy: ann, decidedAt: 7 })
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
    if (outcome.status !== 'accepted') throw new Error(outcome.status)
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
    expect(await take(moved.tenant, moved.proposal, moved.changed)).toMatchObject({
      status: 'stale',
      proposal: { status: 'stale' },
    })
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
    expect(outcome).toMatchObject({ status: 'accepted' })
    if (saved?.status !== 'created' || outcome.status !== 'accepted') throw new Error('not there')
    expect(outcome.skill).toEqual(saved.skill)
  })

  test('of many concurrent decisions exactly one succeeds, and the skill follows it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { tenant, proposal, skill, changed } = await changing(fixture)
      const [one, two, three] = await Promise.all([
        take(tenant, proposal, changed),
        tenant.proposals.reject(proposal.id, verdict),
        take(tenant, proposal, changed),
      ])
      const winners = [one.status === 'accepted', two !== null, three.status === 'accepted']
      expect(winners.filter(Boolean)).toHaveLength(1)
      const status = (await tenant.proposals.get(proposal.id))?.status
      expect(status).toBe(winners[1] ? 'rejected' : 'accepted')
      const head = (await tenant.skills.get(ann, skill.id))?.head.number
      expect(head).toBe(status === 'accepted' ? 2 : 1)
    }
  })

  test('lists are newest first, in pages, by status, conversation and audience', async () => {
    const tenant = await fixture.tenant()
    const [here, there] = [newConversation(fixture).id, newConversation(fixture).id]
    const make = async (at: number, change: Partial<Proposal>) => {
      const proposal = newProposal(fixture, newRun(fixture, here), { ...change, createdAt: at })
      await tenant.proposals.create(proposal)
      return proposal.id
    }
    const mine = await make(1, {})
    const org = await make(2, { proposedFor: bob, skillScope: 'org', skillId: 'skl_x' as never })
    const his = await make(3, { proposedFor: bob, conversationId: there })
    const done = await make(4, { proposedFor: ann })
    await tenant.proposals.reject(done, verdict)
    const idsOf = async (filter: Parameters<typeof tenant.proposals.list>[0]) =>
      (await tenant.proposals.list(filter, { limit: 50 })).items.map((item) => item.id)

    const [first] = (await tenant.proposals.list({}, { limit: 1 })).items
    expect(Object.keys(first ?? {})).not.toContain('source')
    expect(Object.keys(first ?? {})).not.toContain('resources')
    expect(await idsOf({})).toEqual([done, his, org, mine])
    expect(await idsOf({ status: 'pending' })).toEqual([his, org, mine])
    expect(await idsOf({ conversationId: there })).toEqual([his])
    expect(await idsOf({ audience: { person: ann, organisation: false } })).toEqual([done, mine])
    expect(await idsOf({ audience: { person: ann, organisation: true } })).toEqual([
      done,
      org,
      mine,
    ])
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await tenant.proposals.list({}, { limit: 1, cursor })
      seen.push(...page.items.map((item) => item.id))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(seen).toEqual([done, his, org, mine])
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
      expect((await tenant.proposals.get(proposal.id))?.status).toBe('pending')
      expect(await tenant.skills.findBySlug(ann, 'learnt')).toBeNull()
    })
  },
  databaseKinds,
)
