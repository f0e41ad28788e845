import type { StatsBody } from '@repertoire/protocol'
import { classNames } from '../../shared/design/class-names.ts'
import type { Day } from './day-series.ts'
import { type MeasureName, measureNames, measures } from './measures.ts'
import { Sparkline } from './sparkline.tsx'

interface FiveNumbersProps {
  readonly stats: Pick<StatsBody, 'totals' | 'previous'>
  readonly days: readonly Day[]
  readonly chosen: MeasureName
  readonly onChoose: (measure: MeasureName) => void
}

/** Each number with its change; the chosen one is what the chart shows. */
export function FiveNumbers(props: FiveNumbersProps) {
  return (
    <fieldset className="card grid grid-cols-2 overflow-hidden lg:grid-cols-5">
      <legend className="sr-only">Numbers; the chosen one is in the chart</legend>
      {measureNames.map((name) => (
        <Tile key={name} name={name} {...props} />
      ))}
    </fieldset>
  )
}

const tones = { good: 'text-good-ink', bad: 'text-bad-ink', none: 'text-ink-3' } as const

interface TileProps extends FiveNumbersProps {
  readonly name: MeasureName
}

function Tile({ name, stats: { totals, previous }, days, chosen, onChoose }: TileProps) {
  const measure = measures[name]
  const value = measure.value(totals)
  const change = measure.change(totals, previous)
  return (
    <button
      type="button"
      aria-pressed={chosen === name}
      onClick={() => onChoose(name)}
      className="flex min-w-0 flex-col border-b border-line px-4 pb-3 pt-3.5 text-left outline-offset-[-2px] odd:border-l last:col-span-2 last:border-b-0 hover:bg-hover aria-pressed:shadow-[inset_0_-2px_var(--accent)] lg:border-b-0 lg:border-l lg:last:col-span-1 lg:[legend+&]:border-l-0"
    >
      <span className="text-xs font-medium text-ink-2">{measure.label}</span>
      <span className="mt-1.5 flex flex-wrap items-baseline gap-x-2 text-xl font-semibold tabular-nums">
        <span className={value === null ? 'text-ink-3' : ''}>
          {value === null ? measure.without(totals) : measure.text(value)}
        </span>
        {change && (
          <span
            title="Against as many days before"
            className={classNames('text-xs font-medium', tones[change.tone ?? 'none'])}
          >
            {change.text}
            <span className="sr-only"> against as many days before</span>
          </span>
        )}
      </span>
      <span className="mb-2 text-xs tabular-nums text-ink-3">{measure.about(totals)}</span>
      <span className="mt-auto block">
        <Sparkline values={days.map(({ numbers }) => numbers && measure.value(numbers))} />
      </span>
    </button>
  )
}
