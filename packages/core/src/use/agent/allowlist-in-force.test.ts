import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  type Plan,
  type PlannedCall,
  type PlannedStep,
  playPlan,
} from '../../testing/allowlist-fixture.ts'
import { breaches, checkCalls } from '../../testing/allowlist-oracle.ts'
import type { CrashPoint } from '../../testing/crash-injection.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const plain = (name: string): PlannedCall => ({ name, input: {} })

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
    expect(breaches(log, sideEffects)).toEqual([])
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
})
