import { ProblemError, type UserId } from '@repertoire/core/base'
import {
  addsPermissions,
  type Member,
  type MemberKind,
  memberIdPrefixes,
  memberRoleProblem,
  type Role,
  roleGrantProblem,
} from '@repertoire/core/domain'
import { memberRoutes, memberUpdateSchema } from '@repertoire/protocol'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { type Application, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { changedFields } from '../base/changed-fields.ts'
import { notFound } from '../base/not-found.ts'
import { toMemberBody } from '../wire/organisation.ts'

/** Members of the organisation. Only owners create, change or remove owners. The store keeps at least one. */
export function bindMembers(bind: BindRoute, app: Application): void {
  bind(memberRoutes.list, async ({ caller }) => {
    const members = await catalogOf(app, caller).store.members.list()
    return { body: { items: members.map(toMemberBody) } }
  })

  bind(memberRoutes.create, async (call) => {
    const { name, role, kind } = call.body
    checkOwnerRole(call.caller, [role])
    checkRole(kind, role)
    const id = app.ids.next(memberIdPrefixes[kind]) as UserId
    const member: Member = { id, name, role, kind, createdAt: app.clock.now(), joinedAt: null }
    await catalogOf(app, call.caller).store.members.create(member)
    await recordAudit(app, call, {
      action: 'member-created',
      target: member.id,
      details: { name, role, kind },
    })
    return { body: toMemberBody(member) }
  })

  bind(memberRoutes.update, async (call) => {
    const member = await existingMember(app, call.caller, call.params.id)
    changedFields({
      ...{ resource: 'member', update: memberUpdateSchema, body: call.body },
      ...{ current: toMemberBody(member), volatile: [] },
    })
    const { role } = call.body
    checkOwnerRole(call.caller, [member.role, role])
    checkRole(member.kind, role)
    if (addsPermissions(member.role, role)) checkRoleGrant(call.caller, role)
    await catalogOf(app, call.caller).store.members.setRole(member.id, role)
    await recordAudit(app, call, {
      action: 'member-updated',
      target: member.id,
      details: { before: member.role, after: role },
    })
    return { body: toMemberBody({ ...member, role }) }
  })

  bind(memberRoutes.remove, async (call) => {
    const member = await existingMember(app, call.caller, call.params.id)
    checkOwnerRole(call.caller, [member.role])
    await catalogOf(app, call.caller).store.members.remove(member.id)
    await recordAudit(app, call, {
      action: 'member-deleted',
      target: member.id,
      details: { name: member.name, role: member.role, kind: member.kind },
    })
    return { body: null }
  })
}

/** Throws ProblemError `member.not-found`. */
export async function existingMember(
  app: Application,
  caller: Caller,
  id: string,
): Promise<Member> {
  const member = await catalogOf(app, caller).store.members.get(id as UserId)
  if (member) return member
  throw notFound('member.not-found', 'There is no such member.')
}

function checkRole(kind: MemberKind, role: Role): void {
  const problem = memberRoleProblem(kind, role)
  if (problem) throw new ProblemError(problem)
}

export function checkRoleGrant({ principal }: Caller, role: Role): void {
  const problem = roleGrantProblem(principal, role)
  if (problem) throw new ProblemError(problem)
}

export function checkOwnerRole(caller: Caller, rolesInvolved: readonly Role[]): void {
  if (caller.principal.role === 'owner' || !rolesInvolved.includes('owner')) return
  throw new ProblemError({
    code: 'member.owner-only',
    kind: 'forbidden',
    message: 'Only an owner can make, change or remove an owner.',
    hint: 'Ask an owner of the organisation.',
  })
}
