import { Popover } from '@base-ui/react/popover'
import type { PinnedSkillBody, SkillsStateBody } from '@repertoire/protocol'
import { Link } from '@tanstack/react-router'
import { api } from '../../shared/api/api.ts'
import { Button } from '../../shared/design/button.tsx'
import { classNames } from '../../shared/design/class-names.ts'
import { formatCount, percentOf } from '../../shared/design/numbers.ts'
import { useAction } from '../../shared/design/use-action.ts'
import { budgetLevel, levelLabel, levelStyles } from './budget-level.ts'
import { DriftChip, ReadEarlier, Upgrade, useDrift } from './newer-revisions.tsx'
import { SkillsInContext } from './skills-in-context.tsx'

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
  const drift = useDrift(conversationId)
  return (
    <div className="flex items-center gap-2">
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
              <Bar share={percentOf(used, max)} look={levelStyles[level].bar} />
              <ActiveSkills conversationId={conversationId} skills={skills} drift={drift} />
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

function Bar({ share, look }: { readonly share: number; readonly look: string }) {
  return (
    <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-hover">
      <div
        className={classNames('h-full rounded-full transition-[width]', look)}
        style={{ width: `${Math.min(100, share)}%` }}
      />
    </div>
  )
}

interface ActiveSkillsProps extends BudgetPillProps {
  readonly drift: readonly PinnedSkillBody[]
}

function ActiveSkills({ conversationId, skills, drift }: ActiveSkillsProps) {
  const newer = (slug: string) => {
    const pinned = drift.find((one) => one.delivery === 'system' && one.slug === slug)
    return pinned && <Upgrade conversationId={conversationId} pinned={pinned} />
  }
  const deactivate = useAction({
    mutationFn: (slug: string) => api.conversations.deactivate(conversationId, slug),
  })
  if (skills.enabled_skills.length === 0) {
    return (
      <p className="mt-3 text-xs text-ink-2">
        No skill is active. The agent activates one when it needs it and pays for it from this
        budget.
      </p>
    )
  }
  return (
    <ul className="mt-3 flex flex-col gap-3">
      {skills.enabled_skills.map((skill) => (
        <li key={skill.slug} className="flex items-center gap-3">
          <div className="min-w-0 flex-1">
            <div className="mb-1 flex justify-between gap-3 text-xs">
              <Link
                to="/skills"
                search={{ q: skill.slug }}
                className="truncate font-medium hover:underline"
                title={skill.name}
              >
                {skill.name}
              </Link>
              <span className="shrink-0 tabular-nums text-ink-3">
                {formatCount(skill.content_length)}
                {!skill.body_shed &&
                  ` · ${percentOf(skill.content_length, skills.budget_max_chars)} %`}
              </span>
            </div>
            <Bar
              share={skill.body_shed ? 0 : percentOf(skill.content_length, skills.budget_max_chars)}
              look="bg-accent"
            />
            {skill.body_shed && (
              <p className="mt-1 text-xs text-ink-3">
                No room for its text: the agent has its summary.
              </p>
            )}
            {newer(skill.slug)}
          </div>
          <Button
            size="small"
            disabled={deactivate.isPending}
            onClick={() => deactivate.mutate(skill.slug)}
            aria-label={`Deactivate ${skill.name}`}
          >
            Deactivate
          </Button>
        </li>
      ))}
    </ul>
  )
}
