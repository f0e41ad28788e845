import type { TraceSpanBody } from '@repertoire/protocol'
import { type KeyboardEvent, type RefObject, useCallback, useMemo, useState } from 'react'
import { useNow } from '../../shared/browser/use-now.ts'
import { rowsInView } from '../../shared/design/rows-in-view.ts'
import { useScrollWindow } from '../../shared/design/use-scroll-window.ts'
import { VirtualRows } from '../../shared/design/virtual-rows.tsx'
import { rowHeight, rowId, WaterfallRow } from './waterfall-row.tsx'
import {
  axisTicks,
  moveInTree,
  type WaterfallRow as RowData,
  waterfallRows,
  wholeOf,
} from './waterfall-rows.ts'

interface WaterfallProps {
  readonly spans: readonly TraceSpanBody[]
  /** The span whose panel is open; undefined when none is. */
  readonly opened: string | undefined
  /** Undefined closes the panel. */
  readonly onOpen: (id: string | undefined) => void
  readonly grid?: RefObject<HTMLTableElement | null>
}

const headHeight = 32
const still = 60_000
const advancing = 1_000

/** The spans of a trace as a tree with bars. Only rows in sight are drawn. */
export function Waterfall({ spans, opened, onOpen, grid }: WaterfallProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [chosen, setChosen] = useState<string | undefined>(opened ?? spans[0]?.id)
  const isOpen = spans.some(({ ended_at }) => ended_at === null)
  const now = useNow(isOpen ? advancing : still)
  const view = useScrollWindow()
  const rows = useMemo(() => waterfallRows(spans, { closed, now }), [spans, closed, now])
  const at = Math.max(
    rows.findIndex(({ span }) => span.id === chosen),
    0,
  )
  const current = rows[at]?.span.id
  const { from, to } = rowsInView(rows.length, rowHeight, view)
  const isDrawn = at >= from && at < to

  const toggle = useCallback((id: string) => {
    setClosed((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])
  const open = useCallback(
    (id: string) => {
      setChosen(id)
      onOpen(id)
    },
    [onOpen],
  )
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || current === undefined) return
    if (event.key === 'Enter') onOpen(current)
    else if (event.key === 'Escape' && opened !== undefined) onOpen(undefined)
    else {
      const move = moveInTree(rows, { key: event.key, id: current, closed })
      if (!move) return
      if (move.toggle !== undefined) toggle(move.toggle)
      if (move.to !== undefined) {
        setChosen(move.to)
        // The panel follows.
        if (opened !== undefined) onOpen(move.to)
        const index = rows.findIndex(({ span }) => span.id === move.to)
        scrollToRow(event.currentTarget.closest('section'), index)
      }
    }
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <section ref={view.ref} className="card max-h-[60vh] overflow-auto">
      <VirtualRows height={headHeight + rows.length * rowHeight} above={from * rowHeight}>
        <table
          ref={grid}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows open and close
          role="treegrid"
          aria-label="Steps of the trace"
          aria-rowcount={rows.length + 1}
          {...(isDrawn && current !== undefined && { 'aria-activedescendant': rowId(current) })}
          tabIndex={0}
          onKeyDown={onKeyDown}
          className="w-full min-w-[36rem] table-fixed border-collapse outline-offset-[-2px]"
        >
          <colgroup>
            <col className="w-64" />
            <col />
            <col className="w-20" />
            <col className="w-24" />
          </colgroup>
          <Head rows={rows} count={spans.length} />
          <tbody>
            {rows.slice(from, to).map((row, index) => (
              <WaterfallRow
                key={row.span.id}
                row={row}
                position={from + index + 2}
                open={!closed.has(row.span.id)}
                chosen={row.span.id === current}
                onChoose={open}
                onToggle={toggle}
              />
            ))}
          </tbody>
        </table>
      </VirtualRows>
    </section>
  )
}

function Head({ rows, count }: { readonly rows: readonly RowData[]; readonly count: number }) {
  return (
    <thead className="sticky top-0 z-10 h-8 bg-surface text-xs text-ink-3 [&_th]:px-3 [&_th]:font-medium">
      <tr aria-rowindex={1}>
        <th className="text-left">
          Step <span className="font-normal tabular-nums">of {count}</span>
        </th>
        <th className="text-left">
          <span className="sr-only">When</span>
          <span aria-hidden="true" className="relative block h-4 font-normal tabular-nums">
            {axisTicks(wholeOf(rows)).map(({ ms, left }) => (
              <span
                key={ms}
                className="absolute border-l border-line-2 pl-1 max-sm:even:hidden"
                style={{ left: `${left}%` }}
              >
                {left < 94 && tickLabel(ms)}
              </span>
            ))}
          </span>
        </th>
        <th className="text-right">Tokens</th>
        <th className="text-right">Time</th>
      </tr>
    </thead>
  )
}

/** `0`, `250 ms`, `1.5 s`. */
function tickLabel(ms: number): string {
  if (ms === 0) return '0'
  return ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`
}

/** Brings a row into sight below the head. */
function scrollToRow(box: HTMLElement | null, index: number): void {
  if (!box || index < 0) return
  const top = index * rowHeight
  const lowest = top + headHeight + rowHeight - box.clientHeight
  box.scrollTop = Math.min(top, Math.max(box.scrollTop, lowest))
}
