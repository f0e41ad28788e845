import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Answer, type Plan, type Planned, playPlan } from '../../testing/allowlist-fixture.ts'
import { breaches, checkCalls } from '../../testing/allowlist-oracle.ts'
import type { CrashPoint } from '../../testing/crash-injection.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const plain = (name: string): Planned => ({ name, input: {} })

describe('a list of allowed tools in force', () => {
  const use = (name: string): Planned => ({ name: 'use_skill', input: { name, task: 'fork 0' } })
  const turn = (...calls: Planned[]): Answer[] => calls.map((call) => [call])

  /** What became of each call, in order: `name ok`, or the code of the refusal. */
  async function fates(plan: Partial<Plan>, crashPoints: readonly CrashPoint[] = []) {
    const whole = { turns: [], forks: [], subAgents: true, ...plan }
    const { log, sideEffects } = await playPlan(whole, { crashPoints, sha256 })
    expect(breaches(log, sideEffects)).toEqual([])
    const came = checkCalls(log).map(({ call, refusedBy }) => `${call.name} ${refusedBy ?? 'ok'}`)
    return { came, log, sideEffects }
  }

  it('D7: holds for the rest of the turn, and the next turn begins without it', async () => {
    const { came } = await fates({
      turns: [
        turn(plain('write_file'), use('reader'), plain('read_file'), plain('write_file')),
        turn(plain('write_file')),
      ],
    })
    expect(came).toEqual([
      ...['write_file ok', 'use_skill ok', 'read_file ok', 'write_file tool.not-allowed'],
      'write_file ok',
    ])
  })

  it('D7: holds within one answer, from the call after use_skill on', async () => {
    const answer = [plain('write_file'), use('reader'), plain('write_file')]
    const { came } = await fates({ turns: [[answer]] })
    expect(came).toEqual(['write_file ok', 'use_skill ok', 'write_file tool.not-allowed'])
  })

  it('D7: is replaced by the next skill’s, and ended by a skill without one', async () => {
    const { came } = await fates({
      turns: [
        turn(
          ...[use('reader'), use('writer'), plain('read_file'), plain('write_file')],
          ...[use('open'), plain('read_file'), plain('list_dir')],
        ),
      ],
    })
    expect(came).toEqual([
      ...['use_skill ok', 'use_skill ok', 'read_file tool.not-allowed', 'write_file ok'],
      ...['use_skill ok', 'read_file ok', 'list_dir ok'],
    ])
  })

  it('D7: is not ended by a use_skill that is refused', async () => {
    const { came } = await fates({
      turns: [turn(use('reader'), use('absent'), plain('write_file'))],
    })
    expect(came.slice(1)).toEqual(['use_skill skill.not-found', 'write_file tool.not-allowed'])
  })

  it('D7: keeps from a question what is not allowed, and from its tool whoever said yes', async () => {
    const turns = [turn(use('shell'), plain('clarify'), plain('run_command'), plain('clarify'))]
    const { came, log } = await fates({ turns })
    expect(came.slice(1)).toEqual([
      ...['clarify tool.not-allowed', 'run_command ok', 'clarify tool.not-allowed'],
    ])
    expect(log.filter(({ event }) => event.type === 'approval-required')).toHaveLength(1)
  })

  it('D7: holds in a new process, wherever the one before it died', async () => {
    const turns = [turn(use('reader'), plain('write_file'), plain('read_file'))]
    const whole = await fates({ turns })
    let resumed = 0
    for (let at = 1; at <= 60; at += 1) {
      const { came, log } = await fates({ turns }, [{ at, when: 'after' }])
      expect(came).toEqual(whole.came)
      if (log.some(({ event }) => event.type === 'run-resumed')) resumed += 1
    }
    expect(resumed).toBeGreaterThan(30)
  })

  it('D6, D7: rides on the sub-agent and leaves the main agent as it was', async () => {
    const { came } = await fates({
      turns: [turn(use('writer'), use('apart'), plain('read_file'), plain('edit_file'))],
      forks: [turn(plain('edit_file'), plain('read_file'), use('open'), plain('list_dir'))],
    })
    expect(came).toEqual([
      'use_skill ok',
      ...['edit_file tool.not-allowed', 'read_file ok', 'use_skill ok', 'list_dir ok'],
      'use_skill ok',
      ...['read_file tool.not-allowed', 'edit_file ok'],
    ])
  })

  it('D7: a refused call has no effect, and the model is told which skill it was', async () => {
    const { log, sideEffects } = await fates({ turns: [turn(use('reader'), plain('write_file'))] })
    expect(sideEffects).toEqual([])
    const types = log.map(({ event }) => event.type)
    expect(types.filter((type) => type === 'tool-started')).toHaveLength(1)
    const told = log.findLast(({ event }) => event.type === 'tool-completed')?.event
    expect(told).toMatchObject({
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
