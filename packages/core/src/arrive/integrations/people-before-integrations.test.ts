import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Sha256 } from '../../base/sha256.ts'
import type { IntegrationFolder } from '../../ports/integrations.ts'
import {
  bodyOf,
  createOrganisation,
  edit,
  onDisk,
  setUp,
  skillsOf,
  summarise,
  text,
  tracker,
} from '../../testing/integration-fixture.ts'
import { importSkills } from '../import/import-skills.ts'
import { createSkill } from '../skills/create-skill.ts'
import { removeIntegration, setUpIntegration } from './set-up-integration.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const organisation = () => createOrganisation(sha256)

describe('D8: what people made wins over an integration', () => {
  it.each([
    ['its folder’s name', { 'Weekly-Report': text('theirs') }],
    ['its name', { x: text('theirs', 'name: weekly report') }],
    ['its name in other letters', { x: text('theirs', 'name: WÉEKLY  REPORT') }],
    ['its slug', { x: text('theirs', 'name: x\nslug: weekly-report') }],
    ['a path', { x: text('theirs', 'name: ../weekly/report') }],
  ])('a skill somebody wrote is not overwritten through %s', async (_how, skills) => {
    const { deps, owner } = await organisation()
    const content = text('mine', 'name: weekly-report\ndescription: d')
    const plain = { overrides: {}, scope: 'org', enabled: true, reason: '' } as const
    const mine = await createSkill(deps, owner, { content, ...plain })
    const { outcomes } = await setUp(deps, owner, tracker('1', skills))
    expect(summarise(outcomes)).toEqual([
      [Object.keys(skills)[0], 'skipped', 'integration.slug-held'],
    ])
    expect(await skillsOf(deps, owner)).toEqual([mine])
    await removeIntegration(deps, owner, { domain: 'tracker', scope: 'org' })
    expect(await skillsOf(deps, owner)).toEqual([mine])
  })

  it('neither is an imported one, one of another integration, or one that only claims the same origin', async () => {
    const { deps, owner } = await organisation()
    const bytes = new TextEncoder().encode(text('imported'))
    const files = [{ path: 'SKILL.md', bytes, executable: false }]
    const items = [{ path: 'tracker:a', files }]
    await importSkills(deps, owner, { scope: 'org', items })
    const other = { ...tracker('1', { b: text('other') }), domain: 'other' } as IntegrationFolder
    await setUpIntegration(deps, owner, { domain: 'other', scope: 'org', ...onDisk(other) })
    const before = await skillsOf(deps, owner)
    expect(before.map(({ origin }) => origin.sourceId)).toEqual(['other:b', 'tracker:a'])
    const folder = tracker('1', {
      a: text('x', 'slug: tracker-a'),
      b: text('x'),
    })
    expect(summarise((await setUp(deps, owner, folder)).outcomes)).toEqual([
      ['a', 'skipped', 'integration.slug-held'],
      ['b', 'skipped', 'integration.slug-held'],
    ])
    expect(await skillsOf(deps, owner)).toEqual(before)
  })

  it('a skill somebody edited stays theirs, through newer versions and removal', async () => {
    const { deps, owner } = await organisation()
    await setUp(deps, owner, tracker('1', { a: text('1'), b: text('1') }))
    const [a] = await skillsOf(deps, owner)
    if (!a) throw new Error('nothing was set up')
    const mine = await edit(deps, owner, a, 'mine')
    const again = await setUp(deps, owner, tracker('2', { a: text('2'), b: text('2') }))
    expect(summarise(again.outcomes)).toEqual([
      ['a', 'skipped', 'integration.skill-edited'],
      ['b', 'updated'],
    ])
    expect(
      summarise(await removeIntegration(deps, owner, { domain: 'tracker', scope: 'org' })),
    ).toEqual([
      ['a', 'skipped', 'integration.skill-edited'],
      ['b', 'removed'],
    ])
    expect(await skillsOf(deps, owner)).toEqual([mine])
    expect(await bodyOf(deps, owner, mine)).toBe('mine\n')
    const anew = await setUp(deps, owner, tracker('3', { a: text('3') }))
    expect(summarise(anew.outcomes)).toEqual([['a', 'skipped', 'integration.skill-edited']])
  })

  it('an import that took a skill’s place makes it the person’s', async () => {
    const { deps, owner } = await organisation()
    await setUp(deps, owner, tracker('1', { a: text('1') }))
    const bytes = new TextEncoder().encode(text('imported'))
    const files = [{ path: 'SKILL.md', bytes, executable: false }]
    await importSkills(deps, owner, { scope: 'org', items: [{ path: 'a', files }] })
    const again = await setUp(deps, owner, tracker('2', { a: text('2') }))
    expect(summarise(again.outcomes)).toEqual([['a', 'skipped', 'integration.slug-held']])
    await removeIntegration(deps, owner, { domain: 'tracker', scope: 'org' })
    expect(await skillsOf(deps, owner)).toMatchObject([{ origin: { provenance: 'imported' } }])
  })

  it('a renamed skill is updated under its new slug, and not taken away', async () => {
    const { deps, owner } = await organisation()
    await setUp(deps, owner, tracker('1', { a: text('1') }))
    const [a] = await skillsOf(deps, owner)
    if (!a) throw new Error('nothing was set up')
    await deps.store.skills.update(owner.principal.userId, a.id, { slug: 'ours' })
    const again = await setUp(deps, owner, tracker('2', { a: text('2') }))
    expect(summarise(again.outcomes)).toEqual([['a', 'updated']])
    expect(await skillsOf(deps, owner)).toMatchObject([{ slug: 'ours', head: { number: 2 } }])
    const gone = await setUp(deps, owner, tracker('3', {}))
    expect(summarise(gone.outcomes)).toEqual([['a', 'skipped', 'integration.skill-edited']])
  })

  it('what a newer version no longer has goes, unless somebody edited it', async () => {
    const { deps, owner } = await organisation()
    await setUp(deps, owner, tracker('1', { a: text('1'), b: text('1') }))
    const [, b] = await skillsOf(deps, owner)
    if (!b) throw new Error('nothing was set up')
    await edit(deps, owner, b, 'mine')
    const again = await setUp(deps, owner, tracker('2', { c: text('1') }))
    expect(summarise(again.outcomes)).toEqual([
      ['c', 'created'],
      ['a', 'removed'],
      ['b', 'skipped', 'integration.skill-edited'],
    ])
    expect((await skillsOf(deps, owner)).map(({ slug }) => slug)).toEqual(['b', 'c'])
  })

  it('a folder that was renamed hands its slug to itself', async () => {
    const { deps, owner } = await organisation()
    await setUp(deps, owner, tracker('1', { old: text('1', 'name: report') }))
    const again = await setUp(deps, owner, tracker('2', { new: text('1', 'name: report') }))
    expect(summarise(again.outcomes)).toEqual([
      ['new', 'created'],
      ['old', 'removed'],
    ])
    expect(await skillsOf(deps, owner)).toMatchObject([{ origin: { sourceId: 'tracker:new' } }])
  })

  it('two folders of one slug: the first comes in, the second is told', async () => {
    const { deps, owner } = await organisation()
    const folder = tracker('1', { a: text('1', 'name: same'), b: text('2', 'name: SAME') })
    expect(summarise((await setUp(deps, owner, folder)).outcomes)).toEqual([
      ['a', 'created'],
      ['b', 'broken', 'integration.slug-repeated'],
    ])
  })

  it('whatever people and versions do in whatever order, no text of theirs is lost', async () => {
    const names = ['a', 'b', 'c'] as const
    const step = fc.oneof(
      fc.record({ do: fc.constant('version' as const), has: fc.subarray([...names]) }),
      fc.record({ do: fc.constant('edit' as const), name: fc.constantFrom(...names) }),
      fc.record({ do: fc.constant('write' as const), name: fc.constantFrom(...names) }),
      fc.record({ do: fc.constant('leave' as const) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { deps, owner } = await organisation()
        const mine = new Map<string, string>()
        const find = async (slug: string) =>
          (await skillsOf(deps, owner)).find((skill) => skill.slug === slug)
        for (const [at, one] of steps.entries()) {
          if (one.do === 'version') {
            const skills = Object.fromEntries(one.has.map((name) => [name, text(`theirs ${at}`)]))
            await setUp(deps, owner, tracker(String(at), skills))
          } else if (one.do === 'leave') {
            const request = { domain: 'tracker', scope: 'org' } as const
            await removeIntegration(deps, owner, request).catch(() => undefined)
          } else {
            const skill = await find(one.name)
            const body = `mine ${at}`
            const content = text(body, `name: ${one.name}\ndescription: d`)
            const plain = { overrides: {}, scope: 'org', enabled: true, reason: '' } as const
            if (skill && one.do === 'edit') await edit(deps, owner, skill, body)
            else if (!skill && one.do === 'write') {
              await createSkill(deps, owner, { content, ...plain })
            } else continue
            mine.set(one.name, `${body}\n`)
          }
        }
        for (const [name, body] of mine) {
          const skill = await find(name)
          expect(skill && (await bodyOf(deps, owner, skill))).toBe(body)
        }
      }),
      { numRuns: 60 },
    )
  })
})
