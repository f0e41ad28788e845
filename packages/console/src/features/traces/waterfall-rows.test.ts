import type { TraceSpanBody } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { sampleSpan } from './sample-span.ts'
import { moveInTree, waterfallRows } from './waterfall-rows.ts'

const second = (seconds: number) => new Date(1_000_000 + seconds * 1_000).toISOString()
const span = (id: string, parent: string | null, [from, to]: readonly [number, number | null]) =>
  sampleSpan({
    ...{ id, parent_id: parent, started_at: second(from) },
    ended_at: to === null ? null : second(to),
  })
const spans: readonly TraceSpanBody[] = [
  span('run', null, [0, null]),
  span('agent', 'run', [2, 6]),
  span('inner', 'agent', [3, 4]),
  span('last', 'run', [6, 8]),
]
const now = 1_000_000 + 10_000
const nothing: ReadonlySet<string> = new Set()
const rows = waterfallRows(spans, { closed: nothing, now })

describe('the rows of a waterfall', () => {
  it('E9: places each span in the whole, and what goes on up to now', () => {
    expect(rows.map(({ level, left, width }) => [level, left, width])).toEqual([
      [1, 0, 100],
      [2, 20, 40],
      [3, 30, 10],
      [2, 60, 20],
    ])
  })

  it('E9: leaves out what is inside a closed span', () => {
    const closed = new Set(['agent'])
    const ids = (shut: ReadonlySet<string>) =>
      waterfallRows(spans, { closed: shut, now }).map(({ span: { id } }) => id)
    expect(ids(closed)).toEqual(['run', 'agent', 'last'])
    expect(ids(new Set(['run']))).toEqual(['run'])
  })

  it('E9: follows the keys of a tree grid', () => {
    const press = (key: string, id: string, closed = nothing) =>
      moveInTree(rows, { key, id, closed })
    expect(press('ArrowDown', 'run')).toEqual({ to: 'agent' })
    expect(press('ArrowUp', 'run')).toEqual({ to: 'run' })
    expect(press('End', 'run')).toEqual({ to: 'last' })
    expect(press('ArrowRight', 'agent')).toEqual({ to: 'inner' })
    expect(press('ArrowRight', 'agent', new Set(['agent']))).toEqual({ toggle: 'agent' })
    expect(press('ArrowLeft', 'agent')).toEqual({ toggle: 'agent' })
    expect(press('ArrowLeft', 'inner')).toEqual({ to: 'agent' })
    expect(press('x', 'run')).toBeUndefined()
  })
})
