import { describe, expect, it } from 'vitest'
import type { RevisionDigest, SkillId } from '../../base/ids.ts'
import { noUsage, type UsageFacts } from '../../domain/skill-usage.ts'
import { type ActOnMeasure, type JudgedSkill, judgeSkills, maxActOnSkills } from './act-on.ts'

const day = 86_400_000

const digest = 'sha256:1' as RevisionDigest

const used = (slug: string, change: Partial<JudgedSkill> = {}): JudgedSkill => ({
  ...{ id: slug as SkillId, slug, digest, contentLength: 100, createdAt: 0, lastUsedAt: day },
  ...{ name: slug, description: '', contentHash: slug },
  ...change,
})

const measure = (usage: Readonly<Record<string, Partial<UsageFacts>>> = {}): ActOnMeasure => ({
  usage: new Map(
    Object.entries(usage).map(([id, facts]) => [id as SkillId, { ...noUsage, ...facts }]),
  ),
  ...{ fromDay: 1, budgetChars: 500, retested: new Map() },
  ...{ conflicting: new Map(), drifted: new Map() },
})

const kindsOf = (skill: JudgedSkill, facts: Partial<UsageFacts> = {}) =>
  judgeSkills([skill], measure({ [skill.slug]: facts })).map(({ kind }) => kind)

describe('what to act on', () => {
  it('a skill that is used and does well is not in the list', () => {
    const facts = { activatedByAgent: 9, offered: 20, taken: 9, toolCalls: 50, thumbsUp: 3 }
    expect(kindsOf(used('brief'), facts)).toEqual([])
  })

  it('a text that is longer than the whole budget, the longest first', () => {
    const skills = [used('long', { contentLength: 501 }), used('longer', { contentLength: 900 })]
    const [entry] = judgeSkills([...skills, used('just', { contentLength: 500 })], measure())
    expect(entry).toEqual({
      kind: 'over_budget',
      total: 2,
      skills: [
        { id: 'longer', slug: 'longer', count: 900, of: 500 },
        { id: 'long', slug: 'long', count: 501, of: 500 },
      ],
    })
  })

  it('a thumb down is an opinion; two are something to look at', () => {
    expect(kindsOf(used('brief'), { thumbsDown: 1 })).toEqual([])
    expect(kindsOf(used('brief'), { thumbsDown: 2, thumbsUp: 7 })).toEqual(['thumbs_down'])
  })

  it('failures count when chance does not explain them', () => {
    expect(kindsOf(used('brief'), { toolCalls: 1, toolFailures: 1 })).toEqual([])
    expect(kindsOf(used('brief'), { toolCalls: 40, toolFailures: 4 })).toEqual([])
    expect(kindsOf(used('brief'), { toolCalls: 22, toolFailures: 7 })).toEqual(['failing_tools'])
  })

  it('offered and never taken, from as many offers as say something, and not called unused as well', () => {
    const unused = used('brief', { lastUsedAt: null })
    expect(kindsOf(used('brief'), { offered: 9 })).toEqual([])
    expect(kindsOf(unused, { offered: 10 })).toEqual(['never_taken'])
    expect(kindsOf(unused, { offered: 10, activatedByPerson: 1 })).toEqual([])
  })

  it('never used in these days, unless it is newer than they are', () => {
    expect(kindsOf(used('brief', { lastUsedAt: null }))).toEqual(['never_used'])
    expect(kindsOf(used('brief', { lastUsedAt: day - 1 }))).toEqual(['never_used'])
    expect(kindsOf(used('brief', { lastUsedAt: day }))).toEqual([])
    expect(kindsOf(used('brief', { lastUsedAt: null, createdAt: day }))).toEqual([])
  })

  it('two with the same text, or of one name and alike: the one that is offered last, with the other', () => {
    const copies = [used('brief'), used('brief-2', { contentHash: 'brief' }), used('legal')]
    expect(judgeSkills(copies, measure())).toEqual([
      {
        ...{ kind: 'near_duplicates', total: 1 },
        skills: [
          {
            id: 'brief-2',
            slug: 'brief-2',
            count: 1,
            of: 1,
            with: ['brief'],
            duplicateOf: 'brief',
          },
        ],
      },
    ])
  })

  it('a copy under another name is one, too', () => {
    const description = 'Answers refund requests. Use when a customer wants money back.'
    const copies = [used('refunds', { description }), used('refunds-copy', { description })]
    expect(judgeSkills(copies, measure())).toMatchObject([
      { kind: 'near_duplicates', skills: [{ slug: 'refunds-copy', with: ['refunds'] }] },
    ])
  })

  it('a personal skill in the place of the organisation’s is none', () => {
    const own = { ...used('brief'), id: 'own' as SkillId }
    expect(judgeSkills([used('brief'), own], measure())).toEqual([])
  })

  it('those that do not go together name each other, and those that drifted say how', () => {
    const given = {
      ...measure(),
      conflicting: new Map([['brief' as SkillId, ['legal']]]),
      drifted: new Map([['legal' as SkillId, ['edited-here', 'update-waits'] as const]]),
    }
    const [first, second] = judgeSkills([used('brief'), used('legal')], given)
    expect(first).toMatchObject({
      kind: 'conflicting',
      skills: [{ slug: 'brief', with: ['legal'] }],
    })
    const drift = ['edited-here', 'update-waits']
    expect(second).toMatchObject({ kind: 'drifted', skills: [{ slug: 'legal', drift }] })
  })

  it('names a few of many and says how many there are', () => {
    const many = Array.from({ length: 30 }, (_, index) => used(`s${index}`, { lastUsedAt: null }))
    const [entry] = judgeSkills(many, measure())
    expect([entry?.total, entry?.skills.length]).toEqual([30, maxActOnSkills])
  })
})
