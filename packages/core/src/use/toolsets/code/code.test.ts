import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ToolCall } from '../../../domain/events.ts'
import type { CodeRequest, CodeRunner } from '../../../ports/code.ts'
import { createAgentHarness } from '../../../testing/agent-harness.ts'
import { sampleContent } from '../../../testing/sample-skills.ts'
import { type CodeScript, createScriptedCode } from '../../../testing/scripted-code.ts'
import { createCallingModel } from '../../../testing/scripted-model.ts'
import { foldTaint } from '../../session/taint.ts'
import { combineToolsets } from '../../tools/toolset.ts'
import { portable } from '../portable/portable.ts'
import { code } from './code.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const running: ToolCall = { id: 'call_1', name: 'run_sandbox_code', input: { code: 'return 1' } }
const only = { 'allowed-tools': 'read_skill_file' }
const skills = [
  sampleContent('reports', '# Secret text\n', { tags: ['finance'] }),
  sampleContent('narrow', '# Narrow\n', { frontmatter: only }),
]

async function setUp(act: CodeScript | CodeRunner, calls: readonly ToolCall[] = [running]) {
  const runner = typeof act === 'function' ? createScriptedCode(act) : act
  const model = createCallingModel(...calls)
  const toolsets = [portable, code]
  const harness = await createAgentHarness({ model, sha256, skills, toolsets, code: runner })
  await harness.work(await harness.say('Compute.'), { fresh: true })
  return harness
}

describe('run_sandbox_code', () => {
  it('B4: reports its status, its result and logs, and which skills it read', async () => {
    const harness = await setUp(async (call) => {
      const [first] = (await call('skills.list', 'finance')) as { name: string }[]
      const { content } = (await call('skills.read', first?.name ?? '')) as { content: string }
      return content.length
    })
    expect(await harness.lastOutcome()).toEqual({
      status: 'ok',
      output: {
        ...{ status: 'ok', result: 14, logs: '', duration_ms: 1 },
        skills_read: ['reports'],
      },
    })
  })

  it('B4: logs which revisions were read, without their content', async () => {
    const harness = await setUp(async (call) => {
      await call('skills.read', 'reports')
      return null
    })
    const skill = await harness.tenant.skills.findBySlug(harness.principal.userId, 'reports')
    expect(await harness.all('skills-read')).toEqual([
      {
        type: 'skills-read',
        callId: 'call_1',
        skills: [
          {
            ...{ skillId: skill?.id, digest: skill?.head.digest },
            ...{ slug: 'reports', name: 'reports' },
          },
        ],
      },
    ])
    const outputs = JSON.stringify(await harness.all('tool-completed'))
    expect(outputs).not.toContain('Secret text')
    expect(skill?.useCount).toBe(0)
  })

  it('B6: a skill that code has read counts for the taint', async () => {
    const harness = await setUp(async (call) => call('skills.read', 'reports'))
    const skill = await harness.tenant.skills.findBySlug(harness.principal.userId, 'reports')
    const taint = foldTaint(await harness.log())
    expect(taint).toEqual({ untrusted: new Set(), skills: [skill?.id] })
  })

  it('B4: reports a failure with its error, and with the skills read before', async () => {
    const harness = await setUp(async (call) => {
      await call('skills.read', 'reports')
      return call('skills.read', 'no-such-skill')
    })
    const outcome = await harness.lastOutcome()
    expect(outcome).toMatchObject({
      status: 'ok',
      output: { status: 'failed', result: null, skills_read: ['reports'] },
    })
    expect(JSON.stringify(outcome)).toContain('no-such-skill')
  })

  it('B4: runs in the person’s turn of the queue, with the code as written, without anything else', async () => {
    const asked: CodeRequest[] = []
    const written = 'return `a\n"b"`'
    const call = { ...running, input: { code: written } }
    await setUp(
      async (_call, request) => {
        asked.push(request)
        return null
      },
      [call],
    )
    expect(asked).toMatchObject([{ code: written, libraries: {}, input: null, key: 'org_1/usr_1' }])
    expect(Object.keys(asked[0]?.host ?? {})).toEqual(['skills.list', 'skills.read'])
  })

  it('B4: is repeated after a crash, since it changes nothing', async () => {
    let times = 0
    const crashing: CodeRunner = {
      run: async (request) => {
        times += 1
        if (times === 1) return new Promise<never>(() => undefined)
        return createScriptedCode(async () => 'second').run(request)
      },
    }
    const model = createCallingModel(running)
    const harness = await createAgentHarness({ model, sha256, toolsets: [code], code: crashing })
    const runId = await harness.say('Compute.')
    void harness.work(runId, { fresh: true })
    await expect.poll(() => times).toBe(1)
    harness.clock.advance(60_000)
    await harness.work(runId)
    expect(times).toBe(2)
    expect(await harness.lastOutcome()).toMatchObject({ output: { result: 'second' } })
  })

  it('D7: is subject to a skill’s list of allowed tools, by its name', async () => {
    const loaded: ToolCall = { id: 'call_0', name: 'use_skill', input: { name: 'narrow' } }
    let ran = false
    const harness = await setUp(async () => {
      ran = true
      return null
    }, [loaded, running])
    expect(await harness.lastOutcome()).toMatchObject({
      status: 'refused',
      problem: { code: 'tool.not-allowed' },
    })
    expect(ran).toBe(false)
  })

  it('B4: fails with a problem where code cannot be run', async () => {
    const model = createCallingModel(running)
    const harness = await createAgentHarness({ model, sha256, toolsets: [code] })
    await harness.work(await harness.say('Compute.'), { fresh: true })
    expect(await harness.lastOutcome()).toMatchObject({
      status: 'refused',
      problem: { code: 'sandbox.code-off' },
    })
  })

  it('B4: accepts code and nothing else', () => {
    const tool = combineToolsets([code]).find('run_sandbox_code')
    expect(tool?.inputSchema).toMatchObject({ required: ['code'], additionalProperties: false })
    for (const input of [{}, { code: '' }, { code: 'x', host: 'y' }, { code: 1 }])
      expect(tool?.bind(input)).toMatchObject({ ok: false, problem: { code: 'tool.bad-input' } })
  })
})
