import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Sha256 } from '../../base/sha256.ts'
import { removeSkill } from '../../keep/skills/remove-skill.ts'
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
import { restoreSkill } from '../skills/restore-skill.ts'
import { followIntegrations } from './follow-integrations.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const organisation = () => createOrganisation(sha256)
const traceId = '0'.repeat(32)

describe('updating integrations to the version on disk', () => {
  it('D8: updates an integration with a new version for everybody who uses it, without a user action', async () => {
    const { deps, owner, member } = await organisation()
    await setUp(deps, owner, tracker('1', { a: text('1') }))
    await setUp(deps, member, tracker('1', { a: text('1') }), 'user')
    const same = { ...storedIntegrations(tracker('1', { a: text('9') })), traceId }
    expect(await followIntegrations(deps, same)).toEqual([])
    const newer = { ...storedIntegrations(tracker('2', { a: text('2') })), traceId }
    const followed = await followIntegrations(deps, newer)
    expect(followed.map(({ setUp }) => setUp && summarise(setUp.outcomes))).toEqual([
      [['a', 'updated']],
      [['a', 'updated']],
    ])
    const entries = await deps.store.integrations.all()
    expect(entries.map(({ version, setUpBy }) => [version, setUpBy])).toEqual([
      ['2', owner.principal.userId],
      ['2', member.principal.userId],
    ])
    const { items } = await deps.store.audit.list({ action: 'integration-set-up' }, { limit: 10 })
    expect(items.filter(({ actor }) => actor === null)).toHaveLength(2)
    expect(await followIntegrations(deps, newer)).toEqual([])
  })

  it('a deleted skill stays deleted until the integration is set up again', async () => {
    const { deps, owner } = await organisation()
    await setUp(deps, owner, tracker('1', { a: text('1') }))
    const [a] = await skillsOf(deps, owner)
    if (!a) throw new Error('nothing was set up')
    await removeSkill(deps, owner, { id: a.id })
    const disk = storedIntegrations(tracker('2', { a: text('2') }))
    const [followed] = await followIntegrations(deps, { ...disk, traceId })
    expect(followed?.setUp && summarise(followed.setUp.outcomes)).toEqual([
      ['a', 'skipped', 'integration.skill-removed'],
    ])
    const again = await setUp(deps, owner, tracker('2', { a: text('2') }))
    expect(summarise(again.outcomes)).toEqual([['a', 'created']])
  })

  it('B8: updates a skill that was deleted and set up again, but not the deleted one after its restore', async () => {
    const { deps, owner } = await organisation()
    await setUp(deps, owner, tracker('1', { a: text('1') }))
    const [first] = await skillsOf(deps, owner)
    if (!first) throw new Error('nothing was set up')
    await removeSkill(deps, owner, { id: first.id })
    await setUp(deps, owner, tracker('1', { a: text('1') }))
    for (const slug of ['a-0', 'z']) {
      await restoreSkill(deps, owner, { id: first.id, slug })
      const version = `2-${slug}`
      const disk = storedIntegrations(tracker(version, { a: text(version) }))
      const [followed] = await followIntegrations(deps, { ...disk, traceId })
      expect(followed?.setUp && summarise(followed.setUp.outcomes)).toEqual([['a', 'updated']])
      const numbers = (await skillsOf(deps, owner)).map(({ slug: one, head }) => [one, head.number])
      expect(numbers).toContainEqual([slug, 1])
      await removeSkill(deps, owner, { id: first.id })
    }
  })

  it('B8: updates a deleted skill again after its restore', async () => {
    const { deps, owner } = await organisation()
    await setUp(deps, owner, tracker('1', { a: text('1') }))
    const [a] = await skillsOf(deps, owner)
    if (!a) throw new Error('nothing was set up')
    await removeSkill(deps, owner, { id: a.id })
    await followIntegrations(deps, {
      ...storedIntegrations(tracker('2', { a: text('2') })),
      traceId,
    })
    await restoreSkill(deps, owner, { id: a.id })
    const disk = storedIntegrations(tracker('3', { a: text('3') }))
    const [followed] = await followIntegrations(deps, { ...disk, traceId })
    expect(followed?.setUp && summarise(followed.setUp.outcomes)).toEqual([['a', 'updated']])
  })

  it('changes nothing for removed members and for missing or broken folders', async () => {
    const { deps, owner, member } = await organisation()
    await setUp(deps, member, tracker('1', { a: text('1') }), 'user')
    await deps.store.members.remove(member.principal.userId)
    const disk = storedIntegrations(tracker('2', { a: text('2') }))
    expect(await followIntegrations(deps, { ...disk, traceId })).toEqual([])
    await setUp(deps, owner, tracker('1', { b: text('1') }))
    expect(await followIntegrations(deps, { ...storedIntegrations(), traceId })).toEqual([])
    const gone = { ...storedIntegrations({ domain: 'tracker', problem: broken }), traceId }
    expect(await followIntegrations(deps, gone)).toEqual([])
    expect(await skillsOf(deps, owner)).toHaveLength(1)
  })

  it('finishes an interrupted set-up, and does not treat its partial result as a user’s edit', async () => {
    const { deps, owner } = await organisation()
    await setUp(deps, owner, tracker('1', { a: text('1'), b: text('1') }))
    await setUp(deps, owner, tracker('2', { a: text('2'), b: text('2') }))
    let writes = 0
    const dying = {
      ...deps,
      store: {
        ...deps.store,
        skills: {
          ...deps.store.skills,
          update: (...args: Parameters<typeof deps.store.skills.update>) => {
            writes += 1
            if (writes > 1) throw new Error('simulated crash')
            return deps.store.skills.update(...args)
          },
        },
      },
    }
    const third = tracker('3', { a: text('3'), b: text('3') })
    await expect(setUp(dying, owner, third)).rejects.toThrow('simulated crash')
    const [followed] = await followIntegrations(deps, { ...storedIntegrations(third), traceId })
    expect(followed?.setUp && summarise(followed.setUp.outcomes)).toEqual([
      ['a', 'unchanged'],
      ['b', 'updated'],
    ])
    const fourth = await setUp(deps, owner, tracker('4', { a: text('4'), b: text('4') }))
    expect(summarise(fourth.outcomes)).toEqual([
      ['a', 'updated'],
      ['b', 'updated'],
    ])
  })

  it('continues with the next integration after a failure', async () => {
    const { deps, owner, member } = await organisation()
    await setUp(deps, owner, tracker('1', { a: text('1') }))
    await setUp(deps, member, tracker('1', { a: text('1') }), 'user')
    const put = deps.store.integrations.put
    const integrations = {
      ...deps.store.integrations,
      put: (entry: Parameters<typeof put>[0]) => {
        if (entry.scope.kind === 'org') throw new Error('full')
        return put(entry)
      },
    }
    const failing = { ...deps, store: { ...deps.store, integrations } }
    const disk = storedIntegrations(tracker('2', { a: text('2') }))
    const followed = await followIntegrations(failing, { ...disk, traceId })
    expect(followed.map(({ error, setUp }) => [error !== undefined, setUp !== undefined])).toEqual([
      [true, false],
      [false, true],
    ])
  })
})

describe('two processes that apply the same update concurrently', () => {
  it('produce one result, which the next version can still update', async () => {
    const { deps, owner } = await organisation()
    await setUp(deps, owner, tracker('1', { a: text('1'), b: text('1') }))
    const disk = storedIntegrations(tracker('2', { a: text('2'), b: text('2'), c: text('2') }))
    const request = { ...disk, traceId, yieldToEventLoop: () => Promise.resolve() }
    await Promise.all([followIntegrations(deps, request), followIntegrations(deps, request)])
    const skills = await skillsOf(deps, owner)
    expect(skills.map(({ slug, head }) => [slug, head.number])).toEqual([
      ['a', 2],
      ['b', 2],
      ['c', 1],
    ])
    const third = tracker('3', { a: text('3'), b: text('3'), c: text('3') })
    expect(summarise((await setUp(deps, owner, third)).outcomes)).toEqual([
      ['a', 'updated'],
      ['b', 'updated'],
      ['c', 'updated'],
    ])
  })
})
