import type { Problem } from '../base/errors.ts'
import type { SignOnIdentityId, Timestamp, UserId } from '../base/ids.ts'
import type { Role } from './principal.ts'

/** Which member a person of an identity provider is. Issuer and subject alone identify the person. */
export interface SignOnIdentity {
  readonly id: SignOnIdentityId
  readonly issuer: string
  readonly subject: string
  /** The member, who may have been removed. */
  readonly userId: UserId
  /** The operator's name of the provider. */
  readonly provider: string
  /** The person's e-mail address or name at the first login; for people to read, never compared. */
  readonly label: string
  readonly createdAt: Timestamp
}

/** Roles that an identity provider can give: owners are made by owners. */
export type SignOnRole = Exclude<Role, 'owner'>

/** Whom the operator lets in from a provider, and as what. */
export interface SignOnRule {
  /** Lower-case. Empty: every address, or none. */
  readonly emailDomains: readonly string[]
  /** The role of each group. Empty: members' roles are not changed by their groups. */
  readonly groupRoles: ReadonlyMap<string, SignOnRole>
  /** Of people in no group that has a role; null: they are refused. */
  readonly defaultRole: SignOnRole | null
}

/** What a provider has said about a person, in a token that was verified. */
export interface SignOnClaims {
  readonly email: string | null
  readonly isEmailVerified: boolean
  readonly groups: readonly string[]
}

/**
 * The role that a person gets, or why they are refused: `sign-on.email-refused` or `sign-on.no-role`. An e-mail
 * address only ever keeps somebody out: it never says who somebody is.
 */
export function signOnRole(
  { emailDomains, groupRoles, defaultRole }: SignOnRule,
  claims: SignOnClaims,
): { readonly role: SignOnRole } | { readonly problem: Problem } {
  if (emailDomains.length > 0 && !isOfDomain(claims, emailDomains)) return { problem: emailRefused }
  const given = claims.groups.flatMap((group) => groupRoles.get(group) ?? [])
  const role = given.includes('admin') ? 'admin' : (given[0] ?? defaultRole)
  return role === null ? { problem: noRole } : { role }
}

/**
 * The role of a member after a login. Groups decide where they have roles, except about owners, whom owners make.
 */
export function roleAfterSignOn(
  { groupRoles }: Pick<SignOnRule, 'groupRoles'>,
  { current, given }: { readonly current: Role; readonly given: SignOnRole },
): Role {
  return groupRoles.size === 0 || current === 'owner' ? current : given
}

function isOfDomain({ email, isEmailVerified }: SignOnClaims, domains: readonly string[]): boolean {
  if (email === null || !isEmailVerified) return false
  const parts = email.toLowerCase().split('@')
  return parts.length === 2 && parts[0] !== '' && domains.includes(parts[1] ?? '')
}

const emailRefused: Problem = {
  code: 'sign-on.email-refused',
  kind: 'forbidden',
  message: 'Your identity provider has not confirmed an e-mail address of this organisation.',
  hint: 'Confirm your address there, or ask an admin which addresses are let in.',
}

const noRole: Problem = {
  code: 'sign-on.no-role',
  kind: 'forbidden',
  message: 'You are in no group that may sign in here.',
  hint: 'Ask an admin to add you to one at your identity provider.',
}
