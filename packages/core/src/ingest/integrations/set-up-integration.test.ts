import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { TenantId } from '../../base/ids.ts'
import type { Sha256 } from '../../base/sha256.ts'
import {
  broken,
  createOrganisation,
  setUp,
  skillsOf,
  storedIntegrations,
  summarise,
  text,
  tracker,
} from '../../testing/integration-fixture.ts'
import { updateSkill } from '../skills/update-skill.ts'
import { removeIntegration, setUpIntegration } from './set-up-integration.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const organisation = () => createOrganisation(sha256)
const org = { kind: 'org' } as const

describe('setting up an integration', () => {
  it('D8: creates its skills with the scope of the entry, its version and `<domain>:<name>`', async () => {
    const { deps, owner, member } = await organisation()
    const folder = tracker('1.0', { report: text('a'), notes: text('b', 'name: My Notes') })
    const { entry, outcomes } = await setUp(deps, owner, folder)
    expect(summarise(outcomes)).toEqual([
      ['report', 'created'],
      ['notes', 'created'],
    ])
    expect(entry).toMatchObject({ domain: 'tracker', scope: org, version: '1.0' })
    expect(await skillsOf(deps, member)).toMatchObject([
      { slug: 'my-notes', origin: { sourceId: 'tracker:notes', sourceRef: '1.0' } },
      {
        slug: 'report',
        scope: org,
        enabled: true,
        head: { name: 'report' },
        origin: { provenance: 'integration', sourceId: 'tracker:report' },
      },
    ])
  })

  it('D8: a member’s own set-up creates skills that only this member sees', async () => {
    const { deps, owner, member } = await organisation()
    await setUp(deps, member, tracker('1', { report: text('a') }), 'user')
    expect(await skillsOf(deps, owner)).toEqual([])
    const [mine] = await skillsOf(deps, member)
    expect(mine?.scope).toEqual({ kind: 'user', userId: member.principal.userId })
    await setUp(deps, owner, tracker('1', { report: text('a') }))
    expect(await skillsOf(deps, member)).toHaveLength(2)
  })

  it('D8: a newer version updates in place and keeps the enabled state', async () => {
    const { deps, owner } = await organisation()
    const { outcomes } = await setUp(deps, owner, tracker('1', { a: text('1'), b: text('b') }))
    const [first] = outcomes
    if (first?.status !== 'created') throw new Error('not created')
    await updateSkill(deps, owner, {
      ...{ id: first.skill.id, overrides: {}, enabled: false, reason: '' },
    })
    const again = await setUp(deps, owner, tracker('2', { a: text('2'), b: text('b') }))
    expect(summarise(again.outcomes)).toEqual([
      ['a', 'updated'],
      ['b', 'unchanged'],
    ])
    const [a, b] = await skillsOf(deps, owner)
    expect(a).toMatchObject({ id: first.skill.id, enabled: false, head: { number: 2 } })
    expect(b).toMatchObject({ head: { number: 1 } })
    expect([a?.origin.sourceRef, b?.origin.sourceRef]).toEqual(['2', '2'])
    const third = await setUp(deps, owner, tracker('3', { a: text('3'), b: text('b') }))
    expect(summarise(third.outcomes)[0]).toEqual(['a', 'updated'])
  })

  it('a repeated set-up of the same version changes nothing', async () => {
    const { deps, owner } = await organisation()
    const folder = tracker('1', { a: text('1') })
    await setUp(deps, owner, folder)
    const before = await skillsOf(deps, owner)
    expect(summarise((await setUp(deps, owner, folder)).outcomes)).toEqual([['a', 'unchanged']])
    expect(await skillsOf(deps, owner)).toEqual(before)
  })

  it('D8: reports and skips a broken skill, and sets up the others', async () => {
    const { deps, owner } = await organisation()
    const nul = '---\ndescription: d\n---\n\0'
    const folder = tracker('1', { a: nul, b: null, good: text('x') })
    expect(summarise((await setUp(deps, owner, folder)).outcomes)).toEqual([
      ['a', 'broken', 'skill.unreadable'],
      ['b', 'broken', 'package.bad-path'],
      ['good', 'created'],
    ])
  })

  it('a skill that is broken in a newer version stays unchanged', async () => {
    const { deps, owner } = await organisation()
    await setUp(deps, owner, tracker('1', { a: text('1') }))
    const again = await setUp(deps, owner, tracker('2', { a: null }))
    expect(summarise(again.outcomes)).toEqual([['a', 'broken', 'package.bad-path']])
    expect(await skillsOf(deps, owner)).toMatchObject([{ slug: 'a', head: { number: 1 } }])
    const healed = await setUp(deps, owner, tracker('3', { a: text('3') }))
    expect(summarise(healed.outcomes)).toEqual([['a', 'updated']])
  })

  it('writes one audit entry with the actor', async () => {
    const { deps, owner } = await organisation()
    await setUp(deps, owner, tracker('1', { a: text('1'), b: null }))
    const { items } = await deps.store.audit.list({}, { limit: 10 })
    expect(items.map(({ action }) => action).toSorted()).toEqual([
      'integration-set-up',
      'skill-created',
    ])
    expect(items.find(({ target }) => target === 'tracker')).toMatchObject({
      actor: owner.principal.userId,
      details: { scope: 'org', version: '1', before: null, created: ['a'], broken: ['b'] },
    })
  })

  it('reports a missing or broken integration and stores nothing', async () => {
    const { deps, owner } = await organisation()
    const request = { domain: 'tracker', scope: 'org' } as const
    const nothing = { ...request, ...storedIntegrations() }
    await expect(setUpIntegration(deps, owner, nothing)).rejects.toMatchObject({
      problem: { code: 'integration.not-found', kind: 'not-found' },
    })
    const found = { ...request, ...storedIntegrations({ domain: 'tracker', problem: broken }) }
    await expect(setUpIntegration(deps, owner, found)).rejects.toMatchObject({
      problem: broken,
    })
    expect(await deps.store.integrations.all()).toEqual([])
  })
})

