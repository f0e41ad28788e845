import type { TraceSpanBody } from '@repertoire/protocol'

export interface WaterfallRow {
  readonly span: TraceSpanBody
  /** From 1, as in a tree grid. */
  readonly level: number
  readonly hasChildren: boolean
  /** Places in the whole, in percent. */
  readonly left: number
  readonly width: number
  readonly durationMs: number
  /** Which model call of its parent it is, from 1; null for what calls no model. */
  readonly callNumber: number | null
}

interface Placing {
  readonly closed: ReadonlySet<string>
  /** The end of what goes on, in milliseconds. */
  readonly now: number
}

/** The rows of a waterfall, without those inside closed ones. `spans` has parents before their children. Pure. */
export function waterfallRows(
  spans: readonly TraceSpanBody[],
  { closed, now }: Placing,
): readonly WaterfallRow[] {
  const times = spans.map(({ started_at, ended_at }) => {
    const start = Date.parse(started_at)
    return { start, end: Math.max(start, ended_at === null ? now : Date.parse(ended_at)) }
  })
  const begin = times.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY)
  const whole = times.reduce((most, { end }) => Math.max(most, end - begin), 1)
  const parents = new Set(spans.map(({ parent_id }) => parent_id))
  const levels = new Map<string, number>()
  const numbers = callNumbers(spans)
  return spans.flatMap((span, index) => {
    const { start, end } = times[index] ?? { start: begin, end: begin }
    const above = span.parent_id === null ? 0 : levels.get(span.parent_id)
    if (above === undefined) return []
    const level = above + 1
    if (!closed.has(span.id)) levels.set(span.id, level)
    const left = ((start - begin) / whole) * 100
    const width = ((end - start) / whole) * 100
    const hasChildren = parents.has(span.id)
    const callNumber = numbers.get(span.id) ?? null
    return [{ span, level, hasChildren, left, width, durationMs: end - start, callNumber }]
  })
}

/** Model calls by number, each parent’s from 1. Pure. */
export function callNumbers(spans: readonly TraceSpanBody[]): ReadonlyMap<string, number> {
  const counts = new Map<string | null, number>()
  return new Map(
    spans.flatMap(({ id, kind, parent_id }) => {
      if (kind !== 'model') return []
      const number = (counts.get(parent_id) ?? 0) + 1
      counts.set(parent_id, number)
      return [[id, number] as const]
    }),
  )
}

const stepSizes = [1, 2, 5]
const maxTicks = 6

/** Round times for an axis that is as long as the first row, in milliseconds and percent. Pure. */
export function axisTicks(
  wholeMs: number,
): readonly { readonly ms: number; readonly left: number }[] {
  let step = 1
  for (let power = 1; wholeMs / step > maxTicks; power *= 10) {
    step = stepSizes.map((size) => size * power).find((size) => wholeMs / size <= maxTicks) ?? step
  }
  const count = Math.floor(wholeMs / step)
  return Array.from({ length: count + 1 }, (_, at) => at * step).map((ms) => ({
    ms,
    left: wholeMs === 0 ? 0 : (ms / wholeMs) * 100,
  }))
}

/** How long the whole takes that the rows show, in milliseconds. Pure. */
export function wholeOf(rows: readonly WaterfallRow[]): number {
  return rows.reduce((most, { durationMs, width }) => {
    return width > 0 ? Math.max(most, (durationMs / width) * 100) : most
  }, 0)
}

/** Where a key leads in the tree, as in a tree grid; undefined where it does nothing. Pure. */
export function moveInTree(
  rows: readonly WaterfallRow[],
  {
    key,
    id,
    closed,
  }: { readonly key: string; readonly id: string; readonly closed: ReadonlySet<string> },
): { readonly to?: string; readonly toggle?: string } | undefined {
  const at = rows.findIndex(({ span }) => span.id === id)
  const row = rows[at]
  if (!row) return undefined
  const to = (index: number) => {
    const target = rows[Math.min(rows.length - 1, Math.max(0, index))]
    return target && { to: target.span.id }
  }
  const isOpen = row.hasChildren && !closed.has(id)
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return to(at + 1)
    case 'ArrowUp':
    case 'k':
      return to(at - 1)
    case 'Home':
      return to(0)
    case 'End':
      return to(rows.length - 1)
    case 'ArrowRight':
      if (!row.hasChildren) return undefined
      return isOpen ? to(at + 1) : { toggle: id }
    case 'ArrowLeft':
      if (isOpen) return { toggle: id }
      return row.span.parent_id === null ? undefined : { to: row.span.parent_id }
    default:
      return undefined
  }
}
