import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ConversationEvent, ToolCall } from '../../domain/events.ts'
import { type AgentHarness, createAgentHarness } from '../../testing/agent-harness.ts'
import { approveAll, ProcessCrash, workThroughCrashes } from '../../testing/crash-injection.ts'
import { sampleContent } from '../../testing/sample-skills.ts'
import { createScriptedModel, resultsSinceUserMessage } from '../../testing/scripted-model.ts'

const script: readonly ToolCall[][] = [
  [{ id: 'call_1', name: 'search_skills', input: { query: 'postgres' } }],
  [
    { id: 'call_2', name: 'enable_skill', input: { skill_slug: 'postgres' } },
    { id: 'call_3', name: 'list_enabled_skills', input: {} },
    { id: 'call_4', name: 'enable_skill', input: { skill_slug: 'absent' } },
  ],
  [{ id: 'call_5', name: 'disable_skill', input: { skill_slug: 'postgres' } }],
]

function setUp(): Promise<AgentHarness> {
  return createAgentHarness({
    sha256: (data) => createHash('sha256').update(data).digest('hex'),
    skills: [sampleContent('postgres', 'Check the locks.')],
    settings: { skillEnablementPolicy: 'prompt-user' },
    model: createScriptedModel((request) => {
      const done = resultsSinceUserMessage(request)
      const toolCalls = { 0: script[0], 1: script[1], 4: script[2] }[done]
      return toolCalls ? { toolCalls } : { text: 'Done.' }
    }),
  })
}

async function expectCompleteLog(harness: AgentHarness): Promise<void> {
  const log = await harness.log()
  expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1))
  const events = log.map(({ event }) => event)
  const of = <Type extends ConversationEvent['type']>(type: Type) =>
    events.filter(
      (event): event is Extract<ConversationEvent, { type: Type }> => event.type === type,
    )

  expect(of('step-completed').map(({ step }) => step)).toEqual([1, 2, 3, 4])
  expect(of('tool-completed').map(({ callId, outcome }) => [callId, outcome.status])).toEqual([
    ['call_1', 'ok'],
    ['call_2', 'ok'],
    ['call_3', 'ok'],
    ['call_4', 'refused'],
    ['call_5', 'ok'],
  ])
  expect(of('tool-started').map(({ call }) => call.id)).toEqual([
    'call_1',
    'call_2',
    'call_3',
    'call_5',
  ])
  expect(of('approval-required')).toHaveLength(1)
  expect(of('approval-resolved')).toHaveLength(1)
  expect((await harness.tenant.approvals.list({}, { limit: 200 })).items).toHaveLength(1)
  expect(of('skills-state-changed').map(({ state }) => state.budgetUsedChars)).toEqual([16, 0])
  expect(of('run-completed')).toHaveLength(1)
  expect(of('run-failed')).toEqual([])
  const conversation = await harness.tenant.conversations.get(
    harness.principal.userId,
    harness.conversationId,
  )
  expect(conversation?.session.active).toEqual([])
}

async function countPortCalls(): Promise<number> {
  const harness = await setUp()
  const calls = await workThroughCrashes(harness, await harness.say('postgres is slow'), [])
  await expectCompleteLog(harness)
  return calls
}

describe('kill -9 at any moment', () => {
  it.each(['before', 'after'] as const)(
    'A7: every call happens exactly once when the process crashes %s any one port call',
    async (when) => {
      const calls = await countPortCalls()
      expect(calls).toBeGreaterThan(40)
      for (let at = 1; at <= calls; at += 1) {
        const harness = await setUp()
        const runId = await harness.say('postgres is slow')
        await workThroughCrashes(harness, runId, [{ at, when }])
        await expectCompleteLog(harness)
      }
    },
  )

  it('A7: and when several processes crash in a row', async () => {
    const crashPoint = fc.record({
      at: fc.integer({ min: 1, max: 60 }),
      when: fc.constantFrom('before' as const, 'after' as const),
    })
    await fc.assert(
      fc.asyncProperty(
        // One more without any progress between them ends the run, as the next test says.
        fc.array(crashPoint, { minLength: 2, maxLength: 4 }),
        async (crashPoints) => {
          const harness = await setUp()
          const runId = await harness.say('postgres is slow')
          await workThroughCrashes(harness, runId, [...crashPoints])
          await expectCompleteLog(harness)
        },
      ),
    )
  })

  it('a run that crashes its process repeatedly at the same point is ended', async () => {
    const harness = await setUp()
    const runId = await harness.say('postgres is slow')
    const onText = () => {
      throw new ProcessCrash()
    }
    const ports = { model: createScriptedModel(() => ({ text: 'Look at locks.' })), onText }
    let crashPoints = 0
    const die = () => {
      crashPoints += 1
      harness.clock.advance(10_001)
    }
    while ((await harness.work(runId, { ports }).catch(die)) !== 'over') {
      expect(crashPoints).toBeLessThan(10)
    }
    const log = await harness.log()
    expect(log.at(-1)?.event).toMatchObject({
      type: 'run-failed',
      problem: { code: 'run.crash-loop' },
    })
  })

  it('two processes that both believe to hold the lease change nothing twice', async () => {
    const harness = await setUp()
    const runId = await harness.say('postgres is slow')
    const outcomes = [harness.work(runId)]
    harness.clock.advance(10_001)
    outcomes.push(harness.work(runId))
    expect((await Promise.all(outcomes)).sort()).toEqual(['lost', 'waiting'])
    await approveAll(harness)
    expect(await harness.work(runId)).toBe('over')
    await expectCompleteLog(harness)
  })
})
