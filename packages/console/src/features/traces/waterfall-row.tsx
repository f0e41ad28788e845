import type { TraceSpanBody } from '@repertoire/protocol'
import {
  Bot,
  ChevronDown,
  ChevronRight,
  CircleAlert,
  Cpu,
  FileCode,
  Hourglass,
  Layers,
  type LucideIcon,
  Route,
  Search,
  Wrench,
} from 'lucide-react'
import { memo } from 'react'
import { classNames } from '../../shared/design/class-names.ts'
import { formatDuration } from '../executions/status-labels.ts'
import { spanDetail, spanLabel, statusWords, tokensLabel } from './span-labels.ts'
import type { WaterfallRow as RowData } from './waterfall-rows.ts'

export const rowHeight = 30
const indent = 18
const shownCharacters = 120

interface WaterfallRowProps {
  readonly row: RowData
  readonly position: number
  readonly open: boolean
  readonly chosen: boolean
  /** The rows are the lines of a tree grid; `open` is whether what is inside is shown. */
  readonly onChoose: (id: string) => void
  readonly onToggle: (id: string) => void
}

/** A span with its bar. */
export const WaterfallRow = memo(function WaterfallRow(props: WaterfallRowProps) {
  const { row, position, open, chosen, onChoose, onToggle } = props
  const { span, level, hasChildren, durationMs } = row
  const status = statusWords[span.status]
  return (
    <tr
      id={rowId(span.id)}
      aria-level={level}
      aria-rowindex={position}
      aria-selected={chosen}
      {...(hasChildren && { 'aria-expanded': open })}
      onClick={() => onChoose(span.id)}
      onDoubleClick={() => hasChildren && onToggle(span.id)}
      style={{ height: rowHeight }}
      className={classNames(
        'cursor-default border-t border-line [&_td]:px-3',
        chosen ? 'bg-accent-soft shadow-[inset_2px_0_var(--accent)]' : 'hover:bg-hover',
      )}
    >
      <td>
        <StepCell row={row} open={open} onToggle={onToggle} />
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
})

export function rowId(spanId: string): string {
  return `span-${spanId}`
}

const icons: Readonly<Record<TraceSpanBody['kind'], LucideIcon>> = {
  run: Route,
  skills: Search,
  model: Cpu,
  summary: Layers,
  tool: Wrench,
  agent: Bot,
  script: FileCode,
  wait: Hourglass,
}

type StepCellProps = Pick<WaterfallRowProps, 'row' | 'open' | 'onToggle'>

function StepCell({
  row: { span, level, hasChildren, callNumber },
  open,
  onToggle,
}: StepCellProps) {
  const label = spanLabel(span, callNumber)
  const detail = spanDetail(span)
  const Chevron = open ? ChevronDown : ChevronRight
  const wrong = span.status === 'failed'
  const Icon = wrong ? CircleAlert : icons[span.kind]
  return (
    <span
      style={{ paddingLeft: (level - 1) * indent }}
      className="flex min-w-0 items-center gap-1.5"
    >
      <Chevron
        size={14}
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation()
          if (hasChildren) onToggle(span.id)
        }}
        className={classNames('shrink-0 text-ink-3', !hasChildren && 'invisible')}
      />
      <Icon
        size={14}
        aria-hidden="true"
        className={classNames('shrink-0', wrong ? 'text-bad' : 'text-ink-3')}
      />
      <bdi className="truncate" title={label}>
        {label.slice(0, shownCharacters)}
      </bdi>
      {detail && (
        <bdi className="min-w-6 shrink-[9] truncate text-xs text-ink-3" title={detail}>
          {detail.slice(0, shownCharacters)}
        </bdi>
      )}
    </span>
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

function Bar({ row: { span, left, width } }: { readonly row: RowData }) {
  const { kind, status, ended_at } = span
  const isOutlined = kind === 'run' || kind === 'agent' || kind === 'wait'
  return (
    <span
      aria-hidden="true"
      data-hatched={kind === 'wait' || undefined}
      className={classNames(
        'absolute inset-y-0 min-w-0.5 rounded-sm',
        isOutlined && 'border border-line-strong',
        ended_at === null && 'rounded-r-none border-r-0',
      )}
      style={{
        // What takes no time at the very end still stands within.
        left: `min(${left}%, 100% - 2px)`,
        width: `${width}%`,
        background: status === 'failed' && !isOutlined ? 'var(--bad)' : colours[kind],
      }}
    />
  )
}
