import { type Problem, ProblemError } from '../../base/errors.ts'
import type { Timestamp, UserId } from '../../base/ids.ts'
import type { PackageList } from '../../domain/package-list.ts'
import { isAdministrator } from '../../domain/permissions.ts'
import type { TenantStore } from '../../ports/store.ts'

/** Who approves when. */
export interface PackageApprover {
  readonly by: UserId
  readonly now: Timestamp
}

/**
 * Stores an owner's or admin's consent to install exactly these lists. Throws ProblemError
 * `approval.administrators-only` for anybody else, also for somebody who is no longer one.
 */
export async function approvePackages(
  { members, packageApprovals }: Pick<TenantStore, 'members' | 'packageApprovals'>,
  lists: readonly PackageList[],
  { by, now }: PackageApprover,
): Promise<void> {
  const member = await members.get(by)
  if (!member || !isAdministrator(member.role)) throw new ProblemError(administratorsOnly)
  for (const list of lists) await packageApprovals.add({ ...list, approvedBy: by, approvedAt: now })
}

/** The refusal to install lists that nobody approved. */
export function approvalNeeded(lists: readonly PackageList[]): Problem {
  const packages = lists.flatMap((list) => list.packages)
  const named = packages.slice(0, 20).join(', ')
  const more = packages.length > 20 ? ` and ${packages.length - 20} more` : ''
  return {
    code: 'layer.approval-needed',
    kind: 'forbidden',
    message: `It needs packages that an owner or admin has to approve once: ${named}${more}. The script was not run.`,
    hint: 'It waits for an owner or admin: they approve the packages on the tab Details of the skill.',
    details: { lists: lists.map(({ kind, digest }) => ({ kind, digest })) },
  }
}

const administratorsOnly: Problem = {
  code: 'approval.administrators-only',
  kind: 'forbidden',
  message: 'Only an owner or admin may let packages be installed for scripts.',
  hint: 'Ask one of them.',
}
