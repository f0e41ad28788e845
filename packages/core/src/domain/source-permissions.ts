import type { Problem } from '../base/errors.ts'
import { isAdministrator, missingPermission } from './permissions.ts'
import type { Principal } from './principal.ts'
import type { SkillSource } from './source.ts'

/** What of a source decides who may change it. */
export type SourceTrust = Pick<
  SkillSource,
  'createdBy' | 'reviewPolicy' | 'minimumUpdateAgeDays' | 'encryptedToken'
>

/**
 * Why a principal may not add a source, or change, sync or remove one; undefined when they may. Owners and
 * admins may. A member with `skills.write` may for what the member added, as long as nobody trusts it: applying updates
 * without a review, and tokens, are for owners and admins. What any source brings waits for their review. `states`:
 * the source as it is, and as it would be.
 */
export function sourceWriteProblem(
  principal: Principal,
  states: readonly SourceTrust[],
): Problem | undefined {
  const missing = missingPermission(principal, 'skills.write')
  if (missing || isAdministrator(principal.role)) return missing
  if (states.some(({ createdBy }) => createdBy !== principal.userId)) return othersSource
  return states.some(isTrusted) ? trustForbidden : undefined
}

function isTrusted({ reviewPolicy, minimumUpdateAgeDays, encryptedToken }: SourceTrust): boolean {
  return reviewPolicy !== 'hold' || minimumUpdateAgeDays !== null || encryptedToken !== null
}

const othersSource: Problem = {
  code: 'source.others-forbidden',
  kind: 'forbidden',
  message: 'Only an owner or admin may change, sync or remove a source that another person added.',
  hint: 'Ask one of them, or add a source of your own: what it brings waits for their review.',
}

const trustForbidden: Problem = {
  code: 'source.trust-forbidden',
  kind: 'forbidden',
  message:
    'Only an owner or admin may give a source a token, let it apply updates without a review, say how long those wait, or change one that has any of it.',
  hint: 'Leave out the token, the review policy and the minimum age, or ask one of them.',
}
