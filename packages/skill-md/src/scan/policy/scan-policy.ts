import type { FindingSeverity } from '../scan-report.ts'

export const severities = ['info', 'low', 'medium', 'high', 'critical'] as const

export const scanPresets = ['strict', 'balanced', 'quiet'] as const
/**
 * What waits for a person. `strict`: from one medium finding on. `balanced`: a high one, or medium ones of three families.
 * `quiet`: high ones alone. A critical one blocks, and what cannot be scanned waits, in each.
 */
export type ScanPreset = (typeof scanPresets)[number]

/** The severity that the findings of a rule count with, by its id or by its family: `run.pipe-to-shell`, `run.*`. */
export type SeverityOverrides = Readonly<Record<string, FindingSeverity>>

/** How the findings of the scanner are counted. */
export interface ScanPolicy {
  readonly preset: ScanPreset
  readonly severities: SeverityOverrides
}

export const defaultScanPolicy: ScanPolicy = { preset: 'balanced', severities: {} }

/** The severity that is set for a rule: by its id, else by its family; null where the scanner's own counts. Pure. */
export function overriddenSeverity(
  rule: string,
  overrides: SeverityOverrides,
): FindingSeverity | null {
  const key = [rule, familyOf(rule)].find((one) => Object.hasOwn(overrides, one))
  return (key !== undefined && overrides[key]) || null
}

/** `run.*` for `run.pipe-to-shell`. Pure. */
export function familyOf(rule: string): string {
  return `${rule.slice(0, rule.indexOf('.'))}.*`
}
