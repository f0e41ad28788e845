import type { Problem } from '../base/errors.ts'
import type { Timestamp, UserId } from '../base/ids.ts'
import { missingPermission, rolePermissions } from './permissions.ts'
import { type Principal, type Role, roles } from './principal.ts'

/** A `service` account has keys only: it cannot log in, and owners and admins manage it. */
export const memberKinds = ['person', 'service'] as const
export type MemberKind = (typeof memberKinds)[number]

export interface Member {
  readonly id: UserId
  readonly name: string
  readonly role: Role
  readonly createdAt: Timestamp
  readonly kind: MemberKind
  /** The first login; null before, and always for a service account. */
  readonly joinedAt: Timestamp | null
}

/** The prefixes of the ids of new members. */
export const memberIdPrefixes: Readonly<Record<MemberKind, string>> = {
  person: 'usr',
  service: 'svc',
}

/** Whether the id is a service account's. What it wrote stays a program's when the account is removed. */
export function isServiceAccount(id: UserId, member: Pick<Member, 'kind'> | null): boolean {
  return member ? member.kind === 'service' : id.startsWith(`${memberIdPrefixes.service}_`)
}

/** How long an invitation can be redeemed. */
export const invitationHours = 24

/**
 * Why a principal may not mint a key for `holder`: undefined for oneself, and for service accounts with
 * `members.write`. A key of another person would read what is private to them, and answer as them.
 */
export function mintingProblem(
  principal: Principal,
  holder: Pick<Member, 'id' | 'kind'>,
): Problem | undefined {
  if (holder.id === principal.userId) return undefined
  if (holder.kind === 'service') return missingPermission(principal, 'members.write')
  return {
    code: 'key.not-yours',
    kind: 'forbidden',
    message: 'A key is made for oneself or for a service account, never for another person.',
    hint: 'Invite the person: they log in by the link and make their own keys. Programs get a service account.',
  }
}

/** Why a member of `kind` may not have `role`: an owner is a person. */
export function memberRoleProblem(kind: MemberKind, role: Role): Problem | undefined {
  if (kind === 'person' || role !== 'owner') return undefined
  return {
    code: 'member.service-owner',
    kind: 'forbidden',
    message: 'A service account cannot be an owner.',
    hint: 'Make it an admin or a member.',
  }
}

/**
 * Why a principal may not let somebody in with `role`, or raise somebody to it: the credential has to have every
 * permission of that role, so that a leaked narrow key cannot make itself an account.
 */
export function roleGrantProblem(principal: Principal, role: Role): Problem | undefined {
  const missing = rolePermissions(role).filter((one) => !principal.permissions.includes(one))
  if (missing.length === 0) return undefined
  return {
    code: 'member.role-too-wide',
    kind: 'forbidden',
    message: `The role ${role} has permissions that this credential lacks: ${missing.join(', ')}.`,
    hint: 'Use a credential that has them.',
    details: { permissions: [...missing] },
  }
}

/** Whether a change of role gives more. */
export function addsPermissions(before: Role, after: Role): boolean {
  return roles.indexOf(after) < roles.indexOf(before)
}

/**
 * Why a member cannot be invited. Whoever makes the link could redeem it, so it opens only an account in which
 * nothing is private yet.
 */
export function invitationProblem({
  kind,
  joinedAt,
}: Pick<Member, 'kind' | 'joinedAt'>): Problem | undefined {
  if (kind === 'service') {
    return {
      code: 'invitation.service-account',
      kind: 'forbidden',
      message: 'A service account cannot log in. Make an API key for it.',
    }
  }
  if (joinedAt === null) return undefined
  return {
    code: 'invitation.already-joined',
    kind: 'conflict',
    message: 'This person has logged in before; only they can make their keys.',
    hint: 'If they have no key and no login left, remove the member and add them anew.',
  }
}
