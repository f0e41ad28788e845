import type { FindingSeverity, ScanFinding, ScanVerdict, SkippedPart } from './scan-report.ts'

const order: readonly FindingSeverity[] = ['info', 'low', 'medium', 'high', 'critical']

export function isVerdictAbove(one: FindingSeverity, other: FindingSeverity): boolean {
  return order.indexOf(one) > order.indexOf(other)
}

/** By severity, then path and line. */
export function compareFindings(one: ScanFinding, other: ScanFinding): number {
  return (
    order.indexOf(other.severity) - order.indexOf(one.severity) ||
    (one.path < other.path ? -1 : one.path > other.path ? 1 : 0) ||
    one.line - other.line ||
    one.column - other.column
  )
}

/**
 * The verdict of findings. A critical one blocks; a high one waits for a person, as do medium ones of three families:
 * each may be an accident, together they rarely are. What could not be scanned outweighs all but a block. Pure.
 */
export function verdictOf(
  findings: readonly Pick<ScanFinding, 'rule' | 'severity'>[],
  unscanned: readonly SkippedPart[],
): ScanVerdict {
  const has = (severity: FindingSeverity) => findings.some((one) => one.severity === severity)
  if (has('critical')) return 'blocked'
  if (unscanned.length > 0) return 'incomplete'
  if (has('high') || mediumFamilies(findings) >= 3) return 'review'
  return findings.length > 0 ? 'notice' : 'clean'
}

function mediumFamilies(findings: readonly Pick<ScanFinding, 'rule' | 'severity'>[]): number {
  const medium = findings.filter(({ severity }) => severity === 'medium')
  return new Set(medium.map(({ rule }) => rule.slice(0, rule.indexOf('.')))).size
}
