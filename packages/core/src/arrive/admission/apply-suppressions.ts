import { compareFindings, isWorse, type ScanFinding, verdictOf } from '@repertoire/skill-md'
import type { SuppressedFinding, Suppression } from '../../domain/suppression.ts'
import type { TrustReport } from '../../domain/trust.ts'

/** A report without what people suppressed, and the verdict of the rest. Pure. */
export function applySuppressions<Report extends TrustReport>(
  report: Report,
  suppressions: readonly Suppression[],
): Report {
  if (suppressions.length === 0) return report
  const suppressed = report.scan.findings.flatMap((finding): SuppressedFinding[] => {
    const by = suppressions.find((one) => isSameFinding(finding, one))
    return by ? [{ finding, by }] : []
  })
  if (suppressed.length === 0) return report
  const gone = new Set(suppressed.map(({ finding }) => finding))
  const findings = report.scan.findings.filter((finding) => !gone.has(finding))
  return { ...report, scan: judged(report, findings), suppressed }
}

/** As the scan found it, for whatever skill has the content: what is stored of it. Pure. */
export function withoutSuppressions<Report extends TrustReport>(report: Report): Report {
  const { suppressed = [], ...rest } = report
  if (suppressed.length === 0) return report
  const findings = [...report.scan.findings, ...suppressed.map(({ finding }) => finding)]
  return { ...rest, scan: judged(report, findings.toSorted(compareFindings)) } as Report
}

/** Whether two findings are the same rule at the same text, and the one is no worse than the other. Pure. */
export function isSameFinding(
  one: Pick<ScanFinding, 'rule' | 'match' | 'severity'>,
  known: Pick<ScanFinding, 'rule' | 'match' | 'severity'>,
): boolean {
  const isSameText = one.match !== '' && one.rule === known.rule && one.match === known.match
  return isSameText && !isWorse(one.severity, known.severity)
}

function judged({ scan }: TrustReport, findings: readonly ScanFinding[]): TrustReport['scan'] {
  return { ...scan, findings, verdict: verdictOf(findings, scan.unscanned) }
}
