import type { TenantId, UserId } from '../base/ids.ts'

export const roles = ['owner', 'admin', 'member'] as const
export type Role = (typeof roles)[number]

/** The one of two roles that may do less. */
export function lowerRole(one: Role, other: Role): Role {
  return roles.indexOf(one) > roles.indexOf(other) ? one : other
}

export const permissions = [
  'skills.read',
  'skills.write',
  'conversations.use',
  'agents.write',
  'settings.write',
  'members.write',
  'audit.read',
] as const
export type Permission = (typeof permissions)[number]

/** The acting identity. Every decision is based on it, never on what a model or a skill says. */
export interface Principal {
  readonly tenantId: TenantId
  readonly userId: UserId
  readonly role: Role
  /** The permissions of the credential: the role's permissions, narrowed by an API key's scopes. */
  readonly permissions: readonly Permission[]
  /** What a request was authenticated with, for the audit log; absent where no request acts. */
  readonly credential?: {
    /** Id of the API key or of the login; no secret. */
    readonly id: string
    /** What its people call the key; a login has no name. */
    readonly name?: string
    readonly address: string | null
  }
}

/** The key of a fair queue, in which organisations take turns, and then their people. */
export function queueKeyOf({ tenantId, userId }: Pick<Principal, 'tenantId' | 'userId'>): string {
  return `${tenantId}/${userId}`
}
