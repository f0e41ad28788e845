import type { RateBody, UsageNumbers } from '@repertoire/protocol'
import { formatCost, formatCount, plural } from '../../shared/design/numbers.ts'
import { formatDuration } from '../executions/status-labels.ts'

/** What the overview measures, in its order. */
export const measureNames = ['activations', 'success', 'approvals', 'cost', 'latency'] as const
export type MeasureName = (typeof measureNames)[number]

/** A column of the table behind a chart. */
interface Column {
  readonly label: string
  readonly text: (numbers: UsageNumbers) => string
}

export interface Measure {
  readonly label: string
  /** Null where it is unknown, or there was nothing to measure. */
  readonly value: (numbers: UsageNumbers) => number | null
  readonly text: (value: number) => string
  /** Instead of a value. */
  readonly without: (numbers: UsageNumbers) => string
  /** What the value is of, so that nobody takes a few for many. */
  readonly about: (numbers: UsageNumbers) => string
  readonly change: (now: UsageNumbers, before: UsageNumbers) => Change | null
  readonly columns: readonly Column[]
  readonly drawn: 'bars' | 'line'
}

export interface Change {
  readonly text: string
  /** Only where chance does not explain the change. */
  readonly tone?: 'good' | 'bad'
}

const share = (rate: number) => Math.round(rate * 1000) / 10

/** `94.1 %`. */
export function formatShare(rate: number): string {
  return `${share(rate)} %`
}

/** `88 to 97 %, n 102`, or that it is too few to say. */
export function rateText({ low, high, n, too_few: tooFew }: RateBody): string {
  if (tooFew || low === null || high === null) return `Too few to say, n ${formatCount(n)}`
  return `${Math.round(low * 100)} to ${Math.round(high * 100)} %, n ${formatCount(n)}`
}

/** The cost as far as it is known; never 0 for what is unknown. */
export function costText({ cost, calls_without_cost: unknown }: UsageNumbers): string {
  if (cost === null) return 'unknown'
  return unknown > 0 ? `${formatCost(cost)} and unknown` : formatCost(cost)
}

/** In and out together, as far as they are known. */
export function tokensText(numbers: UsageNumbers): string {
  const { calls_without_tokens: unknown, model_calls: calls } = numbers
  if (unknown === calls && calls > 0) return 'unknown'
  const known = formatCount(numbers.input_tokens + numbers.output_tokens)
  return unknown > 0 ? `${known} and unknown` : known
}

/** `12 / 1`: up, down. */
export function ratingText({ thumbs: { count, n } }: UsageNumbers): string {
  return n === 0 ? 'none' : `${formatCount(count)} / ${formatCount(n - count)}`
}

function percentChange(now: number | null, before: number | null): Change | null {
  if (now === null || before === null || before === 0) return null
  return signed(Math.round((now / before - 1) * 100), (size) => `${formatCount(size)} %`)
}

function durationChange(now: number | null, before: number | null): Change | null {
  return now === null || before === null ? null : signed(now - before, formatDuration)
}

function signed(change: number, text: (size: number) => string): Change {
  if (change === 0) return { text: 'no change' }
  return { text: `${change > 0 ? '+' : '−'}${text(Math.abs(change))}` }
}

/** In points. Good or bad only where the two intervals do not meet. */
function rateChange(now: RateBody, before: RateBody): Change | null {
  if (now.too_few || before.too_few || now.rate === null || before.rate === null) return null
  const points = Math.round((share(now.rate) - share(before.rate)) * 10) / 10
  const change = signed(points, (size) => plural(size, 'point'))
  if ((now.low ?? 0) > (before.high ?? 1)) return { ...change, tone: 'good' }
  if ((now.high ?? 1) < (before.low ?? 0)) return { ...change, tone: 'bad' }
  return change
}

/** `p95 4.00 s, n 120`, or that it is too few to say. */
function latencyAbout({ latency: { n, p95 }, model_calls: calls }: UsageNumbers): string {
  if (n === 0) return plural(calls, 'model call')
  if (p95 === null) return `Too few to say, n ${formatCount(n)}`
  return `p95 ${formatDuration(p95.ms)}, n ${formatCount(n)}`
}

/** Good or bad only where the two intervals do not meet. */
function medianChange(
  { p50: now }: UsageNumbers['latency'],
  { p50: before }: UsageNumbers['latency'],
): Change | null {
  if (now === null || before === null) return null
  const change = signed(now.ms - before.ms, formatDuration)
  if (now.high < before.low) return { ...change, tone: 'good' }
  return now.low > before.high ? { ...change, tone: 'bad' } : change
}

const percentileText = (percentile: UsageNumbers['latency']['p50']) =>
  percentile === null ? '' : formatDuration(percentile.ms)

