import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  type Plan,
  type PlannedCall,
  type PlannedStep,
  playPlan,
} from '../../testing/allowlist-fixture.ts'
import { allowlistViolations, checkCalls } from '../../testing/allowlist-oracle.ts'
import type { CrashPoint } from '../../testing/crash-injection.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const plain = (name: string): PlannedCall => ({
  name,
  input: name === 'clarify' ? { question: 'May I?' } : {},
})

describe('a list of allowed tools in force', () => {
  const use = (name: string): PlannedCall => ({
    name: 'use_skill',
    input: { name, task: 'fork 0' },
  })
  const turn = (...calls: PlannedCall[]): PlannedStep[] => calls.map((call) => [call])

  /** The outcome of each call, in order: `name ok`, or the code of the refusal. */
  async function callOutcomes(plan: Partial<Plan>, crashPoints: readonly CrashPoint[] = []) {
    const fullPlan = { turns: [], forks: [], subAgents: true, ...plan }
    const { log, sideEffects } = await playPlan(fullPlan, { crashPoints, sha256 })
    expect(allowlistViolations(log, sideEffects)).toEqual([])
    const outcomes = checkCalls(log).map(
      ({ call, refusedBy }) => `${call.name} ${refusedBy ?? 'ok'}`,
    )
    return { outcomes, log, sideEffects }
  }

  it('D7: applies for the rest of the turn, and the next turn begins without it', async () => {
    const { outcomes } = await callOutcomes({
      turns: [
        turn(plain('write_file'), use('reader'), plain('read_file'), plain('write_file')),
        turn(plain('write_file')),
      ],
    })
    expect(outcomes).toEqual([
      ...['write_file ok', 'use_skill ok', 'read_file ok', 'write_file tool.not-allowed'],
      'write_file ok',
    ])
  })

  it('D7: applies within one answer, from the call after use_skill', async () => {
    const answer = [plain('write_file'), use('reader'), plain('write_file')]
    const { outcomes } = await callOutcomes({ turns: [[answer]] })
    expect(outcomes).toEqual(['write_file ok', 'use_skill ok', 'write_file tool.not-allowed'])
  })

  it('D7: is replaced by the next skill’s, and ended by a skill without one', async () => {
    const { outcomes } = await callOutcomes({
      turns: [
        turn(
          ...[use('reader'), use('writer'), plain('read_file'), plain('write_file')],
          ...[use('open'), plain('read_file'), plain('list_dir')],
        ),
      ],
    })
    expect(outcomes).toEqual([
      ...['use_skill ok', 'use_skill ok', 'read_file tool.not-allowed', 'write_file ok'],
      ...['use_skill ok', 'read_file ok', 'list_dir ok'],
    ])
  })

  it('D7: is not ended by a refused use_skill', async () => {
    const { outcomes } = await callOutcomes({
      turns: [turn(use('reader'), use('absent'), plain('write_file'))],
    })
    expect(outcomes.slice(1)).toEqual(['use_skill skill.not-found', 'write_file tool.not-allowed'])
  })

  it('D7: refuses a call before its approval request, and after an approval', async () => {
    const turns = [turn(use('shell'), plain('clarify'), plain('run_command'), plain('clarify'))]
    const { outcomes, log } = await callOutcomes({ turns })
    expect(outcomes.slice(1)).toEqual([
      ...['clarify tool.not-allowed', 'run_command ok', 'clarify tool.not-allowed'],
    ])
    expect(log.filter(({ event }) => event.type === 'approval-required')).toHaveLength(1)
  })

  it('D7: applies in a new process, wherever the previous one crashed', async () => {
    const turns = [turn(use('reader'), plain('write_file'), plain('read_file'))]
    const uninterrupted = await callOutcomes({ turns })
    let resumed = 0
    for (let at = 1; at <= 60; at += 1) {
      const { outcomes, log } = await callOutcomes({ turns }, [{ at, when: 'after' }])
      expect(outcomes).toEqual(uninterrupted.outcomes)
      if (log.some(({ event }) => event.type === 'run-resumed')) resumed += 1
    }
    expect(resumed).toBeGreaterThan(30)
  })

  it('D6, D7: applies to the sub-agent and leaves the main agent unrestricted', async () => {
    const { outcomes } = await callOutcomes({
      turns: [turn(use('writer'), use('apart'), plain('read_file'), plain('edit_file'))],
      forks: [turn(plain('edit_file'), plain('read_file'), use('open'), plain('list_dir'))],
    })
    expect(outcomes).toEqual([
      'use_skill ok',
      ...['edit_file tool.not-allowed', 'read_file ok', 'use_skill ok', 'list_dir ok'],
      'use_skill ok',
      ...['read_file tool.not-allowed', 'edit_file ok'],
    ])
  })

  it('D7: a refused call has no effect, and the refusal names the skill', async () => {
    const { log, sideEffects } = await callOutcomes({
      turns: [turn(use('reader'), plain('write_file'))],
    })
    expect(sideEffects).toEqual([])
    const types = log.map(({ event }) => event.type)
    expect(types.filter((type) => type === 'tool-started')).toHaveLength(1)
    const completed = log.findLast(({ event }) => event.type === 'tool-completed')?.event
    expect(completed).toMatchObject({
      outcome: {
        status: 'refused',
        problem: {
          message: expect.stringContaining('"reader" allows only read_file'),
          details: { skill: 'reader', tool: 'write_file', allowed_tools: ['read_file'] },
        },
      },
    })
  })

  const load = (name: string, input: PlannedCall['input']): PlannedCall => ({ name, input })
  const byEach: [string, PlannedCall][] = [
    ['enable_skill', load('enable_skill', { skill_slug: 'reader' })],
    ['activate_skill', load('activate_skill', { skill_name: 'reader' })],
    ['activate_skills', load('activate_skills', { ids: ['reader'] })],
    ['read_skill', load('read_skill', { name: 'reader' })],
    ['use_skill', use('reader')],
    [
      'tool_invoke',
      load('tool_invoke', { tool: 'enable_skill', arguments: { skill_slug: 'reader' } }),
    ],
  ]

  it.each(byEach)('D7: holds when the skill was loaded by %s', async (_, loading) => {
    const { outcomes } = await callOutcomes({
      turns: [turn(loading, plain('read_file'), plain('write_file'))],
    })
    expect(outcomes.slice(1)).toEqual(['read_file ok', 'write_file tool.not-allowed'])
  })

  it('D7: holds when a person activated the skill, in every turn until it is deactivated', async () => {
    const again = turn(plain('write_file'))
    const { outcomes } = await callOutcomes({
      before: [[{ by: 'activate', slug: 'reader' }], [], [{ by: 'deactivate', slug: 'reader' }]],
      turns: [again, again, again],
    })
    expect(outcomes).toEqual([
      ...['write_file tool.not-allowed', 'write_file tool.not-allowed', 'write_file ok'],
    ])
  })

  it('E8: holds when a trigger preloaded the skill', async () => {
    const { outcomes } = await callOutcomes({
      before: [[{ by: 'preload', slug: 'reader' }]],
      turns: [turn(plain('write_file')), turn(plain('write_file'), plain('read_file'))],
    })
    expect(outcomes.slice(1)).toEqual(['write_file tool.not-allowed', 'read_file ok'])
  })

  it('D7: lists hold together, and a skill without one neither adds nor lifts', async () => {
    const { outcomes } = await callOutcomes({
      turns: [
        turn(
          load('enable_skill', { skill_slug: 'reader' }),
          load('enable_skill', { skill_slug: 'open' }),
          ...[plain('write_file'), use('writer'), plain('write_file'), plain('read_file')],
          ...[plain('list_dir'), use('open'), plain('write_file'), plain('read_file')],
        ),
      ],
    })
    expect(outcomes.slice(2)).toEqual([
      ...['write_file tool.not-allowed', 'use_skill ok', 'write_file ok', 'read_file ok'],
      ...[
        'list_dir tool.not-allowed',
        'use_skill ok',
        'write_file tool.not-allowed',
        'read_file ok',
      ],
    ])
  })

  it('D7: a disabled skill lifts its list from the next turn on', async () => {
    const { outcomes } = await callOutcomes({
      turns: [
        turn(
          load('enable_skill', { skill_slug: 'reader' }),
          load('disable_skill', { skill_slug: 'reader' }),
          plain('write_file'),
        ),
        turn(plain('write_file')),
      ],
    })
    expect(outcomes.slice(1)).toEqual([
      ...['disable_skill ok', 'write_file tool.not-allowed', 'write_file ok'],
    ])
  })

  it('D6, D7: a sub-agent without a list of its own inherits those of the session', async () => {
    const { outcomes } = await callOutcomes({
      turns: [turn(load('enable_skill', { skill_slug: 'reader' }), use('apart-open'))],
      forks: [turn(plain('write_file'), plain('read_file'))],
    })
    expect(outcomes.slice(1)).toEqual([
      ...['write_file tool.not-allowed', 'read_file ok', 'use_skill ok'],
    ])
  })

  it.each([
    ['enable_skill', load('enable_skill', { skill_slug: 'apart' })],
    ['activate_skills', load('activate_skills', { ids: ['apart'] })],
    ['read_skill', load('read_skill', { name: 'apart' })],
  ])(
    'D6: %s refuses a skill that a sub-agent carries out, and says what to call',
    async (name, loading) => {
      const { outcomes, log } = await callOutcomes({ turns: [turn(loading)] })
      expect(outcomes).toEqual([`${name} skill.runs-apart`])
      expect(JSON.stringify(log)).toContain('use_skill')
    },
  )

  it('D6: activate_skill runs it in a sub-agent', async () => {
    const { outcomes, log } = await callOutcomes({
      turns: [turn(load('activate_skill', { skill_name: 'apart' }))],
      forks: [],
    })
    // The scripted sub-agent makes the same call; it cannot start another sub-agent.
    expect(outcomes).toEqual(['activate_skill ok', 'activate_skill ok'])
    expect(log.filter(({ event }) => event.type === 'fork-started')).toHaveLength(1)
  })
})
