import type { ScanFinding, ScanReport } from './scan-report.ts'
import { verdictOf } from './verdict.ts'

/** A person's word that a finding of a rule is wrong for one file of a skill. */
export interface Suppression {
  readonly rule: string
  /** The file, as in the finding. */
  readonly path: string
  readonly reason: string
}

/** The report without the suppressed findings, judged anew, and what was left out. Pure. */
export function applySuppressions(
  report: ScanReport,
  suppressions: readonly Suppression[],
): { readonly report: ScanReport; readonly suppressed: readonly ScanFinding[] } {
  const keys = new Set(suppressions.map(({ rule, path }) => `${rule}\0${path}`))
  const isSuppressed = ({ rule, path }: ScanFinding) => keys.has(`${rule}\0${path}`)
  const findings = report.findings.filter((finding) => !isSuppressed(finding))
  const verdict = verdictOf(findings, report.unscanned)
  return {
    report: { ...report, findings, verdict },
    suppressed: report.findings.filter(isSuppressed),
  }
}
