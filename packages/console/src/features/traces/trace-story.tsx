import type { TracedRunBody, TraceItemBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, CircleAlert, Footprints } from 'lucide-react'
import { useState } from 'react'
import { problemOf } from '../../shared/api/problem.ts'
import { Badge } from '../../shared/design/badge.tsx'
import { classNames } from '../../shared/design/class-names.ts'
import { Notice } from '../../shared/design/notice.tsx'
import { Empty, FailedQuery, Loading } from '../../shared/design/states.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { formatDuration } from '../executions/status-labels.ts'
import { wordsOf } from './item-labels.ts'
import { runLabel } from './run-labels.ts'
import { StartedBy } from './started-by.tsx'
import { traceQuery } from './trace-queries.ts'
import { TraceSteps } from './trace-steps.tsx'

/** Everything that happened under one trace, in order. */
export function TraceStory({ traceId }: { readonly traceId: string }) {
  const trace = useQuery(traceQuery(traceId))
  if (trace.isPending) return <Loading label="Loading the trace" />
  if (trace.isError && problemOf(trace.error).status === 404) {
    return (
      <Empty icon={<Footprints size={20} />} title="Nothing of yours happened under this trace id">
        It may be somebody else’s, or its conversation was deleted. Find the turn by its time.
      </Empty>
    )
  }
  if (trace.isError) return <FailedQuery what="The trace could not be read" query={trace} />
  const { runs, items, spans, truncated } = trace.data
  const begin = items[0] ? Date.parse(items[0].at) : 0
  return (
    <>
      <Link
        to="/traces"
        search={{}}
        className="mb-3 inline-flex min-h-6 items-center gap-1 text-xs text-ink-2 hover:underline"
      >
        <ArrowLeft size={13} aria-hidden="true" /> All turns
      </Link>
      {runs.length > 0 ? (
        <ul aria-label="Turns of the trace" className="mb-4 flex flex-col gap-3">
          {runs.map((run) => (
            <TurnOfTrace key={run.run_id} run={run} />
          ))}
        </ul>
      ) : (
        items.some(isOthersTurn) && (
          <div className="mb-4">
            <Notice title="This turn is somebody else’s">
              Their trigger started this turn. Its conversation is private to them.
            </Notice>
          </div>
        )
      )}
      {spans.length > 0 && <TraceSteps key={traceId} trace={trace.data} />}
      <ol aria-label="What happened" className="card divide-y divide-line overflow-hidden">
        {items.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a story is only ever added to at its end
          <TraceEventRow key={place} item={item} after={Date.parse(item.at) - begin} />
        ))}
      </ol>
      {truncated && (
        <div className="mt-3">
          <Notice>There is more than is shown here. The conversation has all of it.</Notice>
        </div>
      )}
    </>
  )
}

/** An owner or admin is told that it happened, not what it is about. */
function isOthersTurn(item: TraceItemBody): boolean {
  return item.kind === 'signal' && item.signal.run_id !== null && !item.signal.conversation_id
}

function TurnOfTrace({ run }: { readonly run: TracedRunBody }) {
  const { word, tone } = runLabel[run.status]
  const { started_at, finished_at, message, conversation_id } = run
  return (
    <li>
      <h2 className="line-clamp-2 text-base [overflow-wrap:anywhere]" title={message}>
        {message || 'A turn'}
      </h2>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-2">
        <Badge tone={tone}>{word}</Badge>
        <StartedBy run={run} />
        <span>
          <Timestamp at={started_at} />
          {finished_at &&
            `, took ${formatDuration(Date.parse(finished_at) - Date.parse(started_at))}`}
        </span>
        <Link to="/chat/$id" params={{ id: conversation_id }} className="underline">
          Conversation
        </Link>
      </p>
    </li>
  )
}

interface TraceEventRowProps {
  readonly item: TraceItemBody
  /** Milliseconds since the first thing of the trace. */
  readonly after: number
}

function TraceEventRow({ item, after }: TraceEventRowProps) {
  const { what, detail, wrong } = wordsOf(item)
  const time = new Date(item.at)
  return (
    <li className="grid gap-x-4 gap-y-0.5 px-4 py-2.5 sm:grid-cols-[6rem_14rem_minmax(0,1fr)]">
      <time
        dateTime={item.at}
        title={time.toLocaleString()}
        className="text-xs text-ink-3 tabular-nums"
      >
        {after === 0 ? time.toLocaleTimeString() : `+ ${formatDuration(after)}`}
      </time>
      <p
        className={classNames(
          'flex items-start gap-1.5 font-medium [overflow-wrap:anywhere]',
          wrong && 'text-bad-ink',
        )}
      >
        {wrong && <CircleAlert size={14} className="mt-0.5 shrink-0" aria-label="Went wrong" />}
        <span className="min-w-0">{what}</span>
      </p>
      <Detail text={detail} />
    </li>
  )
}

/** Characters that stand in about three lines. */
const short = 280

function Detail({ text }: { readonly text: string }) {
  const [open, setOpen] = useState(false)
  return (
    <div className="min-w-0 text-xs text-ink-2">
      <p
        className={classNames(
          'whitespace-pre-wrap [overflow-wrap:anywhere]',
          !open && text.length > short && 'line-clamp-3',
        )}
      >
        {text}
      </p>
      {text.length > short && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="mt-0.5 min-h-6 text-accent-ink hover:underline"
        >
          {open ? 'Show less' : 'Show all'}
        </button>
      )}
    </div>
  )
}
