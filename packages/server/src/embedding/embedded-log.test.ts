import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCallingModel } from '@repertoire/core/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRepertoire, type Repertoire } from './create-repertoire.ts'

describe('the log of an embedded repertoire', () => {
  let skills: string
  let open: Repertoire | undefined
  const lines: string[] = []
  const log = { write: (line: string) => lines.push(line) }
  const logged = () => lines.map((line) => JSON.parse(line))

  beforeEach(() => {
    skills = mkdtempSync(join(tmpdir(), 'repertoire-log-'))
    lines.length = 0
  })
  afterEach(async () => {
    await open?.close()
    open = undefined
    vi.unstubAllEnvs()
    rmSync(skills, { recursive: true })
  })

  it('names a skill that no agent finds', async () => {
    mkdirSync(join(skills, 'notes'))
    writeFileSync(join(skills, 'notes/SKILL.md'), '---\nname: notes\n---\nA secret text.\n')
    open = await createRepertoire({ model: createCallingModel(), skills, log })
    expect(logged()).toContainEqual(
      expect.objectContaining({
        ...{
          level: 'warn',
          skill: 'notes',
          codes: expect.arrayContaining(['description.missing']),
        },
        msg: 'a skill has no description, so no agent finds it',
      }),
    )
    expect(lines.join('')).not.toContain('secret text')
  })

  it('says once that no script can run, and a call of one is told the same', async () => {
    vi.stubEnv('PATH', skills)
    const input = { skill_name: 'notes', script_name: 'sum.py' }
    const model = createCallingModel({ id: 'a', name: 'run_skill_script', input })
    open = await createRepertoire({ model, log })
    const outcomes: unknown[] = []
    for await (const { event, data } of open.ask('Run it.')) {
      if (event === 'tool_completed') outcomes.push(data.outcome)
    }
    expect(outcomes).toMatchObject([
      { status: 'refused', problem: { code: 'sandbox.unavailable' } },
    ])
    await vi.waitFor(() =>
      expect(logged().filter(({ code }) => code === 'sandbox.unavailable')).toHaveLength(1),
    )
  })

  it('has what a model of the program threw, and the turn does not', async () => {
    const model = { label: 'Mine', step: () => Promise.reject(new Error('no such host: llm')) }
    open = await createRepertoire({ model, log })
    const events = await Array.fromAsync(open.ask('Hello.'))
    expect(logged()).toContainEqual(
      expect.objectContaining({
        ...{ level: 'warn', msg: 'a model failed', model: 'Mine' },
        err: expect.objectContaining({ message: 'no such host: llm' }),
      }),
    )
    expect(JSON.stringify(events)).toContain('model.failed')
    expect(JSON.stringify(events)).not.toContain('no such host')
  })

  it('is as quiet as it is told to be', async () => {
    vi.stubEnv('PATH', skills)
    open = await createRepertoire({ model: createCallingModel(), log: { ...log, level: 'error' } })
    await open.close()
    open = undefined
    expect(lines).toEqual([])
  })
})
