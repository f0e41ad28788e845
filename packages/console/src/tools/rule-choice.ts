import type { ToolTier } from '@repertoire/protocol'
import { tierWords } from '../approvals/tier-words.ts'

/** From the least consent to the most. */
const order: readonly ToolTier[] = ['READ_ONLY', 'CONFIRM_ONCE', 'ALWAYS_CONFIRM', 'MANUAL_ONLY']

/** Whether a tool would ask less than it does now. */
export function isLower(next: ToolTier, now: ToolTier | null): boolean {
  return now !== null && order.indexOf(next) < order.indexOf(now)
}

/** What can be chosen; the empty value is the tool's own rule. */
export function ruleOptions(
  own: ToolTier | null,
): readonly { readonly value: ToolTier | ''; readonly label: string }[] {
  const ownWords = own === null ? 'asks by itself where it has to' : tierWords[own].label
  return [
    { value: '', label: `Its own: ${ownWords}` },
    ...order.map((value) => ({ value, label: tierWords[value].label })),
  ]
}
