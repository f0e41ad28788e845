import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { AuthoredToolId } from '../../base/ids.ts'
import type { ApprovalRequest, AuthoredToolSubject } from '../../domain/approval.ts'
import type { ToolTier } from '../../domain/tool-tier.ts'
import { createAgentHarness } from '../../testing/agent-harness.ts'
import { type CrashPoint, workThroughCrashes } from '../../testing/crash-injection.ts'
import { createCallingModel } from '../../testing/scripted-model.ts'
import { defineTool } from '../tools/tool.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const subject: AuthoredToolSubject = {
  ...{ toolId: 'aut_1' as AuthoredToolId, name: 'sum', description: '', parameters: {} },
  ...{ version: 1, code: 'return 1', libraries: [], digest: 'sha256:1', before: null },
}
const code: ApprovalRequest = { type: 'authored_tool', subject }
const words: ApprovalRequest = {
  type: 'clarification',
  subject: { question: 'May I?', options: [] },
}

/** A tool whose code needs an approval, and each of whose calls needs one too. */
async function setUp(approvalRequest: ApprovalRequest = code, tier: ToolTier = 'ALWAYS_CONFIRM') {
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
    answersFrom: 'services',
    bind: () => ({
      ...{ skillSlug: null, reason: '', approvalRequest: () => approvalRequest },
      ...{ effect, answered: () => effect },
    }),
  })
  const harness = await createAgentHarness({
    sha256,
    model: createCallingModel({ id: 'call_1', name: 'sum', input: { a: 1 } }),
    toolsets: [{ name: 'acting', instructions: '', tools: [tool] }],
  })
  const asked = async () =>
    (await harness.all('approval-required')).map(({ approvalType }) => approvalType)
  return { harness, done, asked }
}

describe('a call that needs two approvals', () => {
  it('E6: makes one request after the other, and happens after both approvals', async () => {
    const { harness, done, asked } = await setUp()
    const run = await harness.say('Go.')
    expect(await harness.work(run)).toBe('waiting')
    await harness.answer(true)
    expect(await harness.work(run)).toBe('waiting')
    expect([await asked(), done]).toEqual([['tool_call', 'authored_tool'], []])
    await harness.answer(true)
    expect(await harness.work(run)).toBe('over')
    expect(done).toEqual(['call_1'])
  })

  it.each([
    [[false], ['tool_call']],
    [
      [true, false],
      ['tool_call', 'authored_tool'],
    ],
  ])('E6: does not happen when the answers are %j', async (answers, questions) => {
    const { harness, done, asked } = await setUp()
    const run = await harness.say('Go.')
    for (const answer of answers) {
      expect(await harness.work(run)).toBe('waiting')
      await harness.answer(answer)
    }
    expect(await harness.work(run)).toBe('over')
    expect([await asked(), done]).toEqual([questions, []])
    expect(await harness.lastOutcome()).toMatchObject({ problem: { code: 'approval.denied' } })
  })

  it('E6: for a MANUAL_ONLY tool the approval of another request permits nothing', async () => {
    const { harness, done, asked } = await setUp(words, 'MANUAL_ONLY')
    const run = await harness.say('Go.')
    expect(await harness.work(run)).toBe('waiting')
    expect(await asked()).toEqual(['tool_call'])
    await harness.answer(true)
    expect(await harness.work(run)).toBe('waiting')
    await harness.answer(true, 'Yes, do it.')
    expect(await harness.work(run)).toBe('over')
    expect([await asked(), done]).toEqual([['tool_call', 'clarification'], ['call_1']])
  })

  it('E6: for a tool that became MANUAL_ONLY meanwhile the other approval is not enough', async () => {
    const { harness, done, asked } = await setUp(words)
    const run = await harness.say('Go.')
    expect(await harness.work(run)).toBe('waiting')
    const { settings } = await harness.tenant.settings.get()
    await harness.tenant.settings.put({ ...settings, toolTiers: { sum: 'MANUAL_ONLY' } })
    await harness.answer(true, 'Yes, do it.')
    expect(await harness.work(run)).toBe('waiting')
    expect([await asked(), done]).toEqual([['clarification', 'tool_call'], []])
    await harness.answer(false)
    expect(await harness.work(run)).toBe('over')
    expect(done).toEqual([])
  })

  it('E6: makes each request once, wherever a process crashes', async () => {
    const whole = await setUp()
    const calls = await workThroughCrashes(whole.harness, await whole.harness.say('Go.'), [])
    for (let at = 1; at <= calls; at += 1) {
      for (const when of ['before', 'after'] as const) {
        const { harness, done, asked } = await setUp()
        const crashPoint: CrashPoint = { at, when }
        await workThroughCrashes(harness, await harness.say('Go.'), [crashPoint])
        expect(await asked()).toEqual(['tool_call', 'authored_tool'])
        expect(new Set(done)).toEqual(new Set(['call_1']))
      }
    }
  })
})
