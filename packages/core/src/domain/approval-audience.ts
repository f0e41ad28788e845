import type { UserId } from '../base/ids.ts'
import type { Approval, ApprovalRequest } from './approval.ts'

/** Which approval requests a person sees: always those of their own runs. */
export interface ApprovalAudience {
  readonly person: UserId
  /** For owners and admins: also all requests to enable skills or to install packages, and those about these connectors. */
  readonly administers?: { readonly connectors: readonly string[] }
}

/** An approval request, and the person whose run made it. */
export type RequestedApproval = ApprovalRequest & Pick<Approval, 'requestedBy'>

/** Whether the audience sees the approval. Pure; stores answer lists by the same rule. */
export function isOfAudience(approval: RequestedApproval, audience: ApprovalAudience): boolean {
  if (approval.requestedBy === audience.person) return true
  if (!audience.administers) return false
  switch (approval.type) {
    case 'skill_enablement':
    case 'package_installation':
      return true
    case 'connector_access':
      return audience.administers.connectors.includes(approval.subject.connector)
    case 'clarification':
    case 'observation_change':
    // It shows a person's own text, which no administrator may read.
    case 'skill_change':
    case 'authored_tool':
    case 'tool_call':
      return false
  }
}
