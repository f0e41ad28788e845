import type { ConversationId, RevisionDigest, SkillId } from '@repertoire/core/base'
import type { ConversationEvent, noUsage, UsedSkill } from '@repertoire/core/domain'
import type { TenantStore, UsageQuery } from '@repertoire/core/ports'
import { projectUsage, reindexUsage } from '@repertoire/core/report'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ann, forEveryStore, newConversation, newRun, type StoreFixture } from './store-fixture.ts'

const skills: readonly UsedSkill[] = ['brief', 'legal', 'notes'].map((slug) => ({
  ...{ skillId: `skl_${slug}` as SkillId, slug, name: slug },
  digest: `sha256:${slug}` as RevisionDigest,
}))
const dayMs = 86_400_000
const firstDay = 20_000
const lastDay = firstDay + 30

interface Call {
  readonly skills: readonly UsedSkill[]
  readonly model: string
  readonly tokens: number
  /** Without a price it is unknown. */
  readonly cost: number | undefined
  readonly durationMs: number
  /** How much the clock moved before it; clocks of several servers move back, too. */
  readonly moved: number
}

interface Turn {
  readonly conversation: number
  readonly calls: readonly Call[]
  readonly ended: 'run-completed' | 'run-failed'
}

const anyCall: fc.Arbitrary<Call> = fc.record({
  skills: fc.subarray([...skills]),
  model: fc.constantFrom('large', 'small'),
  // A provider that reports none at all says nothing.
  tokens: fc.integer({ min: 1, max: 1000 }),
  cost: fc.option(fc.nat(500), { nil: undefined }),
  durationMs: fc.nat(130_000),
  moved: fc.integer({ min: -dayMs, max: 4 * dayMs }),
})
const anyTurn: fc.Arbitrary<Turn> = fc.record({
  conversation: fc.nat(2),
  calls: fc.array(anyCall, { minLength: 1, maxLength: 3 }),
  ended: fc.constantFrom('run-completed', 'run-failed'),
})
const anyStep = fc.oneof(
  { weight: 5, arbitrary: anyTurn },
  { weight: 2, arbitrary: fc.constant('project' as const) },
  { weight: 1, arbitrary: fc.constant('reindex' as const) },
  { weight: 1, arbitrary: fc.nat(2) },
)
const aDay = fc.integer({ min: firstDay, max: lastDay })
const anyRange = fc.tuple(aDay, aDay).map(([one, other]) => {
  return { fromDay: Math.min(one, other), toDay: Math.max(one, other), person: null }
})

/** What is counted here, beside the code that is tested: one line for each event that counts. */
interface Counted {
  readonly conversation: number
  readonly day: number
  readonly model: string
  readonly skills: readonly UsedSkill[]
  readonly facts: Partial<Record<keyof typeof noUsage, number>>
}

class Talks {
  private readonly ids = new Map<number, { id: ConversationId; seq: number }>()
  private readonly fixture: StoreFixture
  private readonly tenant: TenantStore
  counted: readonly Counted[] = []

  constructor(fixture: StoreFixture, tenant: TenantStore) {
    this.fixture = fixture
    this.tenant = tenant
  }

  async say({ conversation, calls, ended }: Turn): Promise<void> {
    const { tenant, fixture } = this
    const open = this.ids.get(conversation) ?? { id: newConversation(fixture).id, seq: 0 }
    if (!this.ids.has(conversation)) {
      await tenant.conversations.create({ ...newConversation(fixture), id: open.id })
    }
    const run = newRun(fixture, open.id)
    const base = { runId: run.id, traceId: run.traceId }
    let seq = open.seq
    const append = async (events: readonly ConversationEvent[], more: object = {}) => {
      const batch = { ...base, expectedSeq: seq, events, ...more }
      await tenant.conversations.append(open.id, batch, fixture.clock.now())
      seq += events.length
    }
    await append([{ type: 'run-started', toolsets: [], permissions: [] }], { startRun: run })
    for (const call of calls) {
      this.move(call.moved)
      await append(eventsOf(call))
      this.count(conversation, call, factsOf(call))
    }
    const end: ConversationEvent =
      ended === 'run-completed'
        ? { type: ended, text: '' }
        : { type: ended, problem: { code: 'model.failed', kind: 'unavailable', message: '' } }
    const status = ended === 'run-completed' ? 'completed' : 'failed'
    await append([end], { run: { id: run.id, status } })
    const stood = skills.filter((one) => calls.some((call) => call.skills.includes(one)))
    const last = calls.at(-1) as Call
    const facts = { [ended === 'run-completed' ? 'runsCompleted' : 'runsFailed']: 1 }
    this.count(conversation, { ...last, skills: stood }, facts)
    this.ids.set(conversation, { id: open.id, seq })
  }

