import type { TraceSpanBody } from '@repertoire/protocol'
import { ChevronDown, ChevronRight, CircleAlert } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { classNames } from '../design/class-names.ts'
import { rowsInView } from '../design/rows-in-view.ts'
import { useNow } from '../design/use-now.ts'
import { formatDuration } from '../executions/status-labels.ts'
import { useScrollWindow } from '../inbox/use-scroll-window.ts'
import { spanLabel, statusWords, tokensLabel } from './span-labels.ts'
import { moveInTree, type WaterfallRow, waterfallRows } from './waterfall-rows.ts'

const rowHeight = 30

interface WaterfallProps {
  readonly spans: readonly TraceSpanBody[]
}

/** The spans of a trace as a tree with bars. Only rows in sight are drawn. */
export function Waterfall({ spans }: WaterfallProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [chosen, setChosen] = useState<string | undefined>(spans[0]?.id)
  const now = useNow(5_000)
  const view = useScrollWindow()
  const rows = waterfallRows(spans, { closed, now })
  const current = rows.some(({ span }) => span.id === chosen) ? chosen : rows[0]?.span.id
  const { from, to } = rowsInView(rows.length, rowHeight, view)

  const toggle = (id: string) => {
    const next = new Set(closed)
    if (!next.delete(id)) next.add(id)
    setClosed(next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || current === undefined) return
    const move = moveInTree(rows, { key: event.key, id: current, closed })
    if (!move) return
    event.preventDefault()
    if (move.toggle !== undefined) toggle(move.toggle)
    if (move.to === undefined) return
    setChosen(move.to)
    const index = rows.findIndex(({ span }) => span.id === move.to)
    scrollToRow(event.currentTarget.parentElement, index)
  }
  return (
    <section ref={view.ref} className="card max-h-[60vh] overflow-auto">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows open and close
        role="treegrid"
        aria-label="Steps of the trace"
        aria-rowcount={rows.length + 1}
        aria-activedescendant={current && `span-${current}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="w-full min-w-[36rem] table-fixed border-collapse outline-offset-[-2px]"
      >
        <colgroup>
          <col className="w-70" />
          <col />
          <col className="w-16" />
          <col className="w-24" />
        </colgroup>
        <thead className="sticky top-0 z-10 h-8 bg-surface text-xs text-ink-3 [&_th]:px-3 [&_th]:font-medium">
          <tr aria-rowindex={1}>
            <th className="text-left">Step</th>
            <th className="text-left">When</th>
            <th className="text-right">Tokens</th>
            <th className="text-right">Time</th>
          </tr>
        </thead>
        <Gap height={from * rowHeight} />
        <tbody>
          {rows.slice(from, to).map((row, index) => (
            <Row
              key={row.span.id}
              row={row}
              position={from + index + 2}
              open={!closed.has(row.span.id)}
              chosen={row.span.id === current}
              onChoose={setChosen}
              onToggle={toggle}
            />
          ))}
        </tbody>
        <Gap height={(rows.length - to) * rowHeight} />
      </table>
    </section>
  )
}

/** In place of rows that are out of sight. */
function Gap({ height }: { readonly height: number }) {
  return (
    <tbody aria-hidden="true">
      {height > 0 && (
        <tr>
          <td style={{ height }} />
        </tr>
      )}
    </tbody>
  )
}

/** Brings a row into sight below the head, which is as high as a row. */
function scrollToRow(box: HTMLElement | null, index: number): void {
  if (!box || index < 0) return
  const top = index * rowHeight
  const lowest = top + 2 * rowHeight + 4 - box.clientHeight
  box.scrollTop = Math.min(top, Math.max(box.scrollTop, lowest))
}

interface RowProps {
  readonly row: WaterfallRow
  readonly position: number
  readonly open: boolean
  readonly chosen: boolean
  readonly onChoose: (id: string) => void
  readonly onToggle: (id: string) => void
}

function Row({ row, position, open, chosen, onChoose, onToggle }: RowProps) {
  const { span, level, hasChildren, durationMs } = row
  const status = statusWords[span.status]
  const wrong = span.status === 'failed'
  const Chevron = open ? ChevronDown : ChevronRight
  return (
    <tr
      id={`span-${span.id}`}
      aria-level={level}
      aria-rowindex={position}
      aria-selected={chosen}
      {...(hasChildren && { 'aria-expanded': open })}
      onClick={() => onChoose(span.id)}
      onDoubleClick={() => hasChildren && onToggle(span.id)}
      style={{ height: rowHeight }}
      className={classNames(
        'cursor-default border-t border-line [&_td]:px-3',
        chosen ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <td>
        <span
          style={{ paddingLeft: (level - 1) * 18 }}
          className="flex min-w-0 items-center gap-1.5"
        >
          <Chevron
            size={14}
            aria-hidden="true"
            onClick={() => hasChildren && onToggle(span.id)}
            className={classNames('shrink-0 text-ink-3', !hasChildren && 'invisible')}
          />
          {wrong && <CircleAlert size={14} aria-hidden="true" className="shrink-0 text-bad" />}
          <bdi className="truncate" title={spanLabel(span)}>
            {spanLabel(span).slice(0, 120)}
          </bdi>
        </span>
      </td>
      <td>
        <span className="sr-only">{span.error ? `${status}: ${span.error}` : status}</span>
        <span className="relative block h-3">
          <Bar row={row} />
        </span>
      </td>
      <td className="text-right text-xs tabular-nums text-ink-2">{tokensLabel(span)}</td>
      <td className="text-right text-xs tabular-nums text-ink-2">{formatDuration(durationMs)}</td>
    </tr>
  )
}

const colours: Readonly<Record<TraceSpanBody['kind'], string>> = {
  run: 'var(--track)',
  agent: 'var(--track)',
  skills: 'var(--data-2)',
  model: 'var(--accent)',
  summary: 'var(--accent)',
  tool: 'var(--data-2)',
  script: 'var(--data-3)',
  wait: 'repeating-linear-gradient(135deg, var(--line-strong) 0 1px, transparent 1px 5px)',
}

function Bar({ row: { span, left, width } }: { readonly row: WaterfallRow }) {
  const { kind, status, ended_at } = span
  const isOutlined = kind === 'run' || kind === 'agent' || kind === 'wait'
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'absolute inset-y-0 min-w-0.5 rounded-sm',
        isOutlined && 'border border-line-strong',
        ended_at === null && 'rounded-r-none border-r-0',
      )}
      style={{
        left: `${left}%`,
        width: `${width}%`,
        background: status === 'failed' && !isOutlined ? 'var(--bad)' : colours[kind],
      }}
    />
  )
}
