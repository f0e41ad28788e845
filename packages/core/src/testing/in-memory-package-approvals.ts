import type { PackageApprovalStore } from '../ports/package-approvals.ts'
import type { InMemoryTenant } from './in-memory-state.ts'

export function createInMemoryPackageApprovals({
  packageApprovals,
}: InMemoryTenant): PackageApprovalStore {
  return {
    approved: async (digests) => new Set(digests.filter((one) => packageApprovals.has(one))),
    add: async (approval) => {
      if (!packageApprovals.has(approval.digest)) packageApprovals.set(approval.digest, approval)
    },
  }
}
