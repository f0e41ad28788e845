import type { SkillFilters } from '../../shared/api/queries.ts'
import { classNames } from '../../shared/design/class-names.ts'
import { useCan } from '../../shared/session/use-me.ts'
import { type Counted, useFilterCounts } from './filter-counts.ts'

type ChipFilters = Pick<SkillFilters, 'over_budget' | 'used' | 'scripts' | 'findings' | 'changed'>

type ChipChange = { [Key in keyof ChipFilters]?: ChipFilters[Key] | undefined }

const chips = [
  { label: 'Over budget', on: { over_budget: 'true' }, count: 'over_budget' },
  { label: 'Never used', on: { used: 'false' }, count: 'unused' },
  { label: 'Has scripts', on: { scripts: 'true' }, count: 'scripts' },
  { label: 'Findings', on: { findings: 'true' }, count: 'findings' },
  { label: 'Changed this week', on: { changed: 'week' }, count: 'changed_this_week' },
] as const satisfies readonly { label: string; on: ChipFilters; count: Counted }[]

interface FilterChipsProps {
  readonly filters: SkillFilters
  readonly onChange: (change: ChipChange) => void
}

/** What a library is looked through for, one press each; together they narrow further. */
export function FilterChips({ filters, onChange }: FilterChipsProps) {
  const uses = useCan('conversations.use')
  const shown = chips.filter(({ on }) => uses || !('used' in on))
  const counts = useFilterCounts(filters)
  return (
    <fieldset className="flex min-w-0 gap-1.5 overflow-x-auto py-0.5 [scrollbar-width:none]">
      <legend className="sr-only">Only</legend>
      {shown.map(({ label, on, count }) => {
        const [key] = Object.keys(on) as [keyof ChipFilters]
        const pressed = filters[key] !== undefined
        return (
          <button
            key={label}
            type="button"
            aria-pressed={pressed}
            onClick={() => onChange(pressed ? { [key]: undefined } : on)}
            className={classNames(
              'inline-flex h-[26px] shrink-0 items-center gap-1.5 rounded-md border px-2 text-xs',
              pressed
                ? 'border-accent bg-accent-soft text-accent-ink'
                : 'border-line bg-surface text-ink-2 hover:border-line-2',
            )}
          >
            {label}
            {counts[count] !== undefined && (
              <span className={classNames('tabular-nums', !pressed && 'text-ink-3')}>
                {counts[count]}
              </span>
            )}
          </button>
        )
      })}
    </fieldset>
  )
}
