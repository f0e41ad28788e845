import type { Problem } from '../../base/errors.ts'
import type { HeldArrival } from '../../domain/held-arrival.ts'
import {
  arrivalBlocked,
  arrivalIncomplete,
  licenceRefused,
  signatureBroken,
} from './review-problems.ts'

/**
 * Why nobody may approve a content, or not without a note; undefined when somebody may. Pure. Problems:
 * `arrival.blocked`, `arrival.licence-refused`, `arrival.signature-broken`, `arrival.incomplete`.
 */
export function approvalProblem(
  held: Pick<HeldArrival, 'slug' | 'trust'>,
  note: string,
): Problem | undefined {
  const { scan, licenceDecision, signature } = held.trust
  if (scan.verdict === 'blocked') return arrivalBlocked(held)
  if (licenceDecision === 'refused') return licenceRefused(held)
  if (signature.status === 'broken') return signatureBroken(held)
  if (scan.verdict === 'incomplete' && note.trim() === '') return arrivalIncomplete(held)
  return undefined
}
