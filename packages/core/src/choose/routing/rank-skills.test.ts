import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SkillId } from '../../base/ids.ts'
import { defaultScoreTable } from '../../domain/score-table.ts'
import { rankSkills } from './rank-skills.ts'
import { RoutingIndex } from './routing-index.ts'
import { comesBefore } from './routing-skill.ts'
import { scoreSkill } from './score-skill.ts'
import { defaultRouting, noConditions, type SkillRouting } from './skill-routing.ts'
import { type RoutedTurn, readTurn } from './turn.ts'
import { VocabularyIndex } from './vocabulary.ts'

const vocabulary = new VocabularyIndex([
  {
    name: 'finance',
    stages: { decide: ['buy', 'stop loss'], evaluate: ['should I'] },
    assetClasses: { crypto: ['btc'] },
  },
])
const word = fc.constantFrom(
  'buy',
  'btc',
  'stop',
  'loss',
  'git',
  'digit',
  'should',
  'i',
  '买',
  '入',
  'é',
)
const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
const few = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { maxLength: 3 })
const slug = fc.constantFrom(...'abcdefghijkl'.split(''))

const routing = fc.record({
  priority: fc.integer({ min: 0, max: 3 }),
  keywords: few(phrase),
  negativeKeywords: fc.array(phrase, { maxLength: 1 }),
  stages: fc.subarray(['decide', 'evaluate']),
  assetClasses: fc.subarray(['crypto']),
  signalSources: fc.subarray(['cron']),
  coActivate: fc.array(slug, { maxLength: 2 }),
  requiresEnv: fc.subarray(['KEY']),
  fallbackForTools: fc.subarray(['web']),
})

interface TestSkill {
  readonly id: SkillId
  readonly slug: string
  readonly routing: SkillRouting
}

interface TestLibrary {
  readonly shared: readonly TestSkill[]
  readonly own: readonly TestSkill[]
}

const anyLibrary: fc.Arbitrary<TestLibrary> = fc
  .array(fc.record({ slug, own: fc.boolean(), routing }), { maxLength: 24 })
  .map((items) => {
    const skills = items.map(
      ({ routing: { requiresEnv, fallbackForTools, ...given }, ...item }, at) => ({
        ...item,
        id: `skl_${at}` as SkillId,
        routing: {
          ...defaultRouting,
          ...given,
          conditions: { ...noConditions, requiresEnv, fallbackForTools },
        },
      }),
    )
    const of = (own: boolean) =>
      skills.filter(
        (skill, at) =>
          skill.own === own &&
          skills.findIndex((other) => other.own === own && other.slug === skill.slug) === at,
      )
    return { shared: of(false), own: of(true) }
  })

/** Half of the skills declare no keywords. */
const crowdedLibrary: fc.Arbitrary<TestLibrary> = fc
  .array(fc.tuple(fc.array(word, { minLength: 1, maxLength: 4 }), routing), {
    minLength: 12,
    maxLength: 24,
  })
  .map((items) => {
    const shared = items.map(([words, { requiresEnv: _, fallbackForTools: __, ...given }], at) => ({
      id: `skl_${at}` as SkillId,
      slug: 'abcdefghijklmnopqrstuvwx'[at]!,
      routing: {
        ...defaultRouting,
        ...given,
        keywords: at % 2 ? words : [],
      },
    }))
    return { shared, own: [] }
  })

const turn = fc
  .record({
    message: fc.array(word, { maxLength: 12 }).map((words) => words.join(' ')),
    cron: fc.boolean(),
    env: fc.subarray(['KEY']),
    tools: fc.subarray(['web']),
    ownEnv: fc.array(fc.integer({ min: 0, max: 24 }), { maxLength: 6 }),
    search: fc.array(fc.tuple(fc.integer({ min: 0, max: 24 }), fc.integer({ min: 1, max: 3 }))),
  })
  .map(({ message, cron, env, ownEnv, tools, search }) =>
    readTurn(
      {
        message,
        signal: cron ? { source: 'cron', assetClass: null, suggestedStages: ['evaluate'] } : null,
        environment: {
          env: new Set(env),
          ownEnv: new Map(ownEnv.map((at) => [`skl_${at}` as SkillId, new Set(['KEY'])])),
          tools: new Set(tools),
          toolsets: new Set<string>(),
          platform: 'linux',
        },
        searchScores: new Map(search.map(([at, score]) => [`skl_${at}` as SkillId, score])),
      },
      { vocabulary },
    ),
  )

const environment: RoutedTurn['environment'] = {
  ...{ env: new Set(), tools: new Set(), toolsets: new Set(), platform: 'linux' },
}

/** The reference ranking: scores every skill separately, then sorts. */
function rankNaively({ shared, own }: TestLibrary, given: RoutedTurn, table = defaultScoreTable) {
  const hidden = new Set(own.map((skill) => skill.slug))
  const skills = [...own, ...shared.filter((skill) => !hidden.has(skill.slug))]
  const scoreOf = (skill: TestSkill, coActivatedBy: string | null) =>
    scoreSkill(skill.routing, given, {
      ...{ table, coActivatedBy },
      ownEnv: given.environment.ownEnv?.get(skill.id),
    })
  const coActivators = skills.filter((skill) => {
    const score = scoreOf(skill, null)
    return !score.dropped && score.reasons.some((reason) => reason.startsWith('kw:'))
  })
  const coActivatorOf = (target: string) =>
    coActivators
      .filter(
        (activator) => activator.slug !== target && activator.routing.coActivate.includes(target),
      )
      .map((activator) => activator.slug)
      .sort()[0] ?? null
  return skills
    .map((skill) => ({
      skill: {
        id: skill.id,
        slug: skill.slug,
        priority: skill.routing.priority,
        coActivate: skill.routing.coActivate,
      },
      result: scoreOf(skill, coActivatorOf(skill.slug)),
      searchScore: given.searchScores.get(skill.id) ?? 0,
    }))
    .flatMap(({ result, ...rest }) => (result.dropped ? [] : [{ ...rest, score: result.score }]))
    .sort(
      (a, b) =>
        b.score - a.score ||
        (a.score > 0 ? a.skill.priority - b.skill.priority : 0) ||
        b.searchScore - a.searchScore ||
        (comesBefore(a.skill, b.skill) ? -1 : 1),
    )
}

