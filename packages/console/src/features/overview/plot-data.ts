import type { Day } from './day-series.ts'
import type { Measure, MeasureName } from './measures.ts'

/** What a chart draws: the days in seconds, and for each a value of every series. */
export interface PlotData {
  readonly days: readonly number[]
  readonly series: readonly PlotSeries[]
  /** There is nothing between two whole numbers. */
  readonly countsThings: boolean
}

interface PlotSeries {
  readonly label: string
  readonly tone: 'accent' | 'pale'
  readonly values: readonly (number | null)[]
}

/** Offers that were not taken stand on top of the activations, so their bar is drawn first, as high as both. Pure. */
export function plotData(name: MeasureName, measure: Measure, days: readonly Day[]): PlotData {
  const values = days.map(({ numbers }) => numbers && measure.value(numbers))
  const own = { label: measure.label, tone: 'accent', values } as const
  const at = days.map(({ day }) => Date.parse(day) / 1000)
  if (name !== 'activations') return { days: at, series: [own], countsThings: false }
  const both = days.map(
    ({ numbers }) => numbers && numbers.activations.total + numbers.taken.n - numbers.taken.count,
  )
  const notTaken = { label: 'Offered, not taken', tone: 'pale', values: both } as const
  return { days: at, series: [notTaken, own], countsThings: true }
}
