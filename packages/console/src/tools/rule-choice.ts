import type { ToolTier } from '@repertoire/protocol'
import { tierWords } from '../approvals/tier-words.ts'

/** From the least consent to the most. */
const order: readonly ToolTier[] = ['READ_ONLY', 'CONFIRM_ONCE', 'ALWAYS_CONFIRM', 'MANUAL_ONLY']

/** Whether a tool would ask less than it does now; null are its own rules, which ask at least now and then. */
export function isLower(next: ToolTier | null, now: ToolTier | null): boolean {
  return rank(next) < rank(now)
}

function rank(tier: ToolTier | null): number {
  return tier === null ? 0.5 : order.indexOf(tier)
}

/** What can be chosen; the empty value is the tool's own rule. */
export function ruleOptions(
  own: ToolTier | null,
): readonly { readonly value: ToolTier | ''; readonly label: string }[] {
  const ownLabel = own === null ? 'Its own rules' : `Its own: ${tierWords[own].label}`
  return [
    { value: '', label: ownLabel },
    ...order.map((value) => ({ value, label: tierWords[value].label })),
  ]
}
