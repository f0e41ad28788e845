import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { AuthoredToolId } from '../../base/ids.ts'
import type { ApprovalQuestion, AuthoredToolSubject } from '../../domain/approval.ts'
import type { ToolTier } from '../../domain/tool-tier.ts'
import { createAgentScene } from '../../testing/agent-scene.ts'
import { type Death, workThrough } from '../../testing/mortal-process.ts'
import { createCallingModel } from '../../testing/scripted-model.ts'
import { defineTool } from '../tools/tool.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const subject: AuthoredToolSubject = {
  ...{ toolId: 'aut_1' as AuthoredToolId, name: 'sum', description: '', parameters: {} },
  ...{ version: 1, code: 'return 1', libraries: [], digest: 'sha256:1', before: null },
}
const code: ApprovalQuestion = { type: 'authored_tool', subject }
const words: ApprovalQuestion = {
  type: 'clarification',
  subject: { question: 'May I?', options: [] },
}

/** A tool whose code is asked about, and each of whose calls is, too. */
async function stage(question: ApprovalQuestion = code, tier: ToolTier = 'ALWAYS_CONFIRM') {
  const done: string[] = []
  const effect = {
    kind: 'act',
    repeatable: true,
    run: async ({ callId }: { callId: string }) => {
      done.push(callId)
      return { output: null }
    },
  } as const
  const tool = defineTool({
    ...{ name: 'sum', description: '', input: z.strictObject({ a: z.number() }) },
    ...{ permission: 'conversations.use', policy: 'none', tier },
    bind: () => ({
      ...{ skillSlug: null, reason: '', question: () => question },
      ...{ effect, answered: () => effect },
    }),
  })
  const scene = await createAgentScene({
    sha256,
    model: createCallingModel({ id: 'call_1', name: 'sum', input: { a: 1 } }),
    toolsets: [{ name: 'hands', instructions: '', tools: [tool] }],
  })
  const asked = async () =>
    (await scene.all('approval-required')).map(({ approvalType }) => approvalType)
  return { scene, done, asked }
}

describe('a call with two questions', () => {
  it('E6: asks one after the other, and happens after both were answered with yes', async () => {
    const { scene, done, asked } = await stage()
    const run = await scene.say('Go.')
    expect(await scene.work(run)).toBe('waiting')
    await scene.answer(true)
    expect(await scene.work(run)).toBe('waiting')
    expect([await asked(), done]).toEqual([['tool_call', 'authored_tool'], []])
    await scene.answer(true)
    expect(await scene.work(run)).toBe('over')
    expect(done).toEqual(['call_1'])
  })

  it.each([
    [[false], ['tool_call']],
    [
      [true, false],
      ['tool_call', 'authored_tool'],
    ],
  ])('E6: does not happen when the answers are %j', async (answers, questions) => {
    const { scene, done, asked } = await stage()
    const run = await scene.say('Go.')
    for (const answer of answers) {
      expect(await scene.work(run)).toBe('waiting')
      await scene.answer(answer)
    }
    expect(await scene.work(run)).toBe('over')
    expect([await asked(), done]).toEqual([questions, []])
    expect(await scene.lastOutcome()).toMatchObject({ problem: { code: 'approval.denied' } })
  })

  it('E6: of a tool that only happens by hand the answer to another question lets nothing happen', async () => {
    const { scene, done, asked } = await stage(words, 'MANUAL_ONLY')
    const run = await scene.say('Go.')
    expect(await scene.work(run)).toBe('waiting')
    expect(await asked()).toEqual(['tool_call'])
    await scene.answer(true)
    expect(await scene.work(run)).toBe('waiting')
    await scene.answer(true, 'Yes, do it.')
    expect(await scene.work(run)).toBe('over')
    expect([await asked(), done]).toEqual([['tool_call', 'clarification'], ['call_1']])
  })

  it('E6: made a tool of that kind meanwhile, the yes to the other question is not enough', async () => {
    const { scene, done, asked } = await stage(words)
    const run = await scene.say('Go.')
    expect(await scene.work(run)).toBe('waiting')
    const { settings } = await scene.tenant.settings.get()
    await scene.tenant.settings.put({ ...settings, toolTiers: { sum: 'MANUAL_ONLY' } })
    await scene.answer(true, 'Yes, do it.')
    expect(await scene.work(run)).toBe('waiting')
    expect([await asked(), done]).toEqual([['clarification', 'tool_call'], []])
    await scene.answer(false)
    expect(await scene.work(run)).toBe('over')
    expect(done).toEqual([])
  })

  it('E6: asks each once, whenever a process dies', async () => {
    const whole = await stage()
    const calls = await workThrough(whole.scene, await whole.scene.say('Go.'), [])
    for (let at = 1; at <= calls; at += 1) {
      for (const when of ['before', 'after'] as const) {
        const { scene, done, asked } = await stage()
        const death: Death = { at, when }
        await workThrough(scene, await scene.say('Go.'), [death])
        expect(await asked()).toEqual(['tool_call', 'authored_tool'])
        expect(new Set(done)).toEqual(new Set(['call_1']))
      }
    }
  })
})
