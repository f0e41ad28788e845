import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scanRules } from '../ruleset.ts'
import { scanLimits, scanPackage } from '../scan-package.ts'
import type { ScanFinding, ScanVerdict } from '../scan-report.ts'
import { ruleCases } from '../testing/rule-cases.ts'
import { verdictOf } from '../verdict.ts'
import { judgeByPolicy } from './judge-by-policy.ts'
import { isKnownRule, nearestRules } from './known-rules.ts'
import {
  defaultScanPolicy,
  overriddenSeverity,
  type ScanPolicy,
  scanPresets,
  severities,
} from './scan-policy.ts'

const ids = ['run.a', 'run.b', 'flow.a', 'hidden.a', 'secret.a'] as const
const ofRule = (rule: string, severity: ScanFinding['severity'], line = 1): ScanFinding => ({
  ...{ rule, severity, path: 'SKILL.md', line, column: 1, excerpt: '', match: '' },
  ...{ message: '', attack: '', fix: '' },
})
const severity = fc.constantFrom(...severities)
const finding = fc
  .tuple(fc.constantFrom(...ids), severity, fc.nat(9))
  .map(([rule, level, line]) => ofRule(rule, level, line))
const report = fc.record({
  findings: fc.array(finding, { maxLength: 6 }),
  unscanned: fc.array(fc.record({ path: fc.constant('a'), reason: fc.constant('is b') }), {
    maxLength: 1,
  }),
})
const overrides = fc.dictionary(fc.constantFrom(...ids, 'run.*', 'flow.*'), severity)
const policy: fc.Arbitrary<ScanPolicy> = fc.record({
  preset: fc.constantFrom(...scanPresets),
  severities: overrides,
})
const isHeld = (verdict: ScanVerdict) => verdict !== 'clean' && verdict !== 'notice'

describe('presets and severities of an organisation', () => {
  it('the default is what the scanner says', () => {
    fc.assert(
      fc.property(report, ({ findings, unscanned }) => {
        const judged = judgeByPolicy({ findings, unscanned }, defaultScanPolicy)
        expect(judged.verdict).toBe(verdictOf(findings, unscanned))
        expect(judged.findings.every((one) => one.scannerSeverity === undefined)).toBe(true)
      }),
    )
  })

  it('strict holds all that balanced holds, and balanced all that quiet holds; each blocks the same', () => {
    fc.assert(
      fc.property(report, overrides, (given, set) => {
        const [strict, balanced, quiet] = scanPresets.map(
          (preset) => judgeByPolicy(given, { preset, severities: set }).verdict,
        ) as [ScanVerdict, ScanVerdict, ScanVerdict]
        if (isHeld(quiet)) expect(isHeld(balanced)).toBe(true)
        if (isHeld(balanced)) expect(isHeld(strict)).toBe(true)
        const blocks = [strict, balanced, quiet].filter((one) => one === 'blocked').length
        expect([0, 3]).toContain(blocks)
      }),
    )
  })

  it('a medium finding waits under strict, three families of them under balanced, none under quiet', () => {
    const verdicts = (...rules: string[]) =>
      scanPresets.map((preset) => {
        const findings = rules.map((rule) => ofRule(rule, 'medium'))
        return judgeByPolicy({ findings, unscanned: [] }, { preset, severities: {} }).verdict
      })
    expect(verdicts('run.a')).toEqual(['review', 'notice', 'notice'])
    expect(verdicts('run.a', 'flow.a', 'hidden.a')).toEqual(['review', 'review', 'notice'])
  })

  it('a severity set for one rule changes no finding of another, and no verdict of a package without it', () => {
    fc.assert(
      fc.property(report, policy, severity, (given, { preset, severities: set }, level) => {
        const others = { ...given, findings: given.findings.filter((one) => one.rule !== 'run.a') }
        const after = { preset, severities: { ...set, 'run.a': level } }
        expect(judgeByPolicy(others, after)).toEqual(
          judgeByPolicy(others, { preset, severities: set }),
        )
      }),
    )
  })

  it('an id counts before its family, and a name of a prototype is none', () => {
    const set = { 'run.*': 'info', 'run.a': 'critical' } as const
    expect(overriddenSeverity('run.a', set)).toBe('critical')
    expect(overriddenSeverity('run.b', set)).toBe('info')
    expect(overriddenSeverity('constructor', {})).toBeNull()
  })

  it('a full report may leave out findings of a rule that is raised here, so it waits', () => {
    const findings = Array.from({ length: scanLimits.findings }, (_, at) =>
      ofRule('run.b', 'low', at),
    )
    const full = { findings, unscanned: [] }
    expect(judgeByPolicy(full, defaultScanPolicy).verdict).toBe('notice')
    const raised = { preset: 'quiet', severities: { 'secret.a': 'high' } } as const
    expect(judgeByPolicy(full, raised).verdict).toBe('review')
    expect(judgeByPolicy({ ...full, findings: findings.slice(1) }, raised).verdict).toBe('notice')
  })

  it('a rule finds critical things only where its own severity says so: that tells which rules can block', () => {
    const known = new Map(scanRules.map(({ id, severity: own }) => [id, own]))
    for (const { path, bad, beside } of Object.values(ruleCases)) {
      const bytes = typeof bad === 'string' ? new TextEncoder().encode(bad) : bad
      const files = [{ path, bytes, executable: false }]
      const other = beside && { path: beside.path, bytes: new TextEncoder().encode(beside.text) }
      const all = other ? [...files, { ...other, executable: false }] : files
      for (const { rule, severity: found } of scanPackage(all).findings)
        if (found === 'critical') expect([rule, known.get(rule)]).toEqual([rule, 'critical'])
    }
  })

  it('an unknown rule is told the nearest names', () => {
    expect(isKnownRule('run.pipe-to-shell', scanRules)).toBe(true)
    expect(isKnownRule('run.*', scanRules)).toBe(true)
    expect(isKnownRule('*', scanRules)).toBe(false)
    expect(nearestRules('run.pipe-to-shel', scanRules)[0]).toBe('run.pipe-to-shell')
    expect(nearestRules('runs.*', scanRules)).toContain('run.*')
    expect(nearestRules('prompt.bidi', scanRules)).toContain('hidden.bidi')
    expect(nearestRules('x'.repeat(10_000), scanRules)).toEqual([])
  })
})
