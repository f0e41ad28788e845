import {
  isProblemError,
  ProblemError,
  type SignOnIdentityId,
  type TenantId,
  type UserId,
} from '@repertoire/core/base'
import {
  type Member,
  roleAfterSignOn,
  rolePermissions,
  type SignOnRole,
  signOnRole,
} from '@repertoire/core/domain'
import { type AuditPorts, recordAudit } from '../audit/record-audit.ts'
import type { SignedOn } from './identity-provider.ts'
import type { SignOnProvider } from './sign-on-file.ts'

export interface VerifiedIdentity {
  readonly tenantId: TenantId
  readonly provider: SignOnProvider
  readonly person: SignedOn
  readonly traceId: string
}

/**
 * The member whom a person is: the one of the same issuer and subject, or a new one. Nothing else is compared, so
 * no e-mail address leads into an existing account. Throws ProblemError `sign-on.email-refused`, `sign-on.no-role`
 * or `sign-on.removed`; sessions of a member who is refused end.
 */
export async function provisionUser(ports: AuditPorts, arrival: VerifiedIdentity): Promise<Member> {
  const { members } = ports.store.tenant(arrival.tenantId)
  const known = await members.identity(arrival.person)
  const member = known && (await members.get(known.userId))
  if (known && !member) throw removed()
  const outcome = signOnRole(arrival.provider.rule, arrival.person.claims)
  if ('problem' in outcome) {
    if (member) await endSessions(ports, arrival, member)
    throw new ProblemError(outcome.problem)
  }
  if (member) return withRole(ports, arrival, { member, given: outcome.role })
  try {
    return await newMember(ports, arrival, outcome.role)
  } catch (error) {
    const isTwin = isProblemError(error) && error.problem.code === 'identity.exists'
    if (!isTwin) throw error
    // The same person arrived twice at once.
    return provisionUser(ports, arrival)
  }
}

async function newMember(
  ports: AuditPorts,
  arrival: VerifiedIdentity,
  role: SignOnRole,
): Promise<Member> {
  const { tenantId, provider, person } = arrival
  const now = ports.clock.now()
  const id = ports.ids.next('usr') as UserId
  const { issuer, subject, name, label } = person
  const member: Member = { id, name, role, kind: 'person', createdAt: now, joinedAt: now }
  await ports.store.tenant(tenantId).members.admit(member, {
    ...{ id: ports.ids.next('idn') as SignOnIdentityId, issuer, subject, userId: id },
    ...{ provider: provider.id, label, createdAt: now },
  })
  const details = { name, role, provider: provider.id, issuer, subject }
  await record(ports, arrival, { member, action: 'member-joined', details })
  return member
}

async function withRole(
  ports: AuditPorts,
  arrival: VerifiedIdentity,
  { member, given }: { readonly member: Member; readonly given: SignOnRole },
): Promise<Member> {
  const role = roleAfterSignOn(arrival.provider.rule, { current: member.role, given })
  if (role === member.role) return member
  await ports.store.tenant(arrival.tenantId).members.setRole(member.id, role)
  const details = { before: member.role, after: role, provider: arrival.provider.id }
  await record(ports, arrival, { member, action: 'member-updated', details })
  return { ...member, role }
}

async function endSessions(
  ports: AuditPorts,
  arrival: VerifiedIdentity,
  member: Member,
): Promise<void> {
  const { members } = ports.store.tenant(arrival.tenantId)
  const sessions = await members.sessions(ports.clock.now())
  const own = sessions.filter(({ userId }) => userId === member.id).map(({ id }) => id)
  const ended = await members.removeSessions(own)
  const details = { ended, provider: arrival.provider.id }
  if (ended > 0) await record(ports, arrival, { member, action: 'sessions-ended', details })
}

interface Fact {
  readonly member: Member
  readonly action: string
  readonly details: Record<string, string | number>
}

/** As the member's own act: they logged in. */
function record(
  ports: AuditPorts,
  { tenantId, traceId }: VerifiedIdentity,
  { member: { id, role }, action, details }: Fact,
): Promise<void> {
  const principal = { tenantId, userId: id, role, permissions: rolePermissions(role) }
  return recordAudit(ports, { caller: { principal }, traceId }, { action, target: id, details })
}

function removed(): ProblemError {
  return new ProblemError({
    code: 'sign-on.removed',
    kind: 'forbidden',
    message: 'Your account here was removed.',
    hint: 'Ask an admin to let you in again.',
  })
}
