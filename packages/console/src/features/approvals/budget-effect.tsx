import type { SkillsStateBody } from '@repertoire/protocol'
import { formatCount } from '../../shared/design/numbers.ts'

interface BudgetEffectProps {
  readonly skills: SkillsStateBody
  /** Characters the skill would add. */
  readonly adds: number
}

/** What a yes would do to this conversation's budget, in words. */
export function BudgetEffect({ skills, adds }: BudgetEffectProps) {
  const after = skills.budget_used_chars + adds
  const max = formatCount(skills.budget_max_chars)
  if (after > skills.budget_max_chars) {
    return (
      <span className="text-warn-ink">
        {' '}
        — does not fit: {formatCount(skills.budget_used_chars)} of {max} are used
      </span>
    )
  }
  return (
    <span>
      {' '}
      — budget goes from {formatCount(skills.budget_used_chars)} to {formatCount(after)} of {max}
    </span>
  )
}
