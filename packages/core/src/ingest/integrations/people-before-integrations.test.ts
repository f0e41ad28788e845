import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Sha256 } from '../../base/sha256.ts'
import type { IntegrationFolder } from '../../ports/integrations.ts'
import {
  bodyOf,
  createOrganisation,
  edit,
  setUp,
  skillsOf,
  storedIntegrations,
  summarise,
  text,
  tracker,
} from '../../testing/integration-fixture.ts'
import { importSkills } from '../import/import-skills.ts'
import { createSkill } from '../skills/create-skill.ts'
import { removeIntegration, setUpIntegration } from './set-up-integration.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const organisation = () => createOrganisation(sha256)

describe('D8: skills of people take precedence over integrations', () => {
  it.each([
    ['its folder’s name', { 'Weekly-Report': text('theirs') }],
    ['its name', { x: text('theirs', 'name: weekly report') }],
    ['its name with other case and diacritics', { x: text('theirs', 'name: WÉEKLY  REPORT') }],
    ['its slug', { x: text('theirs', 'name: x\nslug: weekly-report') }],
    ['a path', { x: text('theirs', 'name: ../weekly/report') }],
  ])(
    'does not overwrite an authored skill that has the same slug through %s',
    async (_how, skills) => {
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
    },
  )

  it('does not overwrite imported skills, those of other integrations, and those that claim the same origin', async () => {
    const { deps, owner } = await organisation()
    const bytes = new TextEncoder().encode(text('imported'))
    const files = [{ path: 'SKILL.md', bytes, executable: false }]
    const items = [{ path: 'tracker:a', files }]
    await importSkills(deps, owner, { scope: 'org', items })
    const other = { ...tracker('1', { b: text('other') }), domain: 'other' } as IntegrationFolder
    await setUpIntegration(deps, owner, {
      domain: 'other',
      scope: 'org',
      ...storedIntegrations(other),
    })
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

  it('newer versions and removal leave an edited skill unchanged', async () => {
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

  it('a skill replaced by an import belongs to the person', async () => {
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

  it('updates a renamed skill under its new slug, and does not remove it', async () => {
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

  it('removes skills that a newer version no longer contains, unless they were edited', async () => {
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

  it('a renamed folder keeps its slug', async () => {
    const { deps, owner } = await organisation()
    await setUp(deps, owner, tracker('1', { old: text('1', 'name: report') }))
    const again = await setUp(deps, owner, tracker('2', { new: text('1', 'name: report') }))
    expect(summarise(again.outcomes)).toEqual([
      ['new', 'created'],
      ['old', 'removed'],
    ])
    expect(await skillsOf(deps, owner)).toMatchObject([{ origin: { sourceId: 'tracker:new' } }])
  })

  it('of two folders with the same slug sets up the first and reports the second', async () => {
    const { deps, owner } = await organisation()
    const folder = tracker('1', { a: text('1', 'name: same'), b: text('2', 'name: SAME') })
    expect(summarise((await setUp(deps, owner, folder)).outcomes)).toEqual([
      ['a', 'created'],
      ['b', 'broken', 'integration.slug-repeated'],
    ])
  })

  it('never loses a person’s text, for any sequence of edits and versions (property)', async () => {
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
