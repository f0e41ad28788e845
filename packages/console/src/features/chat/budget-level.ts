/** Free, almost full (80 % or more) or full. */
export type BudgetLevel = 'free' | 'almost' | 'full'

export function budgetLevel(used: number, max: number): BudgetLevel {
  if (used >= max) return max === 0 && used === 0 ? 'free' : 'full'
  return used / max >= 0.8 ? 'almost' : 'free'
}

/** The level in words; empty while there is room. */
export const levelLabel: Record<BudgetLevel, string> = {
  free: '',
  almost: 'Almost full',
  full: 'Full',
}

/** Colours of a level's pill and bar. */
export const levelStyles: Record<BudgetLevel, { readonly pill: string; readonly bar: string }> = {
  free: { pill: 'border-line bg-inset text-ink-2', bar: 'bg-accent' },
  almost: { pill: 'border-warn/50 bg-warn-soft text-warn-ink', bar: 'bg-warn' },
  full: { pill: 'border-bad/50 bg-bad-soft text-bad-ink', bar: 'bg-bad' },
}
