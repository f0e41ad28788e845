import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ProblemError } from '../../base/errors.ts'
import { createAgentHarness } from '../../testing/agent-harness.ts'
import { createCallingModel } from '../../testing/scripted-model.ts'
import { defineTool, type PlannedCall } from '../tools/tool.ts'

const refusal = {
  code: 'deed.impossible',
  kind: 'conflict',
  message: 'It cannot be done.',
} as const

/** An agent with one tool, whose plan is what the world says at the moment. */
async function setUp(plan: () => Promise<PlannedCall | typeof refusal>) {
  const sideEffects: string[] = []
  const tool = defineTool({
    name: 'deed',
    description: 'Does it.',
    input: z.strictObject({}),
    permission: 'conversations.use',
    policy: 'none',
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
    model: createCallingModel({ id: 'deed_1', name: 'deed', input: {} }),
    sha256: (data) => createHash('sha256').update(data).digest('hex'),
    toolsets: [{ name: 'deeds', instructions: 'Act.', tools: [tool] }],
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

describe('a call that is planned', () => {
  it('A7: is looked at before the gate and again after a yes, and does what that plan says', async () => {
    const done: string[] = []
    const { harness, sideEffects, goOn } = await setUp(async () => doing(done, 'paint it'))
    expect([sideEffects, done]).toEqual([['looked'], []])
    await harness.answer(true, 'Yes.')
    await goOn()
    expect([sideEffects, done]).toEqual([['looked', 'looked'], ['paint it']])
    expect(await harness.lastOutcome()).toEqual({ status: 'ok', output: { did: 'paint it' } })
  })

  it('A7: is not done when its plan has become another one since the question', async () => {
    const done: string[] = []
    let what = 'paint it green'
    const { harness, goOn } = await setUp(async () => doing(done, what))
    what = 'paint it red'
    await harness.answer(true, 'Yes.')
    await goOn()
    expect(done).toEqual([])
    expect(await harness.lastOutcome()).toMatchObject({ problem: { code: 'approval.stale' } })
  })

  it('A7: is told what its plan says against it, answered or thrown, and then does nothing', async () => {
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