/** The numbers, each with its unit, what it is of, and how it changed. Pure. */
export const measures: Readonly<Record<MeasureName, Measure>> = {
  activations: {
    label: 'Activations',
    value: ({ activations }) => activations.total,
    text: formatCount,
    without: () => 'None',
    about: ({ offered, taken }) =>
      offered === 0
        ? 'nothing was offered'
        : `${plural(offered, 'offer')}, ${formatCount(taken.count)} taken`,
    change: (now, before) => percentChange(now.activations.total, before.activations.total),
    columns: [
      { label: 'Activations', text: ({ activations }) => formatCount(activations.total) },
      { label: 'Offered', text: ({ offered }) => formatCount(offered) },
      { label: 'Taken', text: ({ taken }) => formatCount(taken.count) },
    ],
    drawn: 'bars',
  },
  success: {
    label: 'Turns that ended well',
    value: ({ success }) => (success.rate === null ? null : share(success.rate)),
    text: (value) => `${value} %`,
    without: () => 'No turns',
    about: ({ success }) => rateText(success),
    change: (now, before) => rateChange(now.success, before.success),
    columns: [
      { label: 'Ended well', text: ({ success }) => formatCount(success.count) },
      { label: 'Of', text: ({ success }) => formatCount(success.n) },
    ],
    drawn: 'line',
  },
  approvals: {
    label: 'Approvals, mean answer',
    value: ({ mean_answer_ms: mean }) => mean,
    text: formatDuration,
    without: ({ approvals_asked: asked }) => (asked === 0 ? 'None' : 'No answer'),
    about: ({ approvals_asked: asked, approvals }) =>
      `${formatCount(asked)} asked, ${formatCount(approvals.count)} of ${formatCount(approvals.n)} approved`,
    change: (now, before) => durationChange(now.mean_answer_ms, before.mean_answer_ms),
    columns: [
      { label: 'Asked', text: ({ approvals_asked: asked }) => formatCount(asked) },
      { label: 'Approved', text: ({ approvals }) => formatCount(approvals.count) },
      { label: 'Answered', text: ({ approvals }) => formatCount(approvals.n) },
      {
        label: 'Mean answer',
        text: ({ mean_answer_ms: mean }) => (mean === null ? '' : formatDuration(mean)),
      },
    ],
    drawn: 'line',
  },
  cost: {
    label: 'Cost',
    value: ({ cost, model_calls: calls }) => (calls === 0 ? null : cost),
    text: formatCost,
    without: ({ model_calls: calls }) => (calls === 0 ? 'None' : 'unknown'),
    about: costAbout,
    // Sums over another share of the calls say nothing about each other.
    change: (now, before) =>
      now.calls_without_cost + before.calls_without_cost > 0
        ? null
        : percentChange(now.cost, before.cost),
    columns: [
      { label: 'Cost', text: (numbers) => (numbers.model_calls === 0 ? '' : costText(numbers)) },
      { label: 'Tokens', text: tokensText },
      { label: 'Model calls', text: ({ model_calls: calls }) => formatCount(calls) },
    ],
    drawn: 'bars',
  },
  latency: {
    label: 'Latency, median',
    value: ({ latency }) => latency.p50?.ms ?? null,
    text: formatDuration,
    without: ({ model_calls: calls, latency: { n } }) => {
      if (calls === 0) return 'None'
      return n === 0 ? 'unknown' : 'Too few'
    },
    about: latencyAbout,
    change: (now, before) => medianChange(now.latency, before.latency),
    columns: [
      { label: 'Median', text: ({ latency }) => percentileText(latency.p50) },
      { label: '95 % within', text: ({ latency }) => percentileText(latency.p95) },
      {
        label: 'Mean',
        text: ({ mean_latency_ms: mean }) => (mean === null ? '' : formatDuration(mean)),
      },
      { label: 'Timed calls', text: ({ latency }) => formatCount(latency.n) },
    ],
    drawn: 'line',
  },
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

function costAbout(numbers: UsageNumbers): string {
  const { input_tokens: input, cached_tokens: cached, model_calls: calls } = numbers
  const { calls_without_tokens: uncounted, calls_without_cost: unpriced } = numbers
  const tokens = uncounted === calls ? null : input + numbers.output_tokens
  return [
    calls > 0 && tokens === null ? 'tokens unknown' : `${compact.format(tokens ?? 0)} tokens`,
    ...(cached > 0 && input > 0 ? [`${Math.round((cached / input) * 100)} % cached`] : []),
    ...(unpriced > 0 && unpriced < calls
      ? [`cost of ${formatCount(calls - unpriced)} of ${plural(calls, 'call')}`]
      : []),
  ].join(', ')
}
