import type { IntegrationEntryId, TenantId } from '@repertoire/core/base'
import type { SkillScope } from '@repertoire/core/domain'
import type { IntegrationEntry } from '@repertoire/core/ports'
import { expect, test } from 'vitest'
import { checkedContent, own } from './checked-content.ts'
import { rejection } from './expectations.ts'
import { ann, bob, forEveryStore, type StoreFixture } from './store-fixture.ts'

const org: SkillScope = { kind: 'org' }

function entry(fixture: StoreFixture, domain: string, scope: SkillScope): IntegrationEntry {
  return {
    id: fixture.id('int') as IntegrationEntryId,
    domain,
    scope,
    version: '1.0',
    setUpBy: ann,
    setUpAt: 7,
    projections: [{ name: 'Report', slug: 'report', digests: ['sha256:a' as never] }],
  }
}

forEveryStore('integrations that are set up', (fixture) => {
  test('D8: a person sees the organisation’s and their own, by domain, the organisation’s first', async () => {
    const { integrations } = await fixture.tenant()
    const [mine, theirs, everybodys, other] = [
      entry(fixture, 'b', own(ann)),
      entry(fixture, 'b', own(bob)),
      entry(fixture, 'b', org),
      entry(fixture, 'a', org),
    ]
    for (const one of [mine, theirs, everybodys, other]) await integrations.put(one)
    expect(await integrations.list(ann)).toEqual([other, everybodys, mine])
    expect(await integrations.list(bob)).toEqual([other, everybodys, theirs])
    expect(await integrations.all()).toEqual([other, everybodys, mine, theirs])
    expect(await integrations.get('b', own(ann))).toEqual(mine)
    expect(await integrations.get('a', own(ann))).toBeNull()
  })

  test('one per domain and scope: a second put changes the first, which keeps its id', async () => {
    const { integrations } = await fixture.tenant()
    const first = entry(fixture, 'a', org)
    const later = { ...entry(fixture, 'a', org), version: '2', setUpBy: bob, projections: [] }
    await integrations.put(first)
    await integrations.put(later)
    expect(await integrations.list(ann)).toEqual([{ ...later, id: first.id }])
  })

  test('removing affects one scope only, and returns whether there was one', async () => {
    const { integrations } = await fixture.tenant()
    const mine = entry(fixture, 'a', own(ann))
    await integrations.put(mine)
    await integrations.put(entry(fixture, 'a', org))
    expect(await integrations.remove('a', org)).toBe(true)
    expect(await integrations.remove('a', org)).toBe(false)
    expect(await integrations.remove('a', own(bob))).toBe(false)
    expect(await integrations.all()).toEqual([mine])
  })

  test('two organisations store the same integration separately', async () => {
    const [one, two] = [await fixture.tenant(), await fixture.tenant()]
    const given = entry(fixture, 'a', own(ann))
    await one.integrations.put(given)
    expect(await two.integrations.list(ann)).toEqual([])
    expect(await two.integrations.all()).toEqual([])
    expect(await two.integrations.get('a', own(ann))).toBeNull()
    expect(await two.integrations.remove('a', own(ann))).toBe(false)
    await two.integrations.put({ ...given, version: '9' })
    expect(await one.integrations.all()).toEqual([given])
  })

  test('a missing organisation rejects writes', async () => {
    const { integrations } = fixture.store.tenant('ten_absent' as TenantId)
    expect(await rejection(integrations.put(entry(fixture, 'a', org)))).toBe('tenant.not-found')
    expect(await integrations.list(ann)).toEqual([])
  })

  test('many concurrent puts leave one', async () => {
    const { integrations } = await fixture.tenant()
    await Promise.all(Array.from({ length: 10 }, () => integrations.put(entry(fixture, 'a', org))))
    expect(await integrations.all()).toHaveLength(1)
  })
})

forEveryStore('skills an integration brought', (fixture) => {
  test('D8: their version follows the manifest’s, also when the text is the same', async () => {
    const { skills } = await fixture.tenant()
    const given = checkedContent('report')
    const brought = { ...given.origin, provenance: 'integration', sourceId: 't:report' } as const
    const origin = { ...brought, sourceRef: '1' }
    const [saved] = await skills.save([{ ...given, origin }], 'create')
    if (saved?.status !== 'created') throw new Error('not created')
    const { id, version } = saved.skill
    const later = { ...origin, sourceRef: '2' }
    const same = await skills.update(ann, id, { origin }, version)
    expect(same).toEqual(saved.skill)
    const after = await skills.update(ann, id, { origin: later }, version)
    expect(after).toMatchObject({ origin: later, version: version + 1, head: { number: 1 } })
    expect(await skills.get(ann, id)).toEqual(after)
    const filter = { scope: 'org', provenances: ['integration'], sourceId: 't:report' } as const
    expect((await skills.list(ann, filter, { limit: 10 })).items).toEqual([after])
    const edited = await skills.update(ann, id, {
      arrival: checkedContent('report', { body: 'mine' }),
    })
    expect(edited.head.number).toBe(2)
  })
})