  async remove(conversation: number): Promise<void> {
    const id = this.ids.get(conversation)?.id
    if (id === undefined) return
    await this.tenant.conversations.remove(ann, id)
    this.ids.delete(conversation)
    this.counted = this.counted.filter((one) => one.conversation !== conversation)
  }

  private move(by: number): void {
    const { clock } = this.fixture
    const [first, last] = [firstDay * dayMs, (lastDay + 1) * dayMs - 1]
    clock.set(Math.min(last, Math.max(first, clock.now() + by)))
  }

  private count(conversation: number, { model, skills: of }: Call, facts: Counted['facts']) {
    const day = Math.floor(this.fixture.clock.now() / dayMs)
    this.counted = [...this.counted, { conversation, day, model, skills: of, facts }]
  }
}

function eventsOf({ skills: given, model, ...call }: Call): readonly ConversationEvent[] {
  const usage = { inputTokens: call.tokens, outputTokens: 1, cachedTokens: 0 }
  return [
    {
      ...{ type: 'step-started', step: 1, promptDigest: 'x', skills: given },
      model: { label: model, demo: false, id: model },
    },
    {
      ...{ type: 'step-completed', step: 1, text: '', toolCalls: [], usage },
      ...{ costNanos: call.cost, durationMs: call.durationMs },
    },
  ] as readonly ConversationEvent[]
}

function factsOf({ tokens, cost, durationMs }: Call): Counted['facts'] {
  return {
    ...{ modelCalls: 1, inputTokens: tokens, outputTokens: 1, callsTimed: 1, durationMs },
    ...(cost === undefined ? { costUnknown: 1 } : { costNanos: cost }),
  }
}

const comparedFacts = [
  ...['modelCalls', 'inputTokens', 'outputTokens', 'callsTimed', 'durationMs', 'costUnknown'],
  ...['costNanos', 'runsCompleted', 'runsFailed'],
] as readonly (keyof typeof noUsage)[]

const groupings = [null, 'day', 'skill'] as const

/** By name of the group; groups in which nothing is compared are left out. */
function expectedSums(counted: readonly Counted[], query: UsageQuery): Record<string, number[]> {
  const sums: Record<string, number[]> = {}
  for (const { day, skills: of, facts } of counted) {
    if (day < query.fromDay || day > query.toDay) continue
    const names = query.by === 'skill' ? of.map(({ skillId }) => skillId) : [nameOf({ day }, query)]
    for (const name of names) {
      const before = sums[name] ?? comparedFacts.map(() => 0)
      sums[name] = comparedFacts.map((fact, at) => (before[at] ?? 0) + (facts[fact] ?? 0))
    }
  }
  return sums
}

async function readSums({ usage }: TenantStore, query: UsageQuery) {
  const groups = await usage.groups(query, 99)
  const named = groups.map(({ key, facts }) => [
    query.by === 'skill' ? String(key.skillId) : nameOf({ day: key.day ?? -1 }, query),
    comparedFacts.map((fact) => Number(facts[fact])),
  ])
  const some = named.filter(([, sums]) => (sums as number[]).some((sum) => sum !== 0))
  return Object.fromEntries(some) as Record<string, number[]>
}

const nameOf = ({ day }: { readonly day: number }, { by }: UsageQuery) =>
  by === 'day' ? String(day) : 'all'

const withoutNothing = (sums: Record<string, number[]>) =>
  Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum.some((one) => one !== 0)))

forEveryStore('numbers of logs', (fixture) => {
  test('whatever is said, deleted and folded in between, the sums over any days are those of the events that are left', async () => {
    const steps = fc.array(anyStep, { maxLength: 12 })
    const ranges = fc.array(anyRange, { minLength: 4, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(steps, ranges, async (done, asked) => {
        const tenant = await fixture.tenant()
        const talks = new Talks(fixture, tenant)
        fixture.clock.set(firstDay * dayMs)
        for (const step of done) {
          if (step === 'project') await projectUsage(tenant)
          else if (step === 'reindex') await reindexUsage(tenant)
          else if (typeof step === 'number') await talks.remove(step)
          else await talks.say(step)
        }
        await projectUsage(tenant)
        for (const range of asked) {
          for (const by of groupings) {
            const query: UsageQuery = { ...range, by }
            const expected = withoutNothing(expectedSums(talks.counted, query))
            expect(await readSums(tenant, query)).toEqual(expected)
          }
        }
      }),
      { numRuns: 40 },
    )
  })
})
