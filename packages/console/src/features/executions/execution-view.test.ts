import type { ExecutionBody, ExecutionEvent } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import {
  applyExecutionEvent,
  type ExecutionView,
  emptyExecution,
  maxShown,
  viewOfRecord,
} from './execution-view.ts'
import { execution } from './sample-execution.ts'

type Stream = 'stdout' | 'stderr'
const output = (stream: Stream, text: string): ExecutionEvent => ({
  event: 'output',
  data: { stream, text },
})
const fold = (events: readonly ExecutionEvent[]) =>
  events.reduce(applyExecutionEvent, emptyExecution)
const printed = ({ parts }: ExecutionView) => parts.map(({ stream, text }) => [stream, text])

describe('applyExecutionEvent', () => {
  it('C5: keeps the order in which the two streams were printed, and joins what belongs together', () => {
    const view = fold([
      output('stdout', 'one\n'),
      output('stdout', 'two\n'),
      output('stderr', 'oh\n'),
      output('stdout', 'three\n'),
    ])
    expect(printed(view)).toEqual([
      ['stdout', 'one\ntwo\n'],
      ['stderr', 'oh\n'],
      ['stdout', 'three\n'],
    ])
  })

  it('finds a sequence that was cut in two, though the other stream printed in between', () => {
    const view = fold([
      output('stdout', 'a\u001b[3'),
      output('stderr', 'warn'),
      output('stdout', '1mb'),
    ])
    expect(printed(view)).toEqual([
      ['stdout', 'a'],
      ['stderr', 'warn'],
      ['stdout', 'b'],
    ])
  })

  it('lets a progress bar write over itself across events', () => {
    const begun = fold([output('stdout', '1%\r'), output('stdout', '2%\r')])
    expect(printed(begun)).toEqual([['stdout', '2%']])
    const bar = fold([output('stdout', '1%\r'), output('stdout', '2%\r'), output('stdout', '3%\n')])
    expect(printed(bar)).toEqual([['stdout', '3%\n']])
  })

  it('keeps the end of too much output, and says so', () => {
    const view = fold([
      output('stdout', 'old'.repeat(10)),
      output('stderr', 'x'.repeat(maxShown - 5)),
      output('stdout', 'newest'),
    ])
    expect(view.parts.reduce((sum, { text }) => sum + text.length, 0)).toBe(maxShown)
    expect(view.parts.at(-1)?.text).toBe('newest')
    expect(view.cut).toBe(true)
  })

  it('ends with the record', () => {
    const end: ExecutionBody = { ...execution, status: 'failed', exit_code: 3 }
    expect(fold([output('stdout', 'x'), { event: 'end', data: end }]).end).toBe(end)
  })
})

describe('viewOfRecord', () => {
  it('shows what is kept of both streams', () => {
    const view = viewOfRecord({ ...execution, stdout: 'a\u001b[1mb', stderr: 'c' })
    expect(printed(view)).toEqual([
      ['stdout', 'ab'],
      ['stderr', 'c'],
    ])
    expect(viewOfRecord({ ...execution, stdout: '' }).parts).toEqual([])
  })
})
