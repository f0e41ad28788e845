import type { LicenceReport } from '@repertoire/skill-md'
import {
  parseSpdxExpression,
  type SpdxExpression,
  type SpdxLicence,
  spdxText,
} from '@repertoire/skill-md/licence'
import { ProblemError } from '../base/errors.ts'

export type LicenceDecision = 'allowed' | 'ask' | 'refused'

/**
 * What an organisation does with packages of a licence. Each entry is one licence in SPDX: `MIT`, `GPL-3.0-or-later`,
 * `GPL-2.0-only WITH Classpath-exception-2.0`. A licence that is not listed is asked about.
 */
export type LicencePolicy = Readonly<Record<LicenceDecision, readonly string[]>>

export interface LicenceSettings {
  readonly licencePolicy: LicencePolicy
}

/** Permissive licences, and those whose copyleft ends at the file or the library. */
export const defaultLicencePolicy: LicencePolicy = {
  allowed: [
    ...['MIT', 'MIT-0', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BSD-3-Clause-Clear', 'ISC'],
    ...['0BSD', 'Unlicense', 'WTFPL', 'Zlib', 'BSL-1.0', 'PostgreSQL', 'PSF-2.0', 'Python-2.0'],
    ...['NCSA', 'X11', 'HPND', 'UPL-1.0', 'BlueOak-1.0.0', 'MulanPSL-2.0', 'AFL-3.0', 'ECL-2.0'],
    ...['Artistic-2.0', 'MS-PL', 'CC0-1.0', 'CC-BY-3.0', 'CC-BY-4.0', 'CDLA-Permissive-2.0'],
    ...['ODC-By-1.0', 'OFL-1.1', 'MPL-2.0', 'EPL-1.0', 'EPL-2.0', 'CDDL-1.0', 'LGPL-2.1-only'],
    'LGPL-3.0-only',
  ],
  ask: [],
  refused: [],
}

export interface JudgedLicence {
  readonly decision: LicenceDecision
  /** One sentence for the person who reviews the package. */
  readonly reason: string
}

/**
 * What the policy says about a package. Of a choice (OR) the best licence counts, of licences that hold together (AND) the
 * worst. A licence that is not listed with its exception or its "or later" is judged without. Reserved rights are refused
 *; no licence and an unknown one are asked about, and so are contradictions unless every licence they name is allowed.
 * Pure.
 */
export function judgeLicence(report: LicenceReport, policy: LicencePolicy): JudgedLicence {
  if (report.status === 'conflict') return judgeConflict(report, policy)
  if (report.status !== 'known') return unnamed[report.status]
  const expression = parseSpdxExpression(report.expression)
  if (!expression) return unnamed.unknown
  return judgeExpression(expression, policy)
}

/** Every licence that a report names, sorted, each once. */
export function namedLicences({ expression, evidence }: LicenceReport): readonly string[] {
  if (expression !== null) return [expression]
  return [...new Set(evidence.flatMap((found) => found.expression ?? []))].sort()
}

/** Whichever of the places is right, the package is allowed. */
function judgeConflict(report: LicenceReport, policy: LicencePolicy): JudgedLicence {
  const named = namedLicences(report)
  const decisions = named.map((text) => {
    const expression = parseSpdxExpression(text)
    return expression ? judgeExpression(expression, policy).decision : 'ask'
  })
  const isAllowed = named.length > 0 && decisions.every((decision) => decision === 'allowed')
  if (!isAllowed) return unnamed.conflict
  const reason = `Its files name different licences, and each is allowed: ${named.join(', ')}.`
  return { decision: 'allowed', reason }
}

/** The lists as they are stored: canonical identifiers, none twice. Throws ProblemError `settings.bad-licence-entry`. */
export function normalLicencePolicy(policy: LicencePolicy): LicencePolicy {
  const [allowed, ask, refused] = [policy.allowed, policy.ask, policy.refused].map((list) => [
    ...new Set(list.map(normalEntry)),
  ]) as [string[], string[], string[]]
  const seen = new Set<string>()
  for (const entry of [...allowed, ...ask, ...refused]) {
    if (seen.has(entry)) refuseEntry(entry, 'is on two of the lists', 'Leave it on one list.')
    seen.add(entry)
  }
  return { allowed, ask, refused }
}

const unnamed: Record<Exclude<LicenceReport['status'], 'known'>, JudgedLicence> = {
  none: { decision: 'ask', reason: 'Nothing says under which licence it is.' },
  unknown: { decision: 'ask', reason: 'Its licence is not recognised.' },
  conflict: { decision: 'ask', reason: 'Its files name different licences.' },
  proprietary: { decision: 'refused', reason: 'Its rights are reserved.' },
}

/** The best first. */
const order: readonly LicenceDecision[] = ['allowed', 'ask', 'refused']

function judgeExpression(expression: SpdxExpression, policy: LicencePolicy): JudgedLicence {
  if (expression.kind === 'licence') return judgeOne(expression.licence, policy)
  const [left, right] = [expression.left, expression.right].map((side) =>
    judgeExpression(side, policy),
  ) as [JudgedLicence, JudgedLicence]
  const isLeftBetter = order.indexOf(left.decision) <= order.indexOf(right.decision)
  if (left.decision === right.decision) return left
  return isLeftBetter === (expression.kind === 'or') ? left : right
}

function judgeOne(licence: SpdxLicence, policy: LicencePolicy): JudgedLicence {
  for (const form of formsOf(licence)) {
    // The strictest list counts for what is on two of them.
    const decision = order.toReversed().find((list) => policy[list].includes(form))
    if (decision) return { decision, reason: `${form} is on the list of ${listNames[decision]}.` }
  }
  const name = spdxText({ kind: 'licence', licence })
  return { decision: 'ask', reason: `${name} is on no list of the licence policy.` }
}

const listNames: Record<LicenceDecision, string> = {
  allowed: 'allowed licences',
  ask: 'licences to ask about',
  refused: 'refused licences',
}

/** How a policy may name it, the most exact first. */
function formsOf({ id, orLater, exception }: SpdxLicence): readonly string[] {
  const only = id.replace(/-or-later$/, '-only')
  const forms = [
    { id, orLater, exception },
    { id: only, orLater: false, exception },
    { id, orLater, exception: null },
    { id: only, orLater: false, exception: null },
  ]
  return [...new Set(forms.map((licence) => spdxText({ kind: 'licence', licence })))]
}

function normalEntry(text: string): string {
  const expression = parseSpdxExpression(text)
  if (expression?.kind === 'licence') return spdxText(expression)
  const fault = expression ? 'is more than one licence' : 'is no SPDX identifier'
  return refuseEntry(text, fault, 'Write each licence as an entry of its own, such as Apache-2.0.')
}

function refuseEntry(text: string, fault: string, hint: string): never {
  throw new ProblemError({
    code: 'settings.bad-licence-entry',
    kind: 'invalid',
    message: `The licence "${text.slice(0, 100)}" ${fault}.`,
    hint,
    details: { entry: text.slice(0, 300) },
  })
}
