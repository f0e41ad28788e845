import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ProblemError } from '../../base/errors.ts'
import { createAgentScene } from '../../testing/agent-scene.ts'
import { createCallingModel } from '../../testing/scripted-model.ts'
import { defineTool, type PlannedCall } from '../tools/tool.ts'

const refusal = {
  code: 'deed.impossible',
  kind: 'conflict',
  message: 'It cannot be done.',
} as const

/** An agent with one tool, whose plan is what the world says at the moment. */
async function stage(plan: () => Promise<PlannedCall | typeof refusal>) {
  const deeds: string[] = []
  const tool = defineTool({
    name: 'deed',
    description: 'Does it.',
    input: z.strictObject({}),
    permission: 'conversations.use',
    policy: 'none',
    bind: () => ({
      skillSlug: null,
      reason: '',
      effect: { kind: 'read', run: async () => deeds.push('unplanned') },
      plan: async () => {
        deeds.push('looked')
        return plan()
      },
    }),
  })
  const scene = await createAgentScene({
    model: createCallingModel({ id: 'deed_1', name: 'deed', input: {} }),
    sha256: (data) => createHash('sha256').update(data).digest('hex'),
    toolsets: [{ name: 'deeds', instructions: 'Act.', tools: [tool] }],
  })
  const runId = await scene.say('Do it.')
  await scene.work(runId, { fresh: true })
  return { scene, deeds, goOn: () => scene.work(runId) }
}

const doing = (deeds: string[], what: string): PlannedCall => ({
  question: () => ({ type: 'clarification', subject: { question: what, options: [] } }),
  effect: {
    kind: 'act',
    repeatable: true,
    run: async () => {
      deeds.push(what)
      return { output: { did: what } }
    },
  },
})

describe('a call that is planned', () => {
  it('A7: is looked at before the gate and again after a yes, and does what that plan says', async () => {
    const done: string[] = []
    const { scene, deeds, goOn } = await stage(async () => doing(done, 'paint it'))
    expect([deeds, done]).toEqual([['looked'], []])
    await scene.answer(true, 'Yes.')
    await goOn()
    expect([deeds, done]).toEqual([['looked', 'looked'], ['paint it']])
    expect(await scene.lastOutcome()).toEqual({ status: 'ok', output: { did: 'paint it' } })
  })

  it('A7: is not done when its plan has become another one since the question', async () => {
    const done: string[] = []
    let what = 'paint it green'
    const { scene, goOn } = await stage(async () => doing(done, what))
    what = 'paint it red'
    await scene.answer(true, 'Yes.')
    await goOn()
    expect(done).toEqual([])
    expect(await scene.lastOutcome()).toMatchObject({ problem: { code: 'approval.stale' } })
  })

  it('A7: is told what its plan says against it, answered or thrown, and then does nothing', async () => {
    const throwing = async () => {
      throw new ProblemError(refusal)
    }
    for (const plan of [async () => refusal, throwing]) {
      const { scene, deeds } = await stage(plan)
      expect(deeds).toEqual(['looked'])
      expect(await scene.lastOutcome()).toEqual({ status: 'refused', problem: refusal })
      expect(await scene.all('tool-started')).toEqual([])
    }
  })
})