describe('permission to set up an integration', () => {
  it('a member cannot set it up or remove it for the organisation', async () => {
    const { deps, owner, member } = await organisation()
    const forbidden = { problem: { code: 'skill.org-scope-forbidden' } }
    const folder = tracker('1', { a: text('1') })
    await expect(setUp(deps, member, folder)).rejects.toMatchObject(forbidden)
    expect(await deps.store.integrations.all()).toEqual([])
    await setUp(deps, owner, folder)
    const request = { domain: 'tracker', scope: 'org' } as const
    await expect(removeIntegration(deps, member, request)).rejects.toMatchObject(forbidden)
    expect(await skillsOf(deps, member)).toHaveLength(1)
  })

  it('nobody removes another person’s, and a key without skills.write sets nothing up', async () => {
    const { deps, owner, member } = await organisation()
    const folder = tracker('1', { a: text('1') })
    await setUp(deps, member, folder, 'user')
    const request = { domain: 'tracker', scope: 'user' } as const
    await expect(removeIntegration(deps, owner, request)).rejects.toMatchObject({
      problem: { code: 'integration.not-set-up' },
    })
    const reader = {
      ...member,
      principal: { ...member.principal, permissions: ['skills.read'] as const },
    }
    await expect(setUp(deps, reader, folder, 'user')).rejects.toMatchObject({
      problem: { code: 'auth.permission-missing' },
    })
    expect(await skillsOf(deps, member)).toHaveLength(1)
  })

  it('users of another organisation neither see nor remove it', async () => {
    const { store, deps, owner, actor } = await organisation()
    await setUp(deps, owner, tracker('1', { a: text('1') }))
    const other = 'ten_2' as TenantId
    await store.directory.createTenant({ id: other, name: 'O', createdAt: 0 })
    const theirs = { ...deps, store: store.tenant(other) }
    // The same user id in both organisations.
    const outsider = actor('owner', owner.principal.userId, other)
    expect(await theirs.store.integrations.list(outsider.principal.userId)).toEqual([])
    const request = { domain: 'tracker', scope: 'org' } as const
    await expect(removeIntegration(theirs, outsider, request)).rejects.toMatchObject({
      problem: { code: 'integration.not-set-up' },
    })
    expect(await skillsOf(deps, owner)).toHaveLength(1)
  })
})
