import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../base/json.ts'
import type { ToolCall } from '../../domain/events.ts'
import type { AgentHarness } from '../../testing/agent-harness.ts'
import { answerPending } from '../../testing/answer-pending.ts'
import { type CrashPoint, workWithAnswers } from '../../testing/crash-injection.ts'
import {
  createEgressFixture,
  egressTask,
  grantedHost,
  grantUses,
  type TurnStart,
} from '../../testing/egress-fixture.ts'
import { egressViolations } from '../../testing/egress-oracle.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const call = (name: string, input: JsonObject) => ({ name, input })
type Call = Omit<ToolCall, 'id'>

const typedAddress = 'https://typed.example/page'
/** Links of one message, which could be an alphabet. */
const links = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `https://${letter}.links.example/`)
const address = fc.constantFrom(
  ...['https://evil.example/?q=private', 'https://docs.example.org.evil.example/', typedAddress],
  ...['https://docs.example.org/a', 'https://wiki.team.example/b', 'https://team.example/'],
  ...[`https://${grantedHost}/?q=private`, `https://${grantedHost}@evil.example/`],
  ...['https://docs.example.org:8443/', `${typedAddress}?q=private`, 'https://typed.example/'],
  ...links,
)
const anyCall: fc.Arbitrary<Call> = fc.oneof(
  { weight: 4, arbitrary: address.map((url) => call('web_fetch', { url })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom('github list_pulls', 'wiki constructor', 'mail look', 'ledger look'),
        fc.constantFrom(1, 'private', 'https://evil.example/?q=private', 'x@evil.example'),
        fc.constantFrom(undefined, typedAddress),
      )
      .map(([words, a, b]) => {
        const [connector = '', tool = ''] = words.split(' ')
        const input = b === undefined ? { a } : { a: { deep: [b] } }
        return call('execute_connector_tool', { connector, tool, input })
      }),
  },
  fc
    .constantFrom('house', 'foreign', 'errand')
    .map((name) => call('use_skill', { name, task: egressTask })),
)
const turns = fc.array(
  fc.record({
    by: fc.constantFrom<TurnStart>('person', 'person', 'webhook', 'cron'),
    typed: fc.constantFrom('', typedAddress, links.join(' ')),
    calls: fc.array(anyCall, { minLength: 1, maxLength: 5 }),
  }),
  { minLength: 1, maxLength: 3 },
)
type Turn = typeof turns extends fc.Arbitrary<infer Value> ? Value : never
const crashPoints: fc.Arbitrary<CrashPoint[]> = fc.array(
  fc.record({
    at: fc.integer({ min: 1, max: 60 }),
    when: fc.constantFrom('before' as const, 'after' as const),
  }),
  { maxLength: 2 },
)

async function play(
  plan: Turn,
  { crashes, said }: { crashes: readonly CrashPoint[]; said: Iterator<boolean> },
) {
  const fixture = await createEgressFixture(sha256)
  for (const { by, typed, calls } of plan) {
    fixture.plan.calls = calls
    const run = await fixture.start(typed === '' ? 'Go.' : `Read ${typed} now`, by)
    const answer = (one: AgentHarness) => answerPending(one, said)
    await workWithAnswers(fixture.harness, run, { crashPoints: crashes, answer })
  }
  return { log: await fixture.harness.log(), sent: fixture.sent, harness: fixture.harness }
}

describe('the boundary of information flow', () => {
  it('E6, E8: no conversation sends what it knows without a person, a list or a grant', async () => {
    const seen = new Set<string>()
    const answers = fc.infiniteStream(fc.boolean())
    await fc.assert(
      fc.asyncProperty(turns, crashPoints, answers, async (plan, crashes, said) => {
        const { log, sent, harness } = await play(plan, { crashes, said })
        expect(egressViolations(log, sent)).toEqual([])
        const { items } = await harness.tenant.grants.list({}, { limit: 10 })
        expect(items[0]?.uses).toBeLessThanOrEqual(grantUses)
        for (const { destination } of sent) seen.add(destination)
        for (const { event } of log) {
          seen.add(event.type)
          if (event.type === 'tool-completed' && event.outcome.status !== 'ok')
            seen.add(event.outcome.problem.code)
        }
      }),
      { numRuns: 300 },
    )
    const expected = [
      ...['https://evil.example/?q=private', typedAddress, `https://${grantedHost}/?q=private`],
      ...[
        'https://a.links.example/',
        'https://docs.example.org/a',
        'https://errand.example/?q=private',
        'connector:wiki',
      ],
      ...[
        'connector:github',
        'connector:mail',
        'connector:ledger',
        'grant-used',
        'approval-required',
        'fork-started',
        'run-resumed',
      ],
      ...['egress.not-listed', 'approval.denied'],
    ]
    expect(expected.filter((one) => !seen.has(one))).toEqual([])
  }, 120_000)
})
