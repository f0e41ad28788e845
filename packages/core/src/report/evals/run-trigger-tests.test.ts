import { createHash } from 'node:crypto'
import { readTriggerTests } from '@repertoire/skill-md'
import { describe, expect, it } from 'vitest'
import { VocabularyIndex } from '../../choose/routing/vocabulary.ts'
import { defaultRoutingSettings } from '../../domain/routing-settings.ts'
import { createRoutingFixture } from '../../testing/routing-fixture.ts'
import { runTriggerTests, type TriggerTestRun } from './run-trigger-tests.ts'

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex')

const skill = (name: string, ...lines: readonly string[]) => ({
  frontmatter: [`name: ${name}`, `description: About ${name}.`, ...lines].join('\n'),
})

const request: TriggerTestRun['request'] = {
  turn: {
    signal: null,
    environment: { env: new Set(), tools: new Set(), toolsets: new Set(), platform: 'linux' },
  },
  settings: defaultRoutingSettings,
  vocabulary: new VocabularyIndex([]),
}

const samples = [
  skill('swap', 'routing: {keywords: [swap, exchange], negative_keywords: [paper]}'),
  skill('bridge', 'routing: {keywords: [bridge, move tokens]}'),
  skill('stake', 'routing: {keywords: [stake]}', 'conditions: {requires_env: [STAKE_KEY]}'),
]

async function report(slug: string, triggers: string, change: Partial<TriggerTestRun> = {}) {
  const { services, tenant } = await createRoutingFixture(samples, sha256)
  const { messages, diagnostics } = readTriggerTests(triggers)
  expect(diagnostics).toEqual([])
  const all = { ...services, skills: tenant.skills }
  return runTriggerTests(all, { skill: { slug }, messages, request, ...change })
}

describe('runTriggerTests', () => {
  it('reports precision and recall, and for each message its place and reasons', async () => {
    const { precision, recall, outcomes } = await report(
      'swap',
      'must_surface: [swap my tokens, trade it, exchange a paper]\nmust_not_surface: [swap places with me, bridge it]',
    )
    expect([precision, recall]).toEqual([1 / 2, 1 / 3])
    expect(
      outcomes.map(({ message, place, surfaced, first, explanation }) => [
        message.text,
        place,
        surfaced,
        first,
        explanation.decision === 'offered' ? explanation.entry.reasons[0] : explanation.why,
      ]),
    ).toEqual([
      ['swap my tokens', 1, true, 'swap', 'kw:swap'],
      ['trade it', null, false, null, 'fallback:50'],
      ['exchange a paper', null, false, null, 'dropped'],
      ['swap places with me', 1, true, 'swap', 'kw:swap'],
      ['bridge it', null, false, 'bridge', 'fallback:50'],
    ])
  })

  it('reports the rates of search alone', async () => {
    const { bySearch, outcomes, ...routed } = await report(
      'swap',
      'must_surface: [about a swap, exchange it]\nmust_not_surface: [a paper about a swap, stake it]',
    )
    expect(outcomes.map(({ place, searchPlace }) => [place, searchPlace])).toEqual([
      [1, 1],
      [1, null],
      [null, 1],
      [null, null],
    ])
    expect([routed.recall, routed.precision]).toEqual([1, 1])
    expect(bySearch).toEqual({ recall: 1 / 2, precision: 1 / 2 })
  })

  it('reports which skills are first instead', async () => {
    const { confusions } = await report(
      'swap',
      'must_surface: [swap, bridge and move tokens before you swap, move tokens over the bridge, sing]',
    )
    expect(confusions).toEqual([
      { slug: 'bridge', messages: 2 },
      { slug: null, messages: 1 },
      { slug: 'swap', messages: 1 },
    ])
  })

  it('counts the requested number of first lines', async () => {
    const set = 'must_surface: [bridge and move tokens before you swap]'
    const within = async (lines: number) =>
      (await report('swap', set, { within: lines })).outcomes.map(({ surfaced }) => surfaced)
    expect([await within(1), await within(2)]).toEqual([[false], [true]])
  })

  it('reports an unmet condition as the reason why a skill is not offered', async () => {
    const { recall, precision, outcomes } = await report('stake', 'must_surface: [stake it]')
    expect([recall, precision]).toEqual([0, null])
    expect(outcomes[0]?.explanation).toEqual({
      decision: 'not-offered',
      why: 'dropped',
      because: 'requires_env:STAKE_KEY',
    })
  })

  it('has no outcomes for a missing skill', async () => {
    const { outcomes, recall, precision } = await report('gone', 'must_surface: [swap]')
    expect([outcomes, recall, precision]).toEqual([[], null, null])
  })
})
