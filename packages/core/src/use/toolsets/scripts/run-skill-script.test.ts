import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../base/json.ts'
import type { Agent } from '../../../domain/agent.ts'
import type { ToolCall } from '../../../domain/events.ts'
import type { Skill } from '../../../domain/skill.ts'
import type { ScriptRunner } from '../../../ports/scripts.ts'
import {
  type AgentHarness,
  type AgentHarnessOptions,
  createAgentHarness,
} from '../../../testing/agent-harness.ts'
import { createFakeRunner } from '../../../testing/fake-script-runner.ts'
import { ingestedPackage } from '../../../testing/ingested-package.ts'
import { sampleAgent } from '../../../testing/sample-agent.ts'
import { createCallingModel } from '../../../testing/scripted-model.ts'
import type { ToolServices } from '../../tools/tool.ts'
import { combineToolsets } from '../../tools/toolset.ts'
import { packages } from '../packages/packages.ts'
import { portable } from '../portable/portable.ts'
import { scripts } from './scripts.ts'

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex')

const skill = (name: string, files: Record<string, string>, lines = '') =>
  ingestedPackage(
    { frontmatter: `name: ${name}\ndescription: Does ${name}.\n${lines}`, files },
    sha256,
  )

const skills = [
  skill('math', { 'calculator.py': 'print(1)', run: '#!/bin/sh\n', 'tool.ts': '1' }),
  skill('reader', { 'scripts/a.sh': '' }, 'allowed-tools: Read'),
  skill('sheller', { 'scripts/a.sh': '' }, 'allowed-tools: Bash'),
]

const calls = (...toolCalls: [name: string, input: JsonObject][]): ToolCall[] =>
  toolCalls.map(([name, input], index) => ({ id: `call_${index}`, name, input }))

