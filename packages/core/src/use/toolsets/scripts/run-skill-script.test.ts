import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../base/json.ts'
import type { Agent } from '../../../domain/agent.ts'
import type { ToolCall } from '../../../domain/events.ts'
import type { Execution, ScriptRuntime } from '../../../domain/execution.ts'
import type { Skill } from '../../../domain/skill.ts'
import type { ScriptRequest, ScriptRunner } from '../../../ports/scripts.ts'
import {
  type AgentHarness,
  type AgentHarnessOptions,
  createAgentHarness,
} from '../../../testing/agent-harness.ts'
import { packageArrival } from '../../../testing/package-arrival.ts'
import { sampleAgent } from '../../../testing/sample-agent.ts'
import { createCallingModel } from '../../../testing/scripted-model.ts'
import type { ToolServices } from '../../tools/tool.ts'
import { packages } from '../packages/packages.ts'
import { portable } from '../portable/portable.ts'
import { scripts } from './scripts.ts'

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex')

const skill = (name: string, files: Record<string, string>, lines = '') =>
  packageArrival(
    { frontmatter: `name: ${name}\ndescription: Does ${name}.\n${lines}`, files },
    sha256,
  )

const skills = [
  skill('math', { 'calculator.py': 'print(1)', run: '#!/bin/sh\n', 'tool.ts': '1' }),
  skill('reader', { 'scripts/a.sh': '' }, 'allowed-tools: Read'),
  skill('sheller', { 'scripts/a.sh': '' }, 'allowed-tools: Bash'),
]

interface HandRunner extends ScriptRunner {
  readonly requests: ScriptRequest[]
}

function handRunner(
  ended: Partial<Execution> = {},
  there: readonly ScriptRuntime[] = ['python', 'shell'],
): HandRunner {
  const requests: ScriptRequest[] = []
  return {
    requests,
    runtimes: async () => new Set(there),
    run: async (request) => {
      requests.push(request)
      const { executionId: id, conversationId, runId, callId, traceId, principal } = request
      const { skill, runtime, entry, args } = request
      const execution: Execution = {
        ...{ id, conversationId, runId, callId, traceId, skill, runtime, entry, args },
        status: 'ok',
        exitCode: 0,
        stdout: '',
        stderr: '',
        outputs: [],
        skipped: [],
        usage: { wallMs: 12.4, queuedMs: 0, cpuMs: null, peakMemoryBytes: null },
        startedBy: principal.userId,
        startedAt: 0,
        finishedAt: 1,
        ...ended,
      }
      return { execution, files: [] }
    },
  }
}

const calls = (...made: [name: string, input: JsonObject][]): ToolCall[] =>
  made.map(([name, input], index) => ({ id: `call_${index}`, name, input }))

async function play(
  made: ToolCall[],
  options: Partial<AgentHarnessOptions> & { scripts?: ScriptRunner } = {},
) {
  const model = createCallingModel(...made)
  const toolsets = [portable, scripts]
  const harness: AgentHarness = await createAgentHarness({
    model,
    sha256,
    skills,
    toolsets,
    ...options,
  })
  await harness.work(await harness.say('go'))
  const outcomes = (await harness.all('tool-completed')).map(({ outcome }) => outcome)
  return outcomes.map((outcome) =>
    outcome.status === 'ok' ? (outcome.output as JsonObject) : outcome.problem,
  )
}

const run = (
  skill_name: string,
  script_name: string,
  more: JsonObject = {},
): [string, JsonObject] => ['run_skill_script', { skill_name, script_name, ...more }]

