import type { RevisionDigest, SkillId, UserId } from '@repertoire/core/base'
import { noUsage, type Skill, type TrustReport } from '@repertoire/core/domain'
import type { SaveOutcome, SkillOrder } from '@repertoire/core/ports'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkedContent, own } from './checked-content.ts'
import { allPages, rejection } from './expectations.ts'
import { ann, bob, forEveryStore, newConversation } from './store-fixture.ts'

const page = { limit: 200 }

function skillOf(outcome: SaveOutcome | undefined): Skill {
  if (!outcome || outcome.status === 'conflict') throw new Error('not saved')
  return outcome.skill
}

/** Two reports on one content: nothing was found, and something was. */
function trustReport(digest: RevisionDigest) {
  const scan = { ruleset: '1', verdict: 'clean', findings: [], unscanned: [] } as const
  const report: TrustReport = {
    ...{ scan, licence: { evidence: [], status: 'unknown', expression: null } },
    ...{ licenceDecision: 'allowed', licenceReason: 'It says "findings":[] too.' },
    signature: { status: 'unsigned', signer: null, detail: '' },
  }
  const finding = { rule: 'r', severity: 'low', path: 'SKILL.md', line: 1, column: 1 } as const
  const words = { excerpt: '', match: 'x', message: '', attack: '', fix: '' }
  const found = { ...scan, findings: [{ ...finding, ...words }] } as TrustReport['scan']
  return {
    clean: new Map([[digest, report]]),
    found: new Map([[digest, { ...report, scan: found }]]),
  }
}

