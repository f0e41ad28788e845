import type { Problem } from '../../base/errors.ts'
import type { WaitingTrust } from '../checks/package-assessor.ts'
import {
  importBlocked,
  importIncomplete,
  licenceDenied,
  signatureBroken,
  signatureRequired,
} from './review-problems.ts'

/**
 * Why nobody may approve a content, or not without a note; undefined when somebody may. Pure. Problems:
 * `arrival.blocked`, `arrival.licence-refused`, `arrival.signature-broken`, `arrival.signature-required`,
 * `arrival.incomplete`.
 */
export function approvalProblem(
  held: { readonly slug: string; readonly trust: WaitingTrust },
  note: string,
): Problem | undefined {
  const { scan, lift, licenceDecision, signature, isSignatureRequired } = held.trust
  if (scan.verdict === 'blocked' && !lift) return importBlocked(held)
  if (licenceDecision === 'refused') return licenceDenied(held)
  if (signature.status === 'broken') return signatureBroken(held)
  if (isSignatureRequired && signature.status !== 'good') return signatureRequired(held)
  if (scan.verdict === 'incomplete' && note.trim() === '') return importIncomplete(held)
  return undefined
}
