import type { ScanFinding, ScanReport, ScanVerdict } from '../scan-report.ts'
import { compareFindings, isVerdictAbove, verdictOf } from '../verdict.ts'
import { overriddenSeverity, type ScanPolicy, type SeverityOverrides } from './scan-policy.ts'

/** A report has so many findings at most, the worst by the scanner's own severities. */
const maxFindings = 200

type Judged = Pick<ScanReport, 'findings' | 'unscanned'>

/** What the scanner reported, with the severities and the verdict that a policy gives its findings. Pure. */
export function judgeByPolicy<Report extends Judged>(
  report: Report,
  { preset, severities }: ScanPolicy,
): Report & { readonly verdict: ScanVerdict } {
  const findings = report.findings.map((one) => counted(one, severities)).toSorted(compareFindings)
  const verdict = verdictFor(findings, report.unscanned, preset)
  const isHidden = findings.length >= maxFindings && holdsMore(severities)
  const waits = isHidden && (verdict === 'notice' || verdict === 'clean')
  return { ...report, findings, verdict: waits ? 'review' : verdict }
}

function counted(finding: ScanFinding, severities: SeverityOverrides): ScanFinding {
  const severity = overriddenSeverity(finding.rule, severities)
  if (severity === null || severity === finding.severity) return finding
  return { ...finding, severity, scannerSeverity: finding.severity }
}

function verdictFor(
  findings: readonly ScanFinding[],
  unscanned: Judged['unscanned'],
  preset: ScanPolicy['preset'],
): ScanVerdict {
  const medium = findings.filter(({ severity }) => severity === 'medium')
  if (preset === 'quiet' && medium.length > 0) {
    const verdict = verdictOf(
      findings.filter((one) => !medium.includes(one)),
      unscanned,
    )
    return verdict === 'clean' ? 'notice' : verdict
  }
  const verdict = verdictOf(findings, unscanned)
  return preset === 'strict' && verdict === 'notice' && medium.length > 0 ? 'review' : verdict
}

/** What a full report leaves out may be of a rule that counts more here. */
function holdsMore(severities: SeverityOverrides): boolean {
  return Object.values(severities).some((one) => isVerdictAbove(one, 'low'))
}
