import type { ScanFinding } from '@repertoire/skill-md'
import type { Problem } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import type { NewContent } from '../../domain/skill.ts'
import type { CurrentTrust } from './package-assessor.ts'
import type { ReviewNeeds } from './review-needs.ts'

interface Judged {
  readonly arrival: Pick<NewContent, 'slug' | 'facts'>
  readonly trust: CurrentTrust
  readonly needs: ReviewNeeds
}

/** At most so many findings are in a problem. */
const maxFindings = 20

/** Nobody said yes to what was found. */
export function findingsNotAccepted(judged: Judged): Problem {
  const { slug, facts } = judged.arrival
  return {
    code: 'skill.findings-unacknowledged',
    kind: 'conflict',
    message: `"${slug}" was not taken: ${sentenceOf(judged)}`,
    hint: `Read the findings. To go on, send it again with acknowledged_findings: ${facts.digest}${byWhom[judged.needs.role]}`,
    details: detailsOf(judged),
  }
}

/** Somebody said yes who may not. */
export function findingsForbidden(judged: Judged): Problem {
  const { slug } = judged.arrival
  const who = judged.needs.role === 'owner' ? 'an owner' : 'an owner or admin'
  return {
    code: 'skill.acknowledgement-forbidden',
    kind: 'forbidden',
    message: `Only ${who} may take "${slug}": ${sentenceOf(judged)}`,
    hint: `Ask ${who} to bring it in.`,
    details: detailsOf(judged),
  }
}

const byWhom: Record<ReviewNeeds['role'], string> = {
  owner: '. Only an owner may.',
  administrator: '. Only an owner or admin may.',
  writer: '.',
}

function sentenceOf({ trust, needs }: Judged): string {
  const [worst] = needs.findings
  if (worst) return `the scan found in ${worst.path}, line ${worst.line}: ${worst.message}`
  const [part] = trust.scan.unscanned
  if (trust.scan.verdict === 'incomplete' && part) return `${part.path} ${part.reason}.`
  if (needs.reasons.some((reason) => reason.startsWith('licence.'))) return trust.licenceReason
  return trust.signature.detail
}

function findingDetails({ scannerSeverity, ...finding }: ScanFinding): JsonObject {
  return { ...finding, scanner_severity: scannerSeverity ?? finding.severity }
}

function detailsOf({ arrival, trust, needs }: Judged): JsonObject {
  const { slug, facts } = arrival
  const { verdict, unscanned } = trust.scan
  return {
    ...{ slug, digest: facts.digest, verdict, reasons: needs.reasons, needed_role: needs.role },
    findings: needs.findings.slice(0, maxFindings).map(findingDetails),
    unscanned: unscanned.slice(0, maxFindings).map((part) => ({ ...part })),
    licence: { expression: trust.licence.expression, decision: trust.licenceDecision },
    signature: trust.signature.status,
  }
}
