import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ProblemError } from '../../base/errors.ts'
import { createAgentHarness } from '../../testing/agent-harness.ts'
import { createCallingModel } from '../../testing/scripted-model.ts'
import { defineTool, type PlannedCall } from '../tools/tool.ts'

const refusal = {
  code: 'task.impossible',
  kind: 'conflict',
  message: 'It cannot be done.',
} as const

/** An agent with one tool, whose plan depends on the current state. */
async function setUp(plan: () => Promise<PlannedCall | typeof refusal>) {
  const sideEffects: string[] = []
  const tool = defineTool({
    name: 'task',
    description: 'Does it.',
    input: z.strictObject({}),
    permission: 'conversations.use',
    policy: 'none',
    answersFrom: 'services',
    bind: () => ({
      skillSlug: null,
      reason: '',
      effect: { kind: 'read', run: async () => sideEffects.push('unplanned') },
      plan: async () => {
        sideEffects.push('looked')
        return plan()
      },
    }),
  })
  const harness = await createAgentHarness({
    model: createCallingModel({ id: 'task_1', name: 'task', input: {} }),
    sha256: (data) => createHash('sha256').update(data).digest('hex'),
    toolsets: [{ name: 'tasks', instructions: 'Act.', tools: [tool] }],
  })
  const runId = await harness.say('Do it.')
  await harness.work(runId, { fresh: true })
  return { harness, sideEffects, goOn: () => harness.work(runId) }
}

const doing = (sideEffects: string[], what: string): PlannedCall => ({
  approvalRequest: () => ({ type: 'clarification', subject: { question: what, options: [] } }),
  effect: {
    kind: 'act',
    repeatable: true,
    run: async () => {
      sideEffects.push(what)
      return { output: { did: what } }
    },
  },
})

describe('a planned call', () => {
  it('A7: is planned before the gate and again after an approval, and executes that plan', async () => {
    const done: string[] = []
    const { harness, sideEffects, goOn } = await setUp(async () => doing(done, 'paint it'))
    expect([sideEffects, done]).toEqual([['looked'], []])
    await harness.answer(true, 'Yes.')
    await goOn()
    expect([sideEffects, done]).toEqual([['looked', 'looked'], ['paint it']])
    expect(await harness.lastOutcome()).toEqual({ status: 'ok', output: { did: 'paint it' } })
  })

  it('A7: is refused when its plan has changed since the request', async () => {
    const done: string[] = []
    let what = 'paint it green'
    const { harness, goOn } = await setUp(async () => doing(done, what))
    what = 'paint it red'
    await harness.answer(true, 'Yes.')
    await goOn()
    expect(done).toEqual([])
    expect(await harness.lastOutcome()).toMatchObject({ problem: { code: 'approval.stale' } })
  })

  it('A7: is refused with the problem that its plan returns or throws', async () => {
    const throwing = async () => {
      throw new ProblemError(refusal)
    }
    for (const plan of [async () => refusal, throwing]) {
      const { harness, sideEffects } = await setUp(plan)
      expect(sideEffects).toEqual(['looked'])
      expect(await harness.lastOutcome()).toEqual({ status: 'refused', problem: refusal })
      expect(await harness.all('tool-started')).toEqual([])
    }
  })
})
