import { classNames } from '../../shared/design/class-names.ts'
import { formatCount, percentOf } from '../../shared/design/numbers.ts'

interface CostBarProps {
  readonly length: number
  /** Characters of the budget; null while unknown. */
  readonly budget: number | null
  readonly className?: string
}

/** How much of a conversation's budget a skill takes while it is active. */
export function CostBar({ length, budget, className }: CostBarProps) {
  const share = budget === null ? null : percentOf(length, budget)
  const tone = share === null || share <= 80 ? 'bg-accent' : share <= 100 ? 'bg-warn' : 'bg-bad'
  return (
    <span
      className={classNames('flex items-center justify-end gap-2 tabular-nums', className)}
      title={`${formatCount(length)} characters${budget === null ? '' : ` of ${formatCount(budget)}`}`}
    >
      {share === null ? (
        'unknown'
      ) : (
        <>
          <span
            aria-hidden="true"
            className="h-1 w-11 shrink-0 overflow-hidden rounded-full bg-track"
          >
            <span
              className={classNames('block h-full rounded-full', tone)}
              style={{ width: `${Math.min(100, share)}%` }}
            />
          </span>
          <span className={classNames('w-12 text-right', share > 100 && 'text-bad-ink')}>
            {formatCount(share)} %
          </span>
        </>
      )}
    </span>
  )
}
