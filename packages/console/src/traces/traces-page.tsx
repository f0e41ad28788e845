import type { TracedRunBody, TraceItemBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Footprints } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../design/badge.tsx'
import { Button } from '../design/button.tsx'
import { TextField } from '../design/field.tsx'
import { Moment } from '../design/moment.tsx'
import { Page } from '../design/page.tsx'
import { Empty, Failed, Loading } from '../design/states.tsx'
import { wordsOf } from './item-words.ts'
import { traceQuery, tracesQuery } from './trace-queries.ts'

/** What a turn did, found by its trace id or by its time (E9). */
export function TracesPage() {
  const { trace_id = '', at = '' } = useSearch({ from: '/app/traces' })
  return (
    <Page
      title="Traces"
      subtitle="Everything a turn of yours did, in order. Find it by its time, or by a trace id."
    >
      <Finder key={`${trace_id} ${at}`} traceId={trace_id} at={at} />
      {trace_id ? <Story traceId={trace_id} /> : <Found at={at} />}
    </Page>
  )
}

function Finder({ traceId, at }: { readonly traceId: string; readonly at: string }) {
  const navigate = useNavigate()
  const [wanted, setWanted] = useState({ traceId, at })
  return (
    <form
      className="mb-6 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        const id = wanted.traceId.trim()
        const search = id ? { trace_id: id } : { at: wanted.at }
        void navigate({ to: '/traces', search })
      }}
    >
      <TextField
        label="About when"
        type="datetime-local"
        value={wanted.at}
        onChange={({ target }) => setWanted({ traceId: '', at: target.value })}
      />
      <TextField
        label="Trace id"
        mono
        className="min-w-72 flex-1"
        value={wanted.traceId}
        onChange={({ target }) => setWanted({ ...wanted, traceId: target.value })}
      />
      <Button type="submit" variant="primary">
        Find
      </Button>
    </form>
  )
}

function Found({ at }: { readonly at: string }) {
  const list = useQuery(tracesQuery(at))
  if (list.isPending) return <Loading label="Loading turns" />
  if (list.isError) return <Failed what="Turns could not be read" error={list.error} />
  if (list.data.items.length === 0) {
    return (
      <Empty icon={<Footprints size={20} />} title="No turn began then">
        {at ? 'Within half an hour of that time there was none.' : 'There was none within a day.'}
      </Empty>
    )
  }
  return (
    <ul aria-label="Turns" className="card divide-y divide-line overflow-hidden">
      {list.data.items.map((run) => (
        <li key={run.run_id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
          <div className="min-w-48 flex-1">
            <Link
              to="/traces"
              search={{ trace_id: run.trace_id }}
              data-list-row
              className="line-clamp-1 font-semibold [overflow-wrap:anywhere] hover:underline"
            >
              {run.message || 'A turn'}
            </Link>
          </div>
          <StartedBy run={run} />
          <Badge>{run.status}</Badge>
          <p className="text-xs text-ink-3">
            <Moment at={run.started_at} />
          </p>
        </li>
      ))}
    </ul>
  )
}

function StartedBy({ run }: { readonly run: TracedRunBody }) {
  const { kind, signal_id } = run.started_by
  if (signal_id === null) return <Badge>You</Badge>
  return (
    <Link to="/signals/$id" params={{ id: signal_id }} className="text-xs underline">
      {kind === 'cron' ? 'Schedule' : 'Webhook'}
    </Link>
  )
}

function Story({ traceId }: { readonly traceId: string }) {
  const trace = useQuery(traceQuery(traceId))
  if (trace.isPending) return <Loading label="Loading the trace" />
  if (trace.isError) return <Failed what="The trace could not be read" error={trace.error} />
  const { runs, items, truncated } = trace.data
  return (
    <>
      <ul aria-label="Turns of the trace" className="mb-4 flex flex-col gap-1">
        {runs.map((run) => (
          <li key={run.run_id} className="flex flex-wrap items-center gap-3">
            <Link to="/chat/$id" params={{ id: run.conversation_id }} className="text-xs underline">
              Conversation
            </Link>
            <StartedBy run={run} />
            <Badge>{run.status}</Badge>
          </li>
        ))}
      </ul>
      <ol aria-label="What happened" className="card divide-y divide-line overflow-hidden">
        {items.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a story is only ever added to at its end
          <Happened key={place} item={item} />
        ))}
      </ol>
      {truncated && <p className="mt-3 text-xs text-ink-3">There is more than is shown here.</p>}
    </>
  )
}

function Happened({ item }: { readonly item: TraceItemBody }) {
  const { what, detail } = wordsOf(item)
  const time = new Date(item.at)
  return (
    <li className="grid gap-x-4 gap-y-0.5 px-4 py-2.5 sm:grid-cols-[6rem_14rem_minmax(0,1fr)]">
      <time dateTime={item.at} title={time.toLocaleString()} className="text-xs text-ink-3">
        {time.toLocaleTimeString()}
      </time>
      <p className="font-medium [overflow-wrap:anywhere]">{what}</p>
      <p className="line-clamp-3 text-xs text-ink-2 [overflow-wrap:anywhere]">{detail}</p>
    </li>
  )
}
