import type { ToolGrantBody, ToolStandingBody } from '@repertoire/protocol'
import type { BadgeVariant } from '../../shared/design/badge.tsx'

type Constraints = ToolGrantBody['constraints']

/** What a grant says of each argument; what it does not name must be absent. Untrusted text. */
export function constraintLabel(constraints: Constraints): readonly string[] {
  const entries = Object.entries(constraints)
  if (entries.length === 0) return ['Only without any arguments.']
  return entries.map(([name, constraint]) => `${name}: ${wordsOf(constraint)}`)
}

function wordsOf(constraint: Constraints[string]): string {
  switch (constraint.kind) {
    case 'equals':
      return `exactly ${written(constraint.value)}`
    case 'one-of':
      return `one of ${constraint.values.map(written).join(', ')}`
    case 'host':
      return `an address at ${constraint.hosts.join(', ')}`
    case 'between':
      return `a number from ${constraint.min} to ${constraint.max}`
    case 'absent':
      return 'not given'
    case 'any':
      return 'anything'
  }
}

function written(value: unknown): string {
  return JSON.stringify(value) ?? String(value)
}

/**
 * Whether a grant for the tool can count. One that only reads needs none, unless it sends to a connector; a manual
 * one takes none.
 */
export function mayBeGranted({ name, tier }: Pick<ToolStandingBody, 'name' | 'tier'>): boolean {
  if (tier === 'MANUAL_ONLY' || name.endsWith('__*')) return false
  return tier !== 'READ_ONLY' || name.startsWith('mcp__')
}

/** Whether a grant can still be used, in a word; `usable`: there is something left to revoke. */
export function grantState(
  grant: ToolGrantBody,
  now: number,
): { readonly label: string; readonly tone: BadgeVariant; readonly usable: boolean } {
  if (grant.revoked_at !== null) return { label: 'Revoked', tone: 'neutral', usable: false }
  if (grant.uses >= grant.max_uses) return { label: 'Used up', tone: 'neutral', usable: false }
  if (Date.parse(grant.expires_at) <= now) {
    return { label: 'Ended', tone: 'neutral', usable: false }
  }
  if (grant.lapsed) return { label: 'Lapsed', tone: 'warn', usable: true }
  return { label: 'Active', tone: 'good', usable: true }
}

/** A grant for the same call again: every argument exactly as it was. */
export function constraintsOf(given: unknown): Constraints {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return {}
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, { kind: 'equals' as const, value }]),
  )
}