async function play(
  toolCalls: ToolCall[],
  options: Partial<AgentHarnessOptions> & { scripts?: ScriptRunner } = {},
) {
  const model = createCallingModel(...toolCalls)
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
    const runner = createFakeRunner({ stdout: '714\n' })
    const toolCalls = calls(
      ['use_skill', { name: 'math' }],
      run('math', 'calculator.py', { args: '42 "* 17"' }),
      run('math', 'run', { args: ['a b', ''] }),
    )
    const results = await play(toolCalls, { scripts: runner })
    expect(results[1]).toEqual({
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

  it('C5: logs the execution id of a call before it begins, for scripts only', async () => {
    const runner = createFakeRunner()
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
    const runner = createFakeRunner()
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
    const toolCalls = calls(
      run('math', 'calculator.py'),
      ['activate_skill', { skill_name: 'math' }],
      run('math', 'calculator.py'),
      run('sheller', 'a.sh'),
    )
    const results = await play(toolCalls, { scripts: runner, toolsets: [packages, scripts], agent })
    expect(
      results.map((one) => (typeof one === 'object' && 'code' in one ? one.code : 'ok')),
    ).toEqual(['script.skill-not-activated', 'ok', 'ok', 'script.skill-not-activated'])
    expect(runner.requests).toHaveLength(1)
  })

  it('C3: a skill detached after its activation can no longer run scripts', async () => {
    const runner = createFakeRunner()
    const both = ['packages', 'portable', 'scripts']
    const skillIds = (there: readonly Skill[]) => there.map(({ id }) => id)
    const harness = await createAgentHarness({
      ...{ model: createCallingModel(), sha256, skills, scripts: runner },
      toolsets: [packages, portable, scripts],
      agent: (there) => sampleAgent({ toolsets: both, skillIds: skillIds(there) }),
    })
    const turn = async (...toolCalls: ToolCall[]) => {
      const before = (await harness.all('tool-completed')).length
      const ports = { model: createCallingModel(...toolCalls) }
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
    // A skill from the library stays usable: it was never attached.
    expect(await turn(again, once, command)).toEqual(['script.skill-not-attached', 'ok', 'ok'])
    expect(runner.requests.map(({ entry }) => entry)).toEqual([
      'calculator.py',
      'scripts/a.sh',
      'ls /skill',
    ])
    expect(runner.requests.at(-1)?.mountedSkills.map(({ slug }) => slug)).toEqual(['sheller'])
    const use: ToolCall = { id: 'call_use', name: 'use_skill', input: { name: 'math' } }
    expect(await turn(use, { ...again, id: 'call_later' })).toEqual(['ok', 'ok'])
  })

  it('B8: a skill deleted after it was loaded is neither run nor read until it is restored', async () => {
    const runner = createFakeRunner()
    const harness = await createAgentHarness({
      ...{ model: createCallingModel(), sha256, skills, scripts: runner },
      toolsets: [portable, scripts],
    })
    const turn = async (...toolCalls: ToolCall[]) => {
      const before = (await harness.all('tool-completed')).length
      const ports = { model: createCallingModel(...toolCalls) }
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
    const runner = createFakeRunner()
    const toolCalls = calls(['use_skill', { name: 'math' }], run('math', 'tool.ts'))
    const results = await play(toolCalls, { scripts: runner })
    expect(results[1]).toMatchObject({
      code: 'sandbox.runtime-missing',
      message: expect.stringContaining('Node.js is not installed'),
    })
    expect(runner.requests).toEqual([])
  })

  it('C5: the prompt names missing runtimes, and nothing where all exist', async () => {
    const promptWith = (runner: ScriptRunner) =>
      scripts.preamble?.({ scripts: runner } as ToolServices)
    expect(await promptWith(createFakeRunner())).toBe(
      'Scripts that need Node.js cannot be run here: it is not installed.',
    )
    expect(await promptWith(createFakeRunner({}, ['python', 'node', 'shell']))).toBe('')
    expect(await promptWith(createFakeRunner({}, []))).toContain('cannot be run here now')
    const broken = { ...createFakeRunner(), runtimes: () => Promise.reject(new Error('gone')) }
    expect(await promptWith(broken)).toBe('')
  })

  it('C5: without a script runner it is not offered, and the run continues', async () => {
    const toolCalls = calls(['use_skill', { name: 'math' }], run('math', 'calculator.py'))
    const results = await play(toolCalls)
    expect(results[1]).toMatchObject({ code: 'sandbox.unavailable' })
  })

  it('C5: where no script can run, no toolset offers to run one', () => {
    const attached = [{ slug: 'math', head: { description: 'Calculates.' } } as Skill]
    const offered = (canRunScripts: boolean) =>
      combineToolsets([packages, scripts], { attached, authored: [], canRunScripts })
    const names = (canRunScripts: boolean) =>
      offered(canRunScripts).descriptions.map(({ name }) => name)
    expect(names(true)).toEqual([
      ...['activate_skill', 'run_skill_script', 'drop_skill', 'run_command'],
    ])
    expect(names(false)).toEqual(['activate_skill', 'drop_skill'])
    expect(offered(false).find('run_command')).toBeUndefined()
    expect(offered(false).instructions).not.toContain('run_command')
  })

  it('D7: a list that allows commands allows the skill’s scripts; one that allows reading does not', async () => {
    const runner = createFakeRunner()
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

  it('C7: the model gets the end of long output, and its length', async () => {
    const toolCalls = calls(['run_command', { command: 'yes', timeout_seconds: 3 }])
    const runner = createFakeRunner({
      stdout: `${'x'.repeat(100_000)}end`,
      stderr: 'y'.repeat(9_000),
    })
    const [results] = await play(toolCalls, { scripts: runner })
    expect(results).toMatchObject({ stdout_characters: 100_003, stderr_characters: 9_000 })
    const { stdout, stderr } = results as { stdout: string; stderr: string }
    expect(stdout).toMatch(/^x+end$/)
    expect([stdout.length, stderr.length]).toEqual([16_000, 4_000])
    expect(runner.requests).toMatchObject([{ skill: null, entry: 'yes', wallMs: 3_000 }])
  })

  it('D7: a command reads the loaded skills that still exist, and belongs to no skill', async () => {
    const runner = createFakeRunner()
    await play(calls(['use_skill', { name: 'math' }], ['run_command', { command: 'ls' }]), {
      scripts: runner,
    })
    expect(runner.requests).toMatchObject([{ skill: null, mountedSkills: [{ slug: 'math' }] }])
  })
})
