import type { ScanFinding, ScanReport } from '@repertoire/skill-md'
import { isAdministrator } from '../../domain/permissions.ts'
import type { Role } from '../../domain/principal.ts'
import type { NewContent, Skill } from '../../domain/skill.ts'
import type { CurrentTrust } from './package-assessor.ts'

/** What about a content needs a person's yes. */
export interface ReviewNeeds {
  /** Who may say it: a blocked content an owner alone, what a policy refuses an owner or admin. */
  readonly role: 'owner' | 'administrator' | 'writer'
  /** Names of what has to be seen, sorted: `scan.run.pipe-to-shell`, `licence.refused`. */
  readonly reasons: string[]
  /** Those of the scan that make its verdict what it is. */
  readonly findings: readonly ScanFinding[]
}

/**
 * Which yes a content needs before it becomes a skill or a revision of `before`; null where it needs none. The scan and a
 * refused licence count for every way in; whoever brings it in decides about a licence to ask about. A signature counts
 * where it comes from elsewhere, because an edit ends one. Pure.
 */
export function reviewNeeds(
  trust: CurrentTrust,
  arrival: Pick<NewContent, 'origin' | 'facts'>,
  before: Pick<Skill, 'head'> | null,
): ReviewNeeds | null {
  const { scan } = trust
  const policies = [...licenceReasons(trust, arrival, before), ...signatureReasons(trust, arrival)]
  const reasons = [...scanReasons(scan), ...policies]
  if (reasons.length === 0) return null
  const role = scan.verdict === 'blocked' ? 'owner' : policies[0] ? 'administrator' : 'writer'
  return { role, findings: heldFindings(scan), reasons: reasons.sort() }
}

/** What the scan found that somebody has to see. */
export function scanReasons(scan: ScanReport): readonly string[] {
  const rules = new Set(heldFindings(scan).map(({ rule }) => `scan.${rule}`))
  return [...rules, ...(scan.verdict === 'incomplete' ? ['scan.incomplete'] : [])].sort()
}

function heldFindings({ verdict, findings }: ScanReport): readonly ScanFinding[] {
  if (verdict === 'clean' || verdict === 'notice') return []
  return findings.filter(({ severity }) => severity !== 'info')
}

export function canReview(role: Role, needed: ReviewNeeds['role']): boolean {
  if (needed === 'writer') return true
  return needed === 'owner' ? role === 'owner' : isAdministrator(role)
}

function licenceReasons(
  { licenceDecision }: CurrentTrust,
  { facts }: Pick<NewContent, 'facts'>,
  before: Pick<Skill, 'head'> | null,
): readonly string[] {
  if (before && licenceFiles(before.head) === licenceFiles(facts)) return []
  return licenceDecision === 'refused' ? ['licence.refused'] : []
}

/** What a package says of its licence: an edit that leaves it is not asked about it again. */
function licenceFiles({ license, manifest }: Pick<Skill['head'], 'license' | 'manifest'>): string {
  const files = manifest.filter(({ path }) => licenceName.test(path))
  return JSON.stringify([license, files.map(({ path, sha256 }) => [path, sha256]).sort()])
}

const licenceName = /(?:^|\/)(?:un)?(?:licen[cs]e|copying|notice)/i

function signatureReasons(
  { signature, isSignatureRequired }: CurrentTrust,
  { origin }: Pick<NewContent, 'origin'>,
): readonly string[] {
  if (origin.sourceUrl === null) return []
  if (signature.status === 'broken') return ['signature.broken']
  return isSignatureRequired && signature.status !== 'good' ? ['signature.required'] : []
}
