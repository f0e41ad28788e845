import { ProblemError } from '@repertoire/core/base'
import { invitationHours, invitationProblem } from '@repertoire/core/domain'
import { memberRoutes } from '@repertoire/protocol'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import { type Application, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { notFound } from '../base/not-found.ts'
import { wireTime } from '../wire/time.ts'
import { checkOwnerRole, checkRoleGrant, existingMember } from './members.ts'

/** One-time links for the first login of a person. Only owners make one for an owner. */
export function bindInvitations(bind: BindRoute, app: Application): void {
  bind(memberRoutes.invite, async (call) => {
    const member = await existingMember(app, call.caller, call.params.id)
    checkOwnerRole(call.caller, [member.role])
    checkRoleGrant(call.caller, member.role)
    const problem = invitationProblem(member)
    if (problem) throw new ProblemError(problem)
    const token = app.newSecret()
    const createdAt = app.clock.now()
    const expiresAt = createdAt + invitationHours * 3_600_000
    await catalogOf(app, call.caller).store.members.invite({
      tokenHash: app.sha256(token),
      userId: member.id,
      createdBy: call.caller.principal.userId,
      createdAt,
      expiresAt,
    })
    const expires_at = wireTime(expiresAt)
    await recordAudit(app, call, {
      action: 'invitation-created',
      target: member.id,
      details: { name: member.name, role: member.role, expires_at },
    })
    return { body: { token, path: `/login?invitation=${token}`, expires_at } }
  })

  bind(memberRoutes.removeInvitation, async (call) => {
    const member = await existingMember(app, call.caller, call.params.id)
    checkOwnerRole(call.caller, [member.role])
    const { members } = catalogOf(app, call.caller).store
    if (!(await members.removeInvitation(member.id))) {
      throw notFound('invitation.not-found', 'This member has no open invitation.')
    }
    await recordAudit(app, call, {
      action: 'invitation-deleted',
      target: member.id,
      details: { name: member.name },
    })
    return { body: null }
  })
}
