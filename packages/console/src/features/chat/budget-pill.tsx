import { Popover } from '@base-ui/react/popover'
import type { SkillsStateBody } from '@repertoire/protocol'
import { classNames } from '../../shared/design/class-names.ts'
import { formatCount, percentOf } from '../../shared/design/numbers.ts'
import { ActiveSkills } from './active-skills.tsx'
import { BudgetBar } from './budget-bar.tsx'
import { budgetLevel, levelLabel, levelStyles } from './budget-level.ts'
import { DriftChip, driftOf, ReadEarlier, usePinned } from './newer-revisions.tsx'
import { SkillsInContext } from './skills-in-context.tsx'
import { WithdrawnChip } from './withdrawn-skills.tsx'

interface BudgetPillProps {
  readonly conversationId: string
  readonly skills: SkillsStateBody
  /** Names of skills that left because the budget was lowered. */
  readonly left?: readonly string[]
}

/** What the active skills cost of the conversation's budget; opens the breakdown. */
export function BudgetPill({ conversationId, skills, left = [] }: BudgetPillProps) {
  const { budget_used_chars: used, budget_max_chars: max } = skills
  const level = budgetLevel(used, max)
  const pinned = usePinned(conversationId)
  const drift = driftOf(pinned)
  return (
    <div className="flex items-center gap-2">
      <WithdrawnChip pinned={pinned} />
      <DriftChip drift={drift} />
      {left.length > 0 && (
        <span className="text-xs text-ink-2" title={left.join(', ')}>
          {left.length === 1 ? '1 skill left' : `${left.length} skills left`}: the budget was
          lowered
        </span>
      )}
      {levelLabel[level] && <span className="text-xs text-ink-2">{levelLabel[level]}</span>}
      <Popover.Root>
        <Popover.Trigger
          className={classNames(
            'h-7 whitespace-nowrap rounded-full border px-3 text-xs tabular-nums transition-colors hover:border-line-strong',
            levelStyles[level].pill,
          )}
        >
          {`Skills (${formatCount(used)} / ${formatCount(max)})`}
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner sideOffset={6} align="end" className="z-40">
            <Popover.Popup className="popup fade-in w-[min(92vw,24rem)] p-4">
              <Popover.Title className="text-sm font-semibold">
                Skills in this conversation
              </Popover.Title>
              <Popover.Description className="mb-3 mt-0.5 text-xs text-ink-3">
                {formatCount(used)} of {formatCount(max)} characters used,{' '}
                {formatCount(Math.max(0, max - used))} free.
              </Popover.Description>
              <BudgetBar share={percentOf(used, max)} look={levelStyles[level].bar} />
              <ActiveSkills conversationId={conversationId} skills={skills} pinned={pinned} />
              <div className="mt-4 border-t border-line pt-3 empty:hidden">
                <SkillsInContext
                  conversationId={conversationId}
                  given
                  title="Given as results, beside the budget"
                />
              </div>
              <ReadEarlier drift={drift} />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </div>
  )
}
