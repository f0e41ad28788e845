import type { AgentId, Timestamp, ToolGrantId, UserId } from '../base/ids.ts'
import type { JsonValue } from '../base/json.ts'
import { matchesAnyHost, webDestination } from './egress.ts'
import { isAdministrator } from './permissions.ts'
import type { Role } from './principal.ts'
import { canonicalJson, type ResolvedCall } from './resolved-call.ts'

/**
 * The constraint of one argument. `between`: a number, both ends included. `host`: a web address at one of the
 * hosts, each as in the egress allow-list.
 */
export type ArgumentConstraint =
  | { readonly kind: 'equals'; readonly value: JsonValue }
  | { readonly kind: 'one-of'; readonly values: readonly JsonValue[] }
  | { readonly kind: 'between'; readonly min: number; readonly max: number }
  | { readonly kind: 'host'; readonly hosts: readonly string[] }
  | { readonly kind: 'absent' }
  | { readonly kind: 'any' }

/**
 * A stored permission for turns that no person started: a number of calls of one tool, with
 * constrained arguments, for one person, until a date.
 */
export interface ToolGrant {
  readonly id: ToolGrantId
  /** As in {@link ResolvedCall}. */
  readonly tool: string
  /** The identity of the tool when the grant was made: a changed connector or tool has no grant. */
  readonly identity: string
  /** By argument name. Other arguments must be absent. */
  readonly constraints: Readonly<Record<string, ArgumentConstraint>>
  readonly maxUses: number
  readonly uses: number
  readonly expiresAt: Timestamp
  /** Null for any agent. */
  readonly agentId: AgentId | null
  /** The person the turn works for. */
  readonly userId: UserId
  readonly createdBy: UserId
  readonly createdAt: Timestamp
  readonly revokedAt: Timestamp | null
  readonly revokedBy: UserId | null
}

/** A grant with the current role of its maker. */
export interface GrantWithAuthor extends ToolGrant {
  /** The maker's current role; null once they have left the organisation. */
  readonly makerRole: Role | null
}

/** The call that a grant is checked against. */
export interface GrantCheck {
  readonly call: ResolvedCall
  readonly agentId: AgentId | null
  readonly userId: UserId
}

export const grantLimits = { uses: 10_000, days: 366, constraints: 64, characters: 20_000 } as const

/**
 * Whether the grant has uses left and has neither expired nor been revoked. Pure; stores count uses by the
 * same rule.
 */
export function isUsable(grant: ToolGrant, now: Timestamp): boolean {
  return grant.revokedAt === null && grant.uses < grant.maxUses && now < grant.expiresAt
}

/**
 * Whether the maker could still make the grant today: a grant does not outlive its maker's role. Pure;
 * stores count uses by the same rule.
 */
export function isAuthorAuthorized({ makerRole }: Pick<GrantWithAuthor, 'makerRole'>): boolean {
  return makerRole !== null && isAdministrator(makerRole)
}

/** Whether the grant covers this call. It does not check remaining uses. Pure. */
export function grantMatches(grant: ToolGrant, { call, agentId, userId }: GrantCheck): boolean {
  if (grant.tool !== call.tool || grant.identity !== call.identity) return false
  if (grant.userId !== userId) return false
  if (grant.agentId !== null && grant.agentId !== agentId) return false
  const given = call.arguments
  if (given === null || typeof given !== 'object' || Array.isArray(given)) return false
  const names = new Set([...Object.keys(given), ...Object.keys(grant.constraints)])
  return [...names].every((name) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    const constraint = Object.hasOwn(grant.constraints, name) ? grant.constraints[name] : undefined
    return fits(value, constraint ?? { kind: 'absent' })
  })
}

function fits(value: JsonValue | undefined, constraint: ArgumentConstraint): boolean {
  if (constraint.kind === 'any') return true
  if (constraint.kind === 'absent' || value === undefined) {
    return constraint.kind === 'absent' && value === undefined
  }
  switch (constraint.kind) {
    case 'equals':
      return canonicalJson(value) === canonicalJson(constraint.value)
    case 'one-of':
      return constraint.values.some((one) => canonicalJson(one) === canonicalJson(value))
    case 'host': {
      const destination = typeof value === 'string' ? webDestination(value) : null
      return destination !== null && matchesAnyHost(constraint.hosts, destination.host)
    }
    case 'between':
      return typeof value === 'number' && value >= constraint.min && value <= constraint.max
  }
}
