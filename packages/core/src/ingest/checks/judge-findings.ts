import {
  defaultScanPolicy,
  isVerdictAbove,
  judgeByPolicy,
  type ScanFinding,
  type ScanPolicy,
} from '@repertoire/skill-md'
import type { SuppressedFinding, Suppression } from '../../domain/suppression.ts'
import type { TrustReport } from '../../domain/trust.ts'
import type { PackageAssessor } from './package-assessor.ts'

export interface FindingPolicies {
  readonly suppressions: readonly Suppression[]
  /** The organisation's preset and severities. */
  readonly scanPolicy: ScanPolicy
}

/**
 * A report as it counts here: without what people suppressed, and with the severities and the verdict that the organisation's
 * settings give the rest. A suppression is compared with what the scanner said, so no setting widens it. Pure.
 */
export function judgeFindings<Report extends TrustReport>(
  report: Report,
  { suppressions, scanPolicy }: FindingPolicies,
): Report {
  const found = asFound(report)
  const suppressed = found.scan.findings.flatMap((finding): SuppressedFinding[] => {
    const by = suppressions.find((one) => isSameFinding(finding, one))
    return by ? [{ finding, by }] : []
  })
  if (suppressed.length === 0 && isDefault(scanPolicy)) return found
  const gone = new Set(suppressed.map(({ finding }) => finding))
  const findings = found.scan.findings.filter((finding) => !gone.has(finding))
  const scan = judgeByPolicy({ ...found.scan, findings }, scanPolicy)
  return { ...found, scan, suppressed, foundByScan: found.scan }
}

/** {@link judgeFindings} by the settings of now. */
export async function judgedNow<Report extends TrustReport>(
  judge: Pick<PackageAssessor, 'policiesOn'>,
  report: Report,
  suppressions: readonly Suppression[],
): Promise<Report> {
  const { scanPolicy } = await judge.policiesOn(report.licence)
  return judgeFindings(report, { suppressions, scanPolicy })
}

/** As the scan found it, for whatever skill and by whatever settings: what is stored of it. Pure. */
export function asFound<Report extends TrustReport>(report: Report): Report {
  const { suppressed: _, foundByScan, ...rest } = report
  return foundByScan ? ({ ...rest, scan: foundByScan } as Report) : report
}

/** Whether two findings are the same rule at the same text, and the scanner finds the one no worse than the other. Pure. */
export function isSameFinding(one: NamedFinding, known: NamedFinding): boolean {
  const isSameText = one.match !== '' && one.rule === known.rule && one.match === known.match
  return isSameText && !isVerdictAbove(scannerSeverityOf(one), scannerSeverityOf(known))
}

/** What the scanner says of a finding, whatever it counts with here. Pure. */
export function scannerSeverityOf({
  severity,
  scannerSeverity = severity,
}: Pick<ScanFinding, 'severity' | 'scannerSeverity'>): ScanFinding['severity'] {
  return scannerSeverity
}

type NamedFinding = Pick<ScanFinding, 'rule' | 'match' | 'severity' | 'scannerSeverity'>

function isDefault({ preset, severities }: ScanPolicy): boolean {
  return preset === defaultScanPolicy.preset && Object.keys(severities).length === 0
}