forEveryStore('listing skills', (fixture) => {
  const library = async () => {
    const { skills } = await fixture.tenant()
    await skills.save(
      [
        checkedContent('b', { tags: ['x', 'y'] }),
        checkedContent('c', { tags: ['x'], enabled: false, sourceId: 'src_1' }),
        checkedContent('a', { tags: ['y'], scope: own(ann) }),
        checkedContent('b', { tags: ['z'], scope: own(ann) }),
        checkedContent('d', { tags: ['x'], scope: own(bob) }),
      ],
      'create',
    )
    return skills
  }
  const slugs = (items: readonly Skill[]): string[] => items.map((skill) => skill.slug)

  test('A8: everybody sees org skills and their own, and no other person’s', async () => {
    const skills = await library()
    expect(slugs((await skills.list(ann, {}, page)).items)).toEqual(['a', 'b', 'b', 'c'])
    expect(slugs((await skills.list(bob, {}, page)).items)).toEqual(['b', 'c', 'd'])
  })

  test('A8, A13: filters narrow by scope, enabled, source and all tags', async () => {
    const skills = await library()
    const list = async (filter: Parameters<typeof skills.list>[1]) =>
      slugs((await skills.list(ann, filter, page)).items)
    expect(await list({ scope: 'org' })).toEqual(['b', 'c'])
    expect(await list({ scope: 'user' })).toEqual(['a', 'b'])
    expect(await list({ enabled: false })).toEqual(['c'])
    expect(await list({ sourceId: 'src_1' })).toEqual(['c'])
    expect(await list({ slug: 'b' })).toEqual(['b', 'b'])
    expect(await list({ slug: 'b', scope: 'user' })).toEqual(['b'])
    expect(await list({ slug: 'B' })).toEqual([])
    expect(await list({ tags: ['x'] })).toEqual(['b', 'c'])
    expect(await list({ tags: ['x', 'y'] })).toEqual(['b'])
    expect(await list({ tags: ['x', 'x'] })).toEqual(['b', 'c'])
    expect(await list({ tags: ['x', 'absent'] })).toEqual([])
    expect(await list({ tags: [], scope: undefined })).toEqual(['a', 'b', 'b', 'c'])
    expect(await list({ tags: ["' or 1=1 --"] })).toEqual([])
  })

  test('tags count the skills the viewer sees, ordered by name', async () => {
    const skills = await library()
    expect(await skills.tags(ann)).toEqual([
      { tag: 'x', count: 2 },
      { tag: 'y', count: 2 },
      { tag: 'z', count: 1 },
    ])
    expect(await skills.tags(bob)).toEqual([
      { tag: 'x', count: 3 },
      { tag: 'y', count: 1 },
    ])
    expect(await skills.tags(bob, 'user')).toEqual([{ tag: 'x', count: 1 }])
  })

  test('A8: the viewer’s own skill shadows an org skill of the same slug', async () => {
    const skills = await library()
    expect((await skills.findBySlug(ann, 'b'))?.scope).toEqual(own(ann))
    expect((await skills.findBySlug(bob, 'b'))?.scope).toEqual({ kind: 'org' })
    expect(await skills.findBySlug(bob, 'a')).toBeNull()
  })

  test('pages of any size concatenate to the whole list in code point order', async () => {
    const { skills } = await fixture.tenant()
    const names = ['z', 'a', 'a-b', 'B', '10', '9', 'é', '\uFFFD', '💩', 'aa', 'a_b', 'ab']
    await skills.save(
      names.map((slug) => checkedContent(slug)),
      'create',
    )
    const expected = ['10', '9', 'B', 'a', 'a-b', 'a_b', 'aa', 'ab', 'z', 'é', '\uFFFD', '💩']
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 13 }), async (limit) => {
        const items = await allPages((request) => skills.list(ann, {}, request), limit)
        expect(slugs(items)).toEqual(expected)
      }),
      { numRuns: 13 },
    )
  })

  test('B8: filters narrow by length, use, scripts, change and findings, and a count says how many there are', async () => {
    const { skills, reviews } = await fixture.tenant()
    const long = checkedContent('long', { body: `${'x'.repeat(500)}\n` })
    const runs = checkedContent('runs', { files: { 'scripts/a.py': 'print(1)' } })
    const shell = checkedContent('shell', { files: { 'run.sh': 'true' } })
    const saved = (await skills.save([long, runs, shell, checkedContent('plain')], 'create')).map(
      skillOf,
    )
    const asked: [Parameters<typeof skills.list>[1], number][] = []
    const list = async (filter: Parameters<typeof skills.list>[1]) => {
      const { items } = await skills.list(ann, filter, page)
      asked.push([filter, items.length])
      expect(await skills.counts(ann, [filter])).toEqual([items.length])
      return slugs(items)
    }
    expect(await list({ longerThan: 400 })).toEqual(['long'])
    expect(await list({ scripts: true })).toEqual(['runs', 'shell'])
    expect(await list({ scripts: false })).toEqual(['long', 'plain'])
    expect(await list({ used: true })).toEqual([])
    expect(await list({ used: false, scripts: true })).toEqual(['runs', 'shell'])
    const at = saved[0]?.updatedAt ?? 0
    expect(await list({ changedSince: at })).toHaveLength(4)
    expect(await list({ changedSince: Number.MAX_SAFE_INTEGER })).toEqual([])
    const report = trustReport(saved[0]?.head.digest as RevisionDigest)
    expect(await list({ findings: true })).toEqual([])
    await reviews.saveTrust(report.clean, at)
    expect(await list({ findings: true })).toEqual([])
    await reviews.saveTrust(report.found, at)
    asked.length = 0
    expect(await list({ findings: true })).toEqual(['long'])
    expect(await list({ tags: ['none'] })).toEqual([])
    expect(await list({ scripts: true, slug: 'runs' })).toEqual(['runs'])
    expect(await list({})).toHaveLength(4)
    const [filters, counts] = [asked.map(([filter]) => filter), asked.map(([, count]) => count)]
    expect(await skills.counts(ann, filters)).toEqual(counts)
    expect(await skills.counts(ann, [])).toEqual([])
  })

  test('B8: pages by length, change and slug concatenate to the whole list in both directions', async () => {
    const { skills } = await fixture.tenant()
    const sizes = { c: 30, a: 10, d: 10, b: 500, e: 30 }
    const arrivals = Object.entries(sizes).map(([slug, size]) =>
      checkedContent(slug, { body: 'x'.repeat(size) }),
    )
    await skills.save(arrivals, 'create')
    const ordered = async (order: SkillOrder, limit: number) =>
      slugs(await allPages((request) => skills.list(ann, {}, { ...request, order }), limit)).join(
        '',
      )
    for (const limit of [1, 2, 3, 5]) {
      expect(await ordered({ by: 'length', isDescending: true }, limit)).toBe('bcead')
      expect(await ordered({ by: 'length', isDescending: false }, limit)).toBe('adceb')
      expect(await ordered({ by: 'slug', isDescending: true }, limit)).toBe('edcba')
      expect((await ordered({ by: 'changed', isDescending: true }, limit)).length).toBe(5)
    }
    const usage = { fromDay: 0, toDay: 9, person: null }
    const byUse = { by: 'used', isDescending: true, usage } as const
    const { nextCursor } = await skills.list(ann, {}, { limit: 1, order: byUse })
    const cursor = nextCursor as string
    expect(await rejection(skills.list(ann, {}, { limit: 1, cursor }))).toBe('request.bad-cursor')
  })

  test('B8: the order by use counts activations within the days, of everybody or of one person', async () => {
    const tenant = await fixture.tenant()
    const { skills } = tenant
    const saved = await skills.save(
      ['a', 'b', 'c'].map((slug) => checkedContent(slug)),
      'create',
    )
    const [a, b, c] = saved.map(skillOf)
    const talk = async (
      userId: UserId,
      uses: readonly (readonly [Skill | undefined, number, number])[],
    ) => {
      const conversation = { ...newConversation(fixture), userId }
      await tenant.conversations.create(conversation)
      const rows = uses.map(([skill, day, activatedByAgent]) => ({
        ...{ ...noUsage, agentId: null, model: null, day, activatedByAgent },
        ...{ skillId: skill?.id ?? null, digest: skill?.head.digest ?? null },
      }))
      await tenant.usage.put({ conversationId: conversation.id, foldedTo: 1, rows })
    }
    await talk(ann, [
      [c, 5, 1],
      [a, 100, 9],
    ])
    await talk(bob, [
      [b, 5, 3],
      [b, 6, 3],
    ])
    const ordered = async (person: UserId | null, limit: number) => {
      const order = {
        by: 'used',
        isDescending: true,
        usage: { fromDay: 0, toDay: 50, person },
      } as const
      return slugs(await allPages((request) => skills.list(ann, {}, { ...request, order }), limit))
    }
    for (const limit of [1, 2, 3]) {
      expect(await ordered(null, limit)).toEqual(['b', 'c', 'a'])
      expect(await ordered(ann, limit)).toEqual(['c', 'a', 'b'])
    }
  })

  test('a page does not shift when earlier items are added or removed', async () => {
    const { skills } = await fixture.tenant()
    await skills.save(
      ['a', 'b', 'c'].map((slug) => checkedContent(slug)),
      'create',
    )
    const first = await skills.list(ann, {}, { limit: 2 })
    await skills.remove(ann, first.items[0]?.id as SkillId)
    await skills.save([checkedContent('aa')], 'create')
    const cursor = first.nextCursor as string
    const second = await skills.list(ann, {}, { limit: 2, cursor })
    expect(slugs(second.items)).toEqual(['c'])
    expect(second.nextCursor).toBeNull()
  })

  test('an invalid cursor and a limit out of range are rejected', async () => {
    const { skills } = await fixture.tenant()
    const foreign = btoa(JSON.stringify([1, 'x']))
    for (const cursor of ['', '!', 'e30', '💩', foreign, btoa('["a"]'), btoa('[["a"],"b"]')]) {
      expect(await rejection(skills.list(ann, {}, { limit: 1, cursor }))).toBe('request.bad-cursor')
    }
    for (const limit of [0, -1, 201, 1.5, Number.NaN]) {
      expect(await rejection(skills.list(ann, {}, { limit }))).toBe('request.bad-limit')
    }
  })

  test('getMany keeps the requested order, deduplicates, and omits what the viewer may not see', async () => {
    const { skills } = await fixture.tenant()
    const saved = await skills.save(
      [checkedContent('a'), checkedContent('b'), checkedContent('c', { scope: own(bob) })],
      'create',
    )
    const [a, b, c] = saved.map((outcome) => skillOf(outcome).id) as [SkillId, SkillId, SkillId]
    const found = await skills.getMany(ann, [c, b, a, b, 'skl_absent' as SkillId])
    expect(found.map((skill) => skill.id)).toEqual([b, a])
  })
})