function viewOf({ shared, own }: TestLibrary) {
  const index = (skills: readonly TestSkill[]) => {
    const routingIndex = new RoutingIndex()
    for (const skill of skills) routingIndex.put(skill, skill.routing)
    return routingIndex
  }
  return {
    shared: index(shared),
    own: index(own),
    samples: index([]),
    ownSlugs: new Set(own.map((skill) => skill.slug)),
  }
}

describe('ranking the skills of a turn', () => {
  it('E1: co_activate finds a skill by an id with dots, and an exact slug comes first', () => {
    const skill = (slug: string, more: Partial<SkillRouting>): TestSkill => ({
      ...{ id: `skl_${slug}` as SkillId, slug },
      routing: { ...defaultRouting, ...more },
    })
    const first = skill('first', { keywords: ['buy'], coActivate: ['minara.core', 'a.b'] })
    const others = ['minara-core', 'a.b', 'a-b'].map((slug) => skill(slug, {}))
    const named = readTurn(
      { message: 'buy', signal: null, environment, searchScores: new Map() },
      { vocabulary },
    )
    const view = viewOf({ shared: [first, ...others], own: [] })
    const { coActivatedBy } = rankSkills(view, named, { table: defaultScoreTable, limit: 9 })
    expect([...coActivatedBy]).toEqual([
      ['minara-core', 'first'],
      ['a.b', 'first'],
    ])
  })

  it('E2: equals scoring every skill separately', () => {
    fc.assert(
      fc.property(
        anyLibrary,
        fc.array(turn, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 0, max: 30 }),
        (skills, turns, limit) => {
          const view = viewOf(skills)
          for (const given of turns) {
            const { ranked, eligible } = rankSkills(view, given, {
              table: defaultScoreTable,
              limit,
            })
            const expected = rankNaively(skills, given)
            expect(ranked).toEqual(expected.slice(0, limit))
            expect(eligible).toBe(expected.length)
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  it('E2: also with a small limit and many equal scores', () => {
    const points = fc.integer({ min: 0, max: 3 })
    const table = fc.record({
      ...{ keyword: points, keywordCap: points, stage: points },
      ...{ assetClass: points, signalSource: points, coActivate: points },
    })
    fc.assert(
      fc.property(
        crowdedLibrary,
        turn,
        table,
        fc.integer({ min: 1, max: 6 }),
        (skills, given, table, limit) => {
          const { ranked } = rankSkills(viewOf(skills), given, { table, limit })
          expect(ranked).toEqual(rankNaively(skills, given, table).slice(0, limit))
        },
      ),
      { numRuns: 1500 },
    )
  })

  it('E2: stays equal through any sequence of index changes', () => {
    const change = fc.record({ skill: fc.nat(23), away: fc.boolean(), routing: fc.nat(23) })
    fc.assert(
      fc.property(
        anyLibrary,
        turn,
        fc.array(change, { maxLength: 300, size: 'max' }),
        (skills, given, changes) => {
          const view = viewOf(skills)
          let shared = [...skills.shared]
          rankSkills(view, given, { table: defaultScoreTable, limit: 5 })
          for (const { skill: at, away, routing: from } of changes) {
            const target = skills.shared[at % Math.max(1, skills.shared.length)]
            const other = skills.shared[from % Math.max(1, skills.shared.length)]
            if (!target || !other) continue
            shared = shared.filter(({ id }) => id !== target.id)
            if (away) view.shared.remove(target.id)
            else {
              const changed = { ...target, routing: other.routing }
              shared.push(changed)
              view.shared.put(changed, changed.routing)
            }
          }
          const { ranked, eligible } = rankSkills(view, given, {
            table: defaultScoreTable,
            limit: 50,
          })
          const expected = rankNaively({ shared, own: skills.own }, given)
          expect(ranked).toEqual(expected)
          expect(eligible).toBe(expected.length)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('E2: a skill with constantly changing conditions does not grow the profile table', () => {
    const index = new RoutingIndex()
    for (let n = 0; n < 1000; n += 1) {
      const conditions = { ...noConditions, requiresEnv: [`KEY_${n}`] }
      index.put({ id: 'skl_1' as SkillId, slug: 'a' }, { ...defaultRouting, conditions })
    }
    expect(index.profiles).toHaveLength(1)
  })

  it('E2: any number of keyword hits of one skill is capped', () => {
    const keywords = Array.from({ length: 4_096 }, (_, at) => `w${at.toString(36)}`)
    const skill = { id: 'skl_own' as SkillId, slug: 'own' }
    const shared = [{ ...skill, routing: { ...defaultRouting, keywords } }]
    const environment = { env: new Set(''), tools: new Set(''), toolsets: new Set('') }
    const given = readTurn(
      {
        ...{ message: keywords.join(' '), signal: null, searchScores: new Map() },
        environment: { ...environment, platform: 'linux' },
      },
      { vocabulary },
    )
    const skills = { shared, own: [] }
    const options = { table: defaultScoreTable, limit: 5 }
    expect(rankSkills(viewOf(skills), given, options).ranked).toEqual(rankNaively(skills, given))
    expect(rankNaively(skills, given).map(({ score }) => score)).toEqual([60])
  })
})
