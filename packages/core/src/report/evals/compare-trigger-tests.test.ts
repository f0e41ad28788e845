import { createHash } from 'node:crypto'
import type { TriggerTestMessage } from '@repertoire/skill-md'
import { describe, expect, it } from 'vitest'
import { VocabularyIndex } from '../../choose/routing/vocabulary.ts'
import { defaultRoutingSettings } from '../../domain/routing-settings.ts'
import { bareEnvironment } from '../../testing/bare-environment.ts'
import { createRoutingFixture } from '../../testing/routing-fixture.ts'
import { compareTriggerTests, comparisonLimits } from './compare-trigger-tests.ts'

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex')

const messages = (word: string, count: number): readonly TriggerTestMessage[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ text: `${word} ${at}`, mustSurface: true, line: at + 1 },
  }))

/** The tests of a candidate that is as its skill, and of the skill. */
async function compare(tests: {
  readonly candidate: readonly TriggerTestMessage[]
  readonly skill: readonly TriggerTestMessage[]
  readonly isOver?: () => boolean
}) {
  const frontmatter = 'name: swap\ndescription: About swap.\nrouting: {keywords: [swap]}'
  const { services, tenant } = await createRoutingFixture([{ frontmatter }], sha256)
  const candidate = await tenant.skills.findBySlug(services.viewer, 'swap')
  if (!candidate) throw new Error('the fixture has no such skill')
  const { isOver = () => false, ...own } = tests
  return compareTriggerTests({
    ...{ before: services, after: services, candidate, isNew: false, isOver },
    tests: { ...own, others: [] },
    request: {
      turn: { signal: null, environment: await bareEnvironment() },
      ...{ settings: defaultRoutingSettings, vocabulary: new VocabularyIndex([]) },
    },
    pause: async () => undefined,
  })
}

describe('compareTriggerTests', () => {
  it('says when there are more tests than it runs, and a long file pushes none of the skill out', async () => {
    const skill = messages('swap', comparisonLimits.own)
    const { own, cut } = await compare({ candidate: messages('trade', 200), skill })
    expect(cut).toBe('number')
    expect(own.map(({ from, message }) => [from, message])).toEqual(
      skill.map((message) => ['skill', message]),
    )
  })

  it('runs a test of both files once', async () => {
    const one = messages('swap', 1)
    const { own, cut } = await compare({ candidate: one, skill: one })
    expect([own.length, own[0]?.from, cut]).toEqual([1, 'both', null])
  })

  it('stops when its time is over, and says so', async () => {
    let left = 2
    const isOver = () => left-- <= 0
    const { own, cut } = await compare({ candidate: messages('swap', 5), skill: [], isOver })
    expect([own.length, cut]).toEqual([2, 'time'])
  })
})
