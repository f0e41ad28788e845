import { lazy, Suspense, useMemo, useState } from 'react'
import { loadOnceReachable } from '../../shared/api/reachability.ts'
import { Segments } from '../../shared/design/segments.tsx'
import { Loading } from '../../shared/design/states.tsx'
import type { Day } from './day-series.ts'
import { DayTable } from './day-table.tsx'
import { type MeasureName, measures } from './measures.ts'
import { plotData } from './plot-data.ts'

const DayPlot = lazy(() =>
  loadOnceReachable(() => import('./day-plot.tsx')).then(({ DayPlot: Plot }) => ({
    default: Plot,
  })),
)

interface DayChartProps {
  readonly name: MeasureName
  readonly days: readonly Day[]
}

/** One measure over the days, as a chart or as its table. */
export function DayChart({ name, days }: DayChartProps) {
  const [show, setShow] = useState<'chart' | 'table'>('chart')
  const measure = measures[name]
  const data = useMemo(() => plotData(name, measure, days), [name, measure, days])
  const title = `${measure.label} per day`
  return (
    <section aria-label={title} className="card flex min-w-0 flex-col overflow-hidden">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
        <h2 className="mr-auto">{title}</h2>
        {show === 'chart' && data.series.length > 1 && <Legend />}
        <Segments
          label="Show as"
          value={show}
          options={[
            { value: 'chart', label: 'Chart' },
            { value: 'table', label: 'Table' },
          ]}
          onChange={setShow}
        />
      </header>
      {show === 'table' ? (
        <div className="flex max-h-[300px] flex-col">
          <DayTable measure={measure} days={days} />
        </div>
      ) : (
        <div role="img" aria-label={`${summary(name, days)} The table has the days.`}>
          <Suspense fallback={<Loading label="Loading the chart" />}>
            <DayPlot data={data} measure={measure} />
          </Suspense>
        </div>
      )}
    </section>
  )
}

function Legend() {
  return (
    <ul className="flex gap-3 text-xs text-ink-2">
      <li className="flex items-center gap-1.5">
        <span aria-hidden="true" className="size-2.5 rounded-sm bg-accent" /> Activations
      </li>
      <li className="flex items-center gap-1.5">
        <span aria-hidden="true" className="size-2.5 rounded-sm bg-line-2" /> Offered, not taken
      </li>
    </ul>
  )
}

/** What the chart shows, in a sentence. */
function summary(name: MeasureName, days: readonly Day[]): string {
  const { label, value, text } = measures[name]
  const known = days.flatMap(({ day, numbers }) => {
    const one = numbers && value(numbers)
    return one === null ? [] : [{ day, one }]
  })
  const [first, ...rest] = known
  if (!first) return `${label} per day: nothing to show.`
  const most = rest.reduce((top, next) => (next.one > top.one ? next : top), first)
  return `${label} per day, most on ${most.day}: ${text(most.one)}.`
}
