import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ToolCall } from '../../domain/events.ts'
import type { AgentHarness } from '../../testing/agent-harness.ts'
import { answerPending } from '../../testing/answer-pending.ts'
import { workWithAnswers } from '../../testing/crash-injection.ts'
import { effectsWithoutApproval } from '../../testing/effects-without-approval.ts'
import {
  callsBefore,
  createUntrustedContentFixture,
  everyToolCall,
  type TurnStarter,
  untrustedWord,
  type Variant,
} from '../../testing/untrusted-content-fixture.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
type Call = Omit<ToolCall, 'id'>

const anyCalls: fc.Arbitrary<readonly Call[]> = fc
  .constantFrom(...Object.keys(everyToolCall), 'counter')
  .chain((name) =>
    fc.tuple(
      fc.constantFrom([], callsBefore[name] ?? []),
      fc.constantFrom(...(everyToolCall[name] ?? [{}])).map((input) => ({ name, input })),
    ),
  )
  .map(([before, made]) => [...before, made])
/** Calls by which words leave, or stay for later conversations. */
const sink: fc.Arbitrary<Call> = fc
  .constantFrom('web_fetch', 'execute_connector_tool', 'edit_system_prompt', 'save_skill')
  .map((name) => ({ name, input: everyToolCall[name]?.[0] ?? {} }))
const turns = fc.array(
  fc.record({
    by: fc.constantFrom<TurnStarter>('member', 'member', 'member', 'webhook'),
    calls: fc
      .tuple(fc.array(anyCalls, { minLength: 1, maxLength: 4 }), sink)
      .map(([before, last]) => [...before.flat(), last]),
  }),
  { minLength: 1, maxLength: 2 },
)
const variant: fc.Arbitrary<Partial<Variant>> = fc.constantFrom(
  ...[{}, {}, {}, { suppliesContext: true }, { isService: true }],
)

async function play(
  plan: readonly { readonly by: TurnStarter; readonly calls: readonly Call[] }[],
  { said, ...of }: Partial<Variant> & { said: Iterator<boolean> },
) {
  const fixture = await createUntrustedContentFixture(sha256, of)
  for (const { by, calls } of plan) {
    fixture.plan = calls
    const run = await fixture.start(by)
    const answer = (one: AgentHarness) => answerPending(one, said)
    await workWithAnswers(fixture.harness, run, { crashPoints: [], answer })
  }
  return { fixture, log: await fixture.harness.log() }
}

/** These read what an outsider wrote, to change it or to look it up, and answer without it. */
const readsWithoutTelling: ReadonlySet<string> = new Set(
  [
    ['update_skill', { name: 'foreign', operation: 'append', content: 'More.' }],
    ['update_skill', { name: 'foreign', operation: 'find_replace', find: 'absent', replace: 'x' }],
    ['edit_file', { path: 'own.md', old: 'Own', new: 'Our' }],
    ['edit_file', { path: 'upload.txt', old: 'absent', new: '' }],
    ['execute_connector_tool', { connector: 'tracker', tool: 'absent', input: {} }],
  ].map((one) => JSON.stringify(one)),
)

function* always(said: boolean) {
  for (;;) yield said
}

describe('what outsiders wrote', () => {
  it('is tried with every registered tool', async () => {
    const { tools } = await createUntrustedContentFixture(sha256)
    expect(Object.keys(everyToolCall).sort()).toEqual([...tools].sort())
  })

  it('sends nothing and keeps nothing unasked, whichever tool a model read it with', async () => {
    const answers = fc.infiniteStream(fc.boolean())
    const completed = new Set<string>()
    await fc.assert(
      fc.asyncProperty(turns, variant, answers, async (plan, of, said) => {
        const { fixture, log } = await play(plan, { ...of, said })
        expect(effectsWithoutApproval(log, fixture)).toEqual([])
        for (const { event } of log) {
          if (event.type === 'tool-completed' && event.outcome.status === 'ok')
            completed.add(event.name)
        }
      }),
      { numRuns: 400 },
    )
    // tool_invoke stands in the log as the tool that it calls.
    const never = Object.keys(everyToolCall).filter((name) => !completed.has(name))
    expect(never).toEqual(['tool_invoke'])
  }, 240_000)

  it.each(
    Object.entries(everyToolCall).flatMap(([name, inputs]) =>
      inputs.map((input) => [name, input] as const),
    ),
  )('after %s %j a person is asked exactly when it told untrusted words', async (name, input) => {
    const before = [...(callsBefore[name] ?? []), { name, input }]
    const last = { name: 'web_fetch', input: { url: 'https://last.example/' } }
    const { fixture, log } = await play([{ by: 'member', calls: [...before, last] }], {
      said: always(true),
    })
    expect(effectsWithoutApproval(log, fixture)).toEqual([])
    const started = log.filter(({ event }) => event.type === 'tool-started').length
    const exposed = fixture.requests.some(
      ({ text, callsBefore: count }) => count < started && text.includes(untrustedWord),
    )
    const asked = log.some(
      ({ event }) =>
        event.type === 'approval-required' && event.callId.endsWith(`_${before.length}`),
    )
    expect(asked).toBe(exposed || readsWithoutTelling.has(JSON.stringify([name, input])))
  })
})
