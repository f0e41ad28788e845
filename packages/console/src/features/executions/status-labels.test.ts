import { describe, expect, it } from 'vitest'
import { endSentence, formatDuration, statusLabel, usageLabel } from './status-labels.ts'

describe('words of an execution', () => {
  it('says how it stands, and never fails at a word it does not know', () => {
    expect(statusLabel('timed-out').words).toBe('Took too long')
    expect(statusLabel('installing').words).toBe('Installing packages')
    expect(statusLabel('constructor').words).toBe('constructor')
  })

  it('C5: says what it took, and nothing of what was not measured', () => {
    const usage = { wall_ms: 1240, queued_ms: 20, cpu_ms: 800, peak_memory_bytes: 1024 }
    expect(usageLabel(usage)).toBe(
      'Ran 1.24 s, waited 20 ms, 800 ms of processor time, 1.0 KB of memory at most',
    )
    expect(usageLabel({ wall_ms: 5, queued_ms: 0, cpu_ms: null, peak_memory_bytes: null })).toBe(
      'Ran 5 ms',
    )
    expect(formatDuration(125_000)).toBe('2 min 5 s')
  })

  it('tells the end in one sentence', () => {
    expect(endSentence('a.py', 'failed', 3)).toBe('a.py: failed, exit code 3.')
    expect(endSentence('a.py', 'cancelled', null)).toBe('a.py: cancelled.')
  })
})
