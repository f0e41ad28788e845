import type { TraceList } from '@repertoire/client'
import { expect, it } from 'vitest'
import { turnLine } from './traces-command.ts'

const turn: TraceList['items'][number] = {
  ...{ trace_id: 'a'.repeat(32), reference: null, run_id: 'run_1', conversation_id: 'cnv_1' },
  ...{ status: 'completed', agent: null, models: [], message: 'Sum up' },
  ...{ started_at: '2026-05-01T10:00:00.000Z', finished_at: '2026-05-01T10:00:02.500Z' },
  started_by: { kind: 'person', signal_id: null },
  ...{ steps: 3, usage: { input_tokens: 40, output_tokens: 2, cached_tokens: 0 }, cost: 0.5 },
}

it('says what a turn took, and a question mark where nobody knows', () => {
  const columns = (line: string) => line.split(/ {2,}/)
  const begin = [turn.trace_id, 'completed', turn.started_at]
  expect(columns(turnLine(turn))).toEqual([
    ...begin,
    ...['2.5 s', '3 steps', '42 tokens', 'cost 0.5', 'Sum up'],
  ])
  const unknown = { ...turn, finished_at: null, steps: null, usage: null, cost: null }
  expect(columns(turnLine(unknown))).toEqual([
    ...begin,
    ...['? s', '? steps', '? tokens', 'cost ?', 'Sum up'],
  ])
})

it('a message cannot move the cursor, hide text or fill the terminal', () => {
  const line = turnLine({ ...turn, message: `\u001b[2J\u202e${'x'.repeat(1_000_000)}` })
  for (const harmful of ['\u001b', '\u202e']) expect(line).not.toContain(harmful)
  expect(line.length).toBeLessThan(300)
})
