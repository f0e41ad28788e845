import { describe, expect, it } from 'vitest'
import type { Role } from './principal.ts'
import { defaultScanSettings, type ScanSettings, scanSettingsProblem } from './scan-settings.ts'

const rules = [
  { id: 'run.shell', severity: 'critical' },
  { id: 'run.pipe', severity: 'high' },
] as const

function problem(
  role: Role,
  after: Partial<ScanSettings>,
  before: ScanSettings = defaultScanSettings,
) {
  const change = { before, after: { ...before, ...after }, role, rules }
  return scanSettingsProblem(change)
}

describe('who may change how findings count', () => {
  it('an unknown rule is refused with the nearest names; one that a release left out may stay', () => {
    expect(problem('owner', { scanSeverities: { 'run.pip': 'low' } })).toMatchObject({
      code: 'settings.scan-rule-unknown',
      hint: expect.stringContaining('run.pipe'),
    })
    const gone = { ...defaultScanSettings, scanSeverities: { 'run.gone': 'low' } } as const
    expect(problem('admin', { scanPreset: 'strict' }, gone)).toBeUndefined()
  })

  it('quiet, and a lower severity of what blocks, are an owner’s alone, by rule or by family', () => {
    const forbidden = { code: 'settings.scan-owners-only', kind: 'forbidden' }
    const raised = { ...defaultScanSettings, scanSeverities: { 'run.pipe': 'critical' } } as const
    const lowered = { ...defaultScanSettings, scanSeverities: { 'run.shell': 'medium' } } as const
    for (const [after, before] of [
      [{ scanPreset: 'quiet' }],
      [{ scanSeverities: { 'run.shell': 'high' } }],
      [{ scanSeverities: { 'run.*': 'low' } }],
      [{ scanSeverities: {} }, raised],
      [{ scanSeverities: { 'run.shell': 'info' } }, lowered],
    ] as readonly [Partial<ScanSettings>, ScanSettings?][]) {
      expect(problem('admin', after, before)).toMatchObject(forbidden)
      expect(problem('owner', after, before)).toBeUndefined()
    }
  })

  it('an admin makes it stricter, and lowers what only waits', () => {
    const lowered = { ...defaultScanSettings, scanSeverities: { 'run.shell': 'low' } } as const
    expect(problem('admin', { scanPreset: 'strict' })).toBeUndefined()
    expect(problem('admin', { scanSeverities: { 'run.pipe': 'low' } })).toBeUndefined()
    expect(problem('admin', { scanSeverities: {} }, lowered)).toBeUndefined()
    const quiet = { ...defaultScanSettings, scanPreset: 'quiet' } as const
    expect(problem('admin', { scanPreset: 'balanced' }, quiet)).toBeUndefined()
    const kept = { scanSeverities: { ...lowered.scanSeverities, 'run.pipe': 'low' } } as const
    expect(problem('admin', kept, lowered)).toBeUndefined()
  })
})