/** What became of a skill since a conversation took it up. */
const fates = fc.record({
  isOfBob: fc.boolean(),
  isDisabled: fc.boolean(),
  isArchived: fc.boolean(),
  isDeleted: fc.boolean(),
  isRevoked: fc.boolean(),
})

function expectedReason(fate: typeof fates extends fc.Arbitrary<infer Fate> ? Fate : never) {
  if (fate.isRevoked) return 'revoked'
  if (fate.isDeleted || fate.isOfBob) return 'deleted'
  if (fate.isArchived) return 'archived'
  return fate.isDisabled ? 'disabled' : null
}

function revocationOf(digest: RevisionDigest) {
  return { digest, severity: 'critical', reason: 'bad', url: null, by: ann, at: 1 } as const
}

forEveryStore('withdrawn skills of a conversation', (fixture) => {
  test('withdrawn returns removed, disabled and invisible skills, and no others', async () => {
    const { skills } = await fixture.tenant()
    const saved = await skills.save(
      [
        checkedContent('kept'),
        checkedContent('off'),
        checkedContent('gone'),
        checkedContent('bobs', { scope: own(bob) }),
        checkedContent('changed'),
      ],
      'create',
    )
    const active = saved.map((outcome) => {
      const { id, slug, head } = skillOf(outcome)
      const { digest, name, contentLength } = head
      return { skillId: id, digest, slug, name, contentLength, sourceType: 'manual' as const }
    })
    const [, off, gone, , changed] = active
    await skills.update(ann, off?.skillId as SkillId, { enabled: false })
    await skills.remove(ann, gone?.skillId as SkillId)
    await skills.update(ann, changed?.skillId as SkillId, { arrival: checkedContent('x') })
    const lost = await skills.withdrawn(ann, active)
    expect(lost.map((skill) => skill.slug)).toEqual(['off', 'gone', 'bobs'])
    expect(await skills.withdrawn(ann, [])).toEqual([])
  })

  test('each is withdrawn for the first reason that holds, in the given order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fates, { minLength: 1, maxLength: 5 }), async (chosen) => {
        const { skills, reviews } = await fixture.tenant()
        const given: { skillId: SkillId; digest: RevisionDigest; reason: string | null }[] = []
        for (const [at, fate] of chosen.entries()) {
          const scope = fate.isOfBob ? own(bob) : undefined
          const content = checkedContent(`skill-${at}`, { body: `${at}`, ...(scope && { scope }) })
          const { id, head } = skillOf((await skills.save([content], 'create'))[0])
          const owner = fate.isOfBob ? bob : ann
          if (fate.isDisabled) await skills.update(owner, id, { enabled: false })
          if (fate.isArchived) await skills.update(owner, id, { archived: true })
          if (fate.isDeleted) await skills.remove(owner, id)
          if (fate.isRevoked) await reviews.revoke(revocationOf(head.digest))
          given.push({ skillId: id, digest: head.digest, reason: expectedReason(fate) })
        }
        const pins = given.map(({ skillId, digest }) => ({ skillId, digest }))
        const expected = given.filter(({ reason }) => reason !== null)
        expect(await skills.withdrawn(ann, pins)).toEqual(expected)
      }),
      { numRuns: 12 },
    )
  })

  test('a deleted skill of another person is withdrawn like an id that never existed', async () => {
    const { skills } = await fixture.tenant()
    const content = checkedContent('bobs', { scope: own(bob), enabled: false })
    const { id, head } = skillOf((await skills.save([content], 'create'))[0])
    const reasonsOf = async (skillId: SkillId) =>
      (await skills.withdrawn(ann, [{ skillId, digest: head.digest }])).map(({ reason }) => reason)
    const never = await reasonsOf('skl_never' as SkillId)
    expect(never).toEqual(['deleted'])
    expect(await reasonsOf(id)).toEqual(never)
    await skills.remove(bob, id)
    expect(await reasonsOf(id)).toEqual(never)
  })
})
