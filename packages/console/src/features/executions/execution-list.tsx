import type { ExecutionSummary } from '@repertoire/protocol'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight, SquareTerminal } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { classNames } from '../../shared/design/class-names.ts'
import { PagedList } from '../../shared/design/paged-list.tsx'
import { Empty } from '../../shared/design/states.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { ExecutionPanel, StatusBadge } from './execution-panel.tsx'
import { executionsQuery } from './execution-queries.ts'
import { formatDuration } from './status-labels.ts'
import { useExecution } from './use-execution.ts'

interface ExecutionListProps {
  /** Of one skill only; of all when left out. */
  readonly skillId?: string
  /** What to do where nothing was run yet. */
  readonly whenEmpty: ReactNode
}

/** What was run on this person's behalf, newest first; each opens to what it printed and wrote. */
export function ExecutionList({ skillId, whenEmpty }: ExecutionListProps) {
  const pages = useInfiniteQuery(executionsQuery(skillId))
  return (
    <PagedList
      list={pages}
      what="What was run"
      rows={5}
      next="older"
      whenEmpty={
        <Empty icon={<SquareTerminal size={20} />} title="Nothing was run yet">
          {whenEmpty}
        </Empty>
      }
    >
      {(items) => (
        <ul aria-label="What was run" className="card divide-y divide-line">
          {items.map((execution) => (
            <ExecutionRow key={execution.id} execution={execution} named={skillId === undefined} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

interface ExecutionRowProps {
  readonly execution: ExecutionSummary
  /** Whether the skill's name is said. */
  readonly named: boolean
}

function ExecutionRow({ execution, named }: ExecutionRowProps) {
  const [open, setOpen] = useState(false)
  const panel = useId()
  const { id, entry, args, skill, status, exit_code: exitCode, usage, started_at } = execution
  const what = [entry, ...args].join(' ')
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={panel}
        onClick={() => setOpen(!open)}
        className="flex min-h-11 w-full flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-left text-xs hover:bg-hover"
      >
        <span className="min-w-40 flex-1">
          {named && skill && <span className="font-medium">{skill.slug} </span>}
          <span className="line-clamp-2 font-mono [overflow-wrap:anywhere]">{what}</span>
        </span>
        <span className="text-xs text-ink-3">
          <Timestamp at={started_at} />
          {usage && <span className="tabular-nums">, {formatDuration(usage.wall_ms)}</span>}
        </span>
        <StatusBadge status={status} exitCode={exitCode} />
        <ChevronRight
          size={14}
          aria-hidden="true"
          className={classNames('shrink-0 text-ink-3 transition-transform', open && 'rotate-90')}
        />
      </button>
      <div id={panel} hidden={!open} className="border-t border-line p-4">
        {open && <ExecutionDetails id={id} label={entry} />}
        <Origin conversationId={execution.conversation_id} />
      </div>
    </li>
  )
}

function ExecutionDetails({ id, label }: { readonly id: string; readonly label: string }) {
  const { view, error } = useExecution(id)
  return <ExecutionPanel id={id} label={label} view={view} error={error} />
}

function Origin({ conversationId }: { readonly conversationId: string | null }) {
  return (
    <p className="mt-3 text-xs text-ink-3">
      {conversationId === null ? (
        'Run by you, by hand.'
      ) : (
        <>
          Run for you by an agent, in{' '}
          <Link to="/chat/$id" params={{ id: conversationId }} className="underline">
            this conversation
          </Link>
          .
        </>
      )}
    </p>
  )
}
