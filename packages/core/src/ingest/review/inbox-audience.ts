import type { UserId } from '../../base/ids.ts'
import { approvalAudience, missingPermission, skillWriteProblem } from '../../domain/permissions.ts'
import type { Principal } from '../../domain/principal.ts'
import type { OrganisationSettings } from '../../domain/settings.ts'
import type { InboxAudience } from '../../ports/inbox.ts'
import { reviewAudience } from './visible-revision.ts'

/** What of the inbox a person sees: what they may decide about, and what they asked for. Pure. */
export function inboxAudience(
  principal: Principal,
  settings: Pick<OrganisationSettings, 'connectorAccess'>,
): InboxAudience {
  const usesConversations = !missingPermission(principal, 'conversations.use')
  return {
    approvals: usesConversations ? approvalAudience(principal, settings) : null,
    proposals: reviewAudience(principal),
    imports: !skillWriteProblem(principal, { kind: 'org' }),
  }
}

/** No member has this id. */
const absentMember = 'usr_nobody' as UserId

/** What concerns the organisation, whoever its owners are: nothing that one person decides about alone. Pure. */
export function organisationAudience(
  settings: Pick<OrganisationSettings, 'connectorAccess'>,
): InboxAudience {
  return {
    approvals: approvalAudience({ userId: absentMember, role: 'owner' }, settings),
    proposals: { person: absentMember, organisation: true },
    imports: true,
  }
}
