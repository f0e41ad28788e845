import type { ToolTier } from '@repertoire/protocol'
import { tierLabel } from '../approvals/tier-labels.ts'

/** From the least consent to the most. */
const order: readonly ToolTier[] = ['READ_ONLY', 'CONFIRM_ONCE', 'ALWAYS_CONFIRM', 'MANUAL_ONLY']

/** Whether a tool would ask less than it does now; null are its own rules, which ask at least now and then. */
export function isLower(next: ToolTier | null, now: ToolTier | null): boolean {
  return rank(next) < rank(now)
}

function rank(tier: ToolTier | null): number {
  return tier === null ? 0.5 : order.indexOf(tier)
}

type TiersByName = Readonly<Record<string, ToolTier>>

/** What would hold if nothing were set for the tool itself: the rule of its whole connector, or its own. */
export interface RuleWithout {
  readonly tier: ToolTier | null
  /** `mcp__wiki__*` where that is what is followed. */
  readonly of: string | null
}

export function ruleWithout(name: string, own: ToolTier | null, set: TiersByName): RuleWithout {
  const all = /^mcp__[a-z0-9-]+__/.exec(name)?.[0]
  const whole = all === undefined ? name : `${all}*`
  const tier = whole !== name && Object.hasOwn(set, whole) ? set[whole] : undefined
  return tier === undefined ? { tier: own, of: null } : { tier, of: whole }
}

/** What can be chosen; the empty value is what would hold if nothing were set for the tool. */
export function ruleOptions({
  tier,
  of,
}: RuleWithout): readonly { readonly value: ToolTier | ''; readonly label: string }[] {
  const label = tier === null ? 'Its own rules' : tierLabel[tier].label
  const without = of === null ? (tier === null ? label : `Its own: ${label}`) : `As ${of}: ${label}`
  return [
    { value: '', label: without },
    ...order.map((value) => ({ value, label: tierLabel[value].label })),
  ]
}
