import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../execution/default-limits.ts'
import { type Ending, outcomeOf } from './outcome.ts'

const plain: Ending = {
  runtime: 'python',
  killedFor: null,
  exitCode: 0,
  cpuMs: 10,
  memoryGroupKilled: false,
  stderrTail: '',
  largestFileBytes: 0,
}
const { fileBytes } = defaultLimits
const of = (ending: Partial<Ending>) => outcomeOf({ ...plain, ...ending }, defaultLimits)
const heap = 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n'

describe('the status of an execution', () => {
  it.each<[string, Partial<Ending>, string, number | null]>([
    ['ended by itself', {}, 'ok', 0],
    ['with an exit code', { exitCode: 3 }, 'failed', 3],
    ['by a signal of its own', { exitCode: 137 }, 'failed', 137],
    ['ended by us', { exitCode: null, killedFor: 'disk-limit' }, 'disk-limit', null],
    ['ended by us as it ended itself', { exitCode: 0, killedFor: 'timed-out' }, 'timed-out', null],
    ['by the soft processor limit', { exitCode: 152 }, 'timed-out', null],
    ['by the hard processor limit', { exitCode: 137, cpuMs: 10_500 }, 'timed-out', null],
    ['killed, with unknown use', { exitCode: 137, cpuMs: null }, 'failed', 137],
    ['by a memory group', { exitCode: 137, memoryGroupKilled: true }, 'out-of-memory', 137],
    ['Python without memory', { exitCode: 1, stderrTail: 'x\nMemoryError\n' }, 'out-of-memory', 1],
    [
      'Python that speaks of it',
      { exitCode: 1, stderrTail: 'no MemoryError: x\nbye' },
      'failed',
      1,
    ],
    [
      'Node without heap',
      { runtime: 'node', exitCode: 134, stderrTail: heap },
      'out-of-memory',
      134,
    ],
    ['a Node that aborts', { runtime: 'node', exitCode: 134 }, 'failed', 134],
    ['by the limit of one file', { exitCode: 153 }, 'disk-limit', 153],
    ['a Python whose file is full', { exitCode: 1, largestFileBytes: fileBytes }, 'disk-limit', 1],
    ['with a smaller file', { exitCode: 1, largestFileBytes: fileBytes / 2 }, 'failed', 1],
    ['well, with a full file', { largestFileBytes: fileBytes }, 'ok', 0],
    ['a script that says so but succeeds', { stderrTail: 'MemoryError' }, 'ok', 0],
  ])('%s', (_, ending, status, exitCode) => {
    expect(of(ending)).toEqual({ status, exitCode })
  })
})