describe('C4: run_skill_script', () => {
  it('runs a file of exactly the revision that was loaded, with its arguments, once', async () => {
    const runner = handRunner({ stdout: '714\n' })
    const made = calls(
      ['use_skill', { name: 'math' }],
      run('math', 'calculator.py', { args: '42 "* 17"' }),
      run('math', 'run', { args: ['a b', ''] }),
    )
    const told = await play(made, { scripts: runner })
    expect(told[1]).toEqual({
      execution_id: expect.stringMatching(/^exe_[0-9a-f]{32}$/),
      status: 'ok',
      exit_code: 0,
      stdout: '714\n',
      stderr: '',
      outputs: [],
      duration_ms: 12,
    })
    expect(runner.requests).toMatchObject([
      {
        runtime: 'python',
        entry: 'calculator.py',
        args: ['42', '* 17'],
        skill: { slug: 'math', digest: skills[0]?.facts.digest },
        callId: 'call_1',
        inputs: [],
      },
      { runtime: 'shell', entry: 'run', args: ['a b', ''] },
    ])
    expect(new Set(runner.requests.map(({ executionId }) => executionId)).size).toBe(2)
  })

  it('C5: the log says which execution a call is before it begins; of other calls nothing', async () => {
    const runner = handRunner()
    const model = createCallingModel(
      ...calls(['use_skill', { name: 'math' }], run('math', 'calculator.py'), [
        'run_command',
        { command: 'ls' },
      ]),
    )
    const parts = { model, sha256, skills, toolsets: [portable, scripts], scripts: runner }
    const harness = await createAgentHarness(parts)
    await harness.work(await harness.say('go'))
    const ids = (await harness.all('tool-started')).map(({ executionId }) => executionId)
    expect(ids).toEqual([undefined, ...runner.requests.map(({ executionId }) => executionId)])
  })

  it('C3, C4: an agent runs scripts of the skill it activated, and of no other', async () => {
    const runner = handRunner()
    const agent: AgentHarnessOptions['agent'] = (there) =>
      ({
        id: 'agt_1',
        name: 'Data',
        instruction: 'Work with data.',
        modelId: null,
        toolsets: ['packages', 'scripts'],
        skillIds: there.filter(({ slug }) => slug === 'math').map(({ id }) => id),
        createdBy: 'usr_1',
        createdAt: 0,
        updatedAt: 0,
        version: 1,
      }) as unknown as Agent
    const made = calls(
      run('math', 'calculator.py'),
      ['activate_skill', { skill_name: 'math' }],
      run('math', 'calculator.py'),
      run('sheller', 'a.sh'),
    )
    const told = await play(made, { scripts: runner, toolsets: [packages, scripts], agent })
    expect(told.map((one) => (typeof one === 'object' && 'code' in one ? one.code : 'ok'))).toEqual(
      ['script.skill-not-activated', 'ok', 'ok', 'script.skill-not-activated'],
    )
    expect(runner.requests).toHaveLength(1)
  })

  it('C3: a skill taken from the agent after it was activated runs nothing any more', async () => {
    const runner = handRunner()
    const both = ['packages', 'portable', 'scripts']
    const skillIds = (there: readonly Skill[]) => there.map(({ id }) => id)
    const harness = await createAgentHarness({
      ...{ model: createCallingModel(), sha256, skills, scripts: runner },
      toolsets: [packages, portable, scripts],
      agent: (there) => sampleAgent({ toolsets: both, skillIds: skillIds(there) }),
    })
    const turn = async (...made: ToolCall[]) => {
      const before = (await harness.all('tool-completed')).length
      const ports = { model: createCallingModel(...made) }
      await harness.work(await harness.say('go'), { ports })
      const outcomes = (await harness.all('tool-completed')).slice(before)
      return outcomes.map(({ outcome }) => (outcome.status === 'ok' ? 'ok' : outcome.problem.code))
    }
    const [activate, math, sheller, again, once, command] = calls(
      ['activate_skill', { skill_name: 'math' }],
      run('math', 'calculator.py'),
      ['use_skill', { name: 'sheller' }],
      run('math', 'calculator.py'),
      run('sheller', 'a.sh'),
      ['run_command', { command: 'ls /skill' }],
    ) as [ToolCall, ToolCall, ToolCall, ToolCall, ToolCall, ToolCall]
    expect(await turn(activate, math, sheller)).toEqual(['ok', 'ok', 'ok'])
    const { items } = await harness.tenant.agents.list({ limit: 1 })
    const detached = { skillIds: [], updatedAt: harness.clock.now() }
    await harness.tenant.agents.update((items[0] as Agent).id, detached)
    // What the library gave it, it keeps: nobody attached that.
    expect(await turn(again, once, command)).toEqual(['script.skill-not-attached', 'ok', 'ok'])
    expect(runner.requests.map(({ entry }) => entry)).toEqual([
      'calculator.py',
      'scripts/a.sh',
      'ls /skill',
    ])
    expect(runner.requests.at(-1)?.beside.map(({ slug }) => slug)).toEqual(['sheller'])
    const use: ToolCall = { id: 'call_use', name: 'use_skill', input: { name: 'math' } }
    expect(await turn(use, { ...again, id: 'call_later' })).toEqual(['ok', 'ok'])
  })

  it('B8: a skill deleted after it was loaded runs nothing and is read no more, until it is restored', async () => {
    const runner = handRunner()
    const harness = await createAgentHarness({
      ...{ model: createCallingModel(), sha256, skills, scripts: runner },
      toolsets: [portable, scripts],
    })
    const turn = async (...made: ToolCall[]) => {
      const before = (await harness.all('tool-completed')).length
      const ports = { model: createCallingModel(...made) }
      await harness.work(await harness.say('go'), { ports })
      const outcomes = (await harness.all('tool-completed')).slice(before)
      return outcomes.map(({ outcome }) => (outcome.status === 'ok' ? 'ok' : outcome.problem.code))
    }
    const three = () =>
      calls(
        run('math', 'calculator.py'),
        ['use_skill', { name: 'math' }],
        ['read_skill_file', { name: 'math', path: 'calculator.py' }],
      )
    expect(await turn(...calls(['use_skill', { name: 'math' }]), ...three().slice(0, 1))).toEqual([
      'ok',
      'ok',
    ])
    const { skills: library, tombstones } = harness.tenant
    const { userId } = harness.principal
    const math = await library.findBySlug(userId, 'math')
    if (!math) throw new Error('there is no math')
    await library.remove(userId, math.id)
    expect(await turn(...three())).toEqual(Array(3).fill('skill.not-found'))
    expect(runner.requests).toHaveLength(1)
    await tombstones.restore(userId, math.id)
    expect(await turn(...three())).toEqual(['ok', 'ok', 'ok'])
  })

  it('C5: a script whose interpreter is missing is refused by name', async () => {
    const runner = handRunner()
    const made = calls(['use_skill', { name: 'math' }], run('math', 'tool.ts'))
    const told = await play(made, { scripts: runner })
    expect(told[1]).toMatchObject({
      code: 'sandbox.runtime-missing',
      message: expect.stringContaining('Node.js is not installed'),
    })
    expect(runner.requests).toEqual([])
  })

  it('C5: the prompt says beforehand what cannot be run, and nothing where all can', async () => {
    const toldWith = (runner: ScriptRunner) =>
      scripts.preamble?.({ scripts: runner } as ToolServices)
    expect(await toldWith(handRunner())).toBe(
      'Scripts that need Node.js cannot be run here: it is not installed.',
    )
    expect(await toldWith(handRunner({}, ['python', 'node', 'shell']))).toBe('')
    expect(await toldWith(handRunner({}, []))).toContain('cannot be run here now')
    const broken = { ...handRunner(), runtimes: () => Promise.reject(new Error('gone')) }
    expect(await toldWith(broken)).toBe('')
  })

  it('C5: where nothing runs scripts it says so, and the run goes on', async () => {
    const made = calls(['use_skill', { name: 'math' }], run('math', 'calculator.py'))
    const told = await play(made)
    expect(told[1]).toMatchObject({ code: 'sandbox.unavailable' })
  })

  it('D7: a skill that allows commands allows its scripts; one that allows reading does not', async () => {
    const runner = handRunner()
    const shell = await play(calls(['use_skill', { name: 'sheller' }], run('sheller', 'a.sh')), {
      scripts: runner,
    })
    expect(shell[1]).toMatchObject({ status: 'ok' })
    const reader = await play(
      calls(['use_skill', { name: 'reader' }], run('reader', 'a.sh'), [
        'run_command',
        { command: 'ls' },
      ]),
      { scripts: runner },
    )
    expect(reader.slice(1)).toMatchObject([
      { code: 'tool.not-allowed', details: { tool: 'run_skill_script' } },
      { code: 'tool.not-allowed', details: { tool: 'run_command' } },
    ])
    expect(runner.requests).toHaveLength(1)
  })

  it('C7: the model gets the end of what is long, and how long it was', async () => {
    const made = calls(['run_command', { command: 'yes', timeout_seconds: 3 }])
    const runner = handRunner({ stdout: `${'x'.repeat(100_000)}end`, stderr: 'y'.repeat(9_000) })
    const [told] = await play(made, { scripts: runner })
    expect(told).toMatchObject({ stdout_characters: 100_003, stderr_characters: 9_000 })
    const { stdout, stderr } = told as { stdout: string; stderr: string }
    expect(stdout).toMatch(/^x+end$/)
    expect([stdout.length, stderr.length]).toEqual([16_000, 4_000])
    expect(runner.requests).toMatchObject([{ skill: null, entry: 'yes', wallMs: 3_000 }])
  })

  it('D7: a command reads the skills that were loaded and are still there, and has no skill’s name', async () => {
    const runner = handRunner()
    await play(calls(['use_skill', { name: 'math' }], ['run_command', { command: 'ls' }]), {
      scripts: runner,
    })
    expect(runner.requests).toMatchObject([{ skill: null, beside: [{ slug: 'math' }] }])
  })
})
