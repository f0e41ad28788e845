import type { TriggerFiringBody } from '@repertoire/client'
import { expect, it } from 'vitest'
import type { Terminal } from '../terminal/terminal.ts'
import { printFiring } from './trigger-lines.ts'

it('a firing that started no turn says why, and what to do', () => {
  const lines: string[] = []
  const terminal = {
    out: (line: string) => void lines.push(line),
    paint: (_format: unknown, text: string) => text,
  } as unknown as Terminal
  const firing: TriggerFiringBody = {
    ...{ signal_id: 'sig_1', key: 'at:1', trace_id: 'a'.repeat(32), outcome: 'skipped' },
    ...{ planned_at: '2026-11-30T07:00:00.000Z', fired_at: '2026-11-30T07:00:00.000Z' },
    ...{ conversation_id: null, run_id: null, run_status: null },
    problem: {
      code: 'quota.exceeded',
      message: 'The organisation has started 2 runs today.',
      hint: 'Wait until the next day begins.',
    },
  }
  printFiring(terminal, firing)
  expect(lines).toEqual([
    expect.stringMatching(/skipped .*2 runs today\. Wait until the next day begins\.$/),
  ])
})
