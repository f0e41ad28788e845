import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ToolCall } from '@repertoire/core/domain'
import { createCallingModel } from '@repertoire/core/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { defineTool } from '../runtime/own-tools/define-tool.ts'
import type { Hooks } from '../setup/config-file/hooks.ts'
import { createRepertoire, type Repertoire } from './create-repertoire.ts'
import type { RepertoireOptions } from './repertoire-options.ts'

const call = (name: string, input: ToolCall['input']): ToolCall => ({ id: name, name, input })
const send = call('send_report', { to: 'Ada', password: 'hunter2' })
const sendReport = defineTool({
  ...{ name: 'send_report', description: 'Sends a report.', tier: 'ALWAYS_CONFIRM' },
  input: z.object({ to: z.string(), password: z.string() }),
  execute: () => ({ sent: 'hunter2' }),
})

let skills: string
let open: Repertoire | undefined
beforeEach(() => {
  skills = mkdtempSync(join(tmpdir(), 'repertoire-hooks-'))
  mkdirSync(join(skills, 'postgres-triage'))
  const text = '---\nname: postgres-triage\ndescription: Slow Postgres.\n---\nLook at locks.\n'
  writeFileSync(join(skills, 'postgres-triage/SKILL.md'), text)
})
afterEach(async () => {
  await open?.close()
  open = undefined
  rmSync(skills, { recursive: true })
  vi.restoreAllMocks()
})

async function start(options: RepertoireOptions): Promise<Repertoire> {
  open = await createRepertoire(options)
  return open
}

const enable = call('enable_skill', { skill_slug: 'postgres-triage' })

describe('hooks', () => {
  it('are given skills, approvals, calls and the end, without arguments and results', async () => {
    const received: [keyof Hooks, object][] = []
    const note = (name: keyof Hooks) => (event: object) => received.push([name, event])
    const hooks: Required<Hooks> = {
      ...{ runEnded: note('runEnded'), approvalRequested: note('approvalRequested') },
      ...{ skillActivated: note('skillActivated'), toolCalled: note('toolCalled') },
    }
    const model = createCallingModel(enable, send)
    const onApproval = () => false
    const repertoire = await start({
      ...{ model, skills, hooks, tools: [sendReport], onApproval },
    })
    await Array.fromAsync(repertoire.ask('The database is slow.'))
    await vi.waitFor(() => expect(received.at(-1)?.[0]).toBe('runEnded'))
    expect(received.map(([name]) => name)).toEqual([
      ...['toolCalled', 'skillActivated'],
      ...['approvalRequested', 'toolCalled', 'runEnded'],
    ])
    expect(received.map(([, event]) => event)).toMatchObject([
      { tool: 'enable_skill', outcome: 'ok', problem: null },
      { skill: { slug: 'postgres-triage' } },
      { type: 'tool_call' },
      { tool: 'send_report', outcome: 'refused', problem: 'approval.denied' },
      { runId: expect.any(String) },
    ])
    expect(JSON.stringify(received)).not.toContain('hunter2')
  })

  it('cannot change an effect or break a turn: what they throw, at once or later, is logged', async () => {
    const logged = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const hooks: Hooks = {
      approvalRequested: () => {
        throw new Error('at once')
      },
      skillActivated: ({ skill }) => {
        Object.assign(skill, { slug: 'changed', digest: 'changed' })
      },
      toolCalled: () => Promise.reject(new Error('later')),
    }
    const model = createCallingModel(enable, send)
    const repertoire = await start({
      ...{ model, skills, hooks, tools: [sendReport], onApproval: () => true },
    })
    const turn = await Array.fromAsync(repertoire.ask('The database is slow.'))
    const outcomes = turn.flatMap((one) =>
      one.event === 'tool_completed' ? [one.data.outcome.status] : [],
    )
    expect(outcomes).toEqual(['ok', 'ok'])
    expect(turn.at(-1)).toMatchObject({ event: 'run_completed', data: { text: 'Done.' } })
    expect(model.requests.at(-1)?.system.join('\n')).toContain('Look at locks.')
    const lines = logged.mock.calls.map(([line]) => String(line)).join('')
    expect(lines).toMatch(/at once[\s\S]*later/)
  })
})

describe('several people', () => {
  it('have conversations, skills and approvals of their own', async () => {
    const model = createCallingModel(enable)
    const repertoire = await start({ model })
    const ada = await repertoire.as({ userId: 'ada', name: 'Ada', skills })
    const bob = await repertoire.as({ userId: 'bob', name: 'Bob' })
    const chat = { conversation: 'chat' }
    await Array.fromAsync(ada.ask('My secret is 42.', chat))
    expect(model.requests.at(-1)?.system.join('\n')).toContain('Look at locks.')
    for (const other of [bob, repertoire]) {
      await Array.fromAsync(other.ask('What is the secret?', chat))
      const seen = JSON.stringify(model.requests.at(-1))
      expect(seen).not.toContain('42')
      expect(seen).not.toContain('Look at locks.')
    }
    const again = await repertoire.as({ userId: 'ada', name: 'Ada' })
    await Array.fromAsync(again.ask('What is it?', chat))
    expect(JSON.stringify(model.requests.at(-1))).toContain('42')
  })

  it('cannot answer each other’s questions', async () => {
    const repertoire = await start({ model: createCallingModel(send), tools: [sendReport] })
    const ada = await repertoire.as({ userId: 'ada', name: 'Ada' })
    const bob = await repertoire.as({ userId: 'bob', name: 'Bob' })
    const outcomes: string[] = []
    for await (const event of ada.ask('Send it.')) {
      if (event.event === 'tool_completed') outcomes.push(event.data.outcome.status)
      if (event.event !== 'approval_required') continue
      await expect(bob.answer(event, true)).rejects.toMatchObject({
        problem: { kind: 'not-found' },
      })
      await ada.answer(event, false)
    }
    expect(outcomes).toEqual(['refused'])
  })
})
