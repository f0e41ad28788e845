import type { AgentId, Timestamp, ToolGrantId, UserId } from '../base/ids.ts'
import type { JsonValue } from '../base/json.ts'
import { isAdministrator } from './permissions.ts'
import type { Role } from './principal.ts'
import { canonicalJson, type ResolvedCall } from './resolved-call.ts'

/** What one argument may be. `between`: a number, both ends included. */
export type ArgumentConstraint =
  | { readonly kind: 'equals'; readonly value: JsonValue }
  | { readonly kind: 'one-of'; readonly values: readonly JsonValue[] }
  | { readonly kind: 'between'; readonly min: number; readonly max: number }
  | { readonly kind: 'absent' }
  | { readonly kind: 'any' }

/**
 * A stored yes for turns that no person started (E6): so many calls of one tool, with such arguments, for one
 * person, until then.
 */
export interface ToolGrant {
  readonly id: ToolGrantId
  /** As in {@link ResolvedCall}. */
  readonly tool: string
  /** As in {@link ResolvedCall} when it was made: a connector or tool that is another since has no grant. */
  readonly identity: string
  /** By argument. What it does not name must be absent. */
  readonly constraints: Readonly<Record<string, ArgumentConstraint>>
  readonly maxUses: number
  readonly uses: number
  readonly expiresAt: Timestamp
  /** Null: whatever agent speaks. */
  readonly agentId: AgentId | null
  /** On whose behalf the turn works. */
  readonly userId: UserId
  readonly createdBy: UserId
  readonly createdAt: Timestamp
  readonly revokedAt: Timestamp | null
  readonly revokedBy: UserId | null
}

/** A grant as it stands at this moment. */
export interface GrantWithMaker extends ToolGrant {
  /** What whoever made it is now; null once they have left the organisation. */
  readonly makerRole: Role | null
}

/** What a grant is held against. */
export interface GrantCheck {
  readonly call: ResolvedCall
  readonly agentId: AgentId | null
  readonly userId: UserId
}

export const grantLimits = { uses: 10_000, days: 366, constraints: 64, characters: 20_000 } as const

/** Whether the grant can still be used at this time. Pure; stores count uses by the same rule. */
export function isUsable(grant: ToolGrant, now: Timestamp): boolean {
  return grant.revokedAt === null && grant.uses < grant.maxUses && now < grant.expiresAt
}

/**
 * Whether whoever made it might make it today: nobody's word outlives their role, nor does a use of it begin. Pure;
 * stores count uses by the same rule.
 */
export function isMakerAuthorized({ makerRole }: Pick<GrantWithMaker, 'makerRole'>): boolean {
  return makerRole !== null && isAdministrator(makerRole)
}

/** Whether the grant is for this very call. It does not look whether any use is left. Pure. */
export function covers(grant: ToolGrant, { call, agentId, userId }: GrantCheck): boolean {
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
    case 'between':
      return typeof value === 'number' && value >= constraint.min && value <= constraint.max
  }
}
