import type { TracedRunBody } from '@repertoire/protocol'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Footprints } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../design/badge.tsx'
import { Button } from '../design/button.tsx'
import { TextField } from '../design/field.tsx'
import { Page } from '../design/page.tsx'
import { PagedList } from '../design/paged-list.tsx'
import { Empty } from '../design/states.tsx'
import { Timestamp } from '../design/timestamp.tsx'
import { runLabel } from './run-labels.ts'
import { StartedBy } from './started-by.tsx'
import { tracesQuery } from './trace-queries.ts'
import { TraceStory } from './trace-story.tsx'
import { TraceTabs } from './trace-tabs.tsx'

/** What a turn did, found by its trace id or by its time (E9). */
export function TracesPage() {
  const { trace_id = '', at = '' } = useSearch({ from: '/app/traces' })
  return (
    <Page
      title="Traces"
      subtitle="Everything a turn of yours did, in order. Find it by its time, or by a trace id."
    >
      <TraceTabs />
      <Finder key={`${trace_id} ${at}`} traceId={trace_id} at={at} />
      {trace_id ? <TraceStory traceId={trace_id} /> : <Found at={at} />}
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
        label="Around this time"
        type="datetime-local"
        value={wanted.at}
        onChange={({ target }) => setWanted({ traceId: '', at: target.value })}
      />
      <TextField
        label="Trace id"
        mono
        className="min-w-60 flex-1"
        placeholder="As an answer or the log names it"
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
  const list = useInfiniteQuery(tracesQuery(at))
  return (
    <PagedList
      list={list}
      what="Turns"
      next="older"
      whenEmpty={
        <Empty icon={<Footprints size={20} />} title="No turn began then">
          {at
            ? 'Within half an hour of that time there was none.'
            : 'There was none within a day. Say when, to look further back.'}
        </Empty>
      }
    >
      {(runs) => (
        <ul aria-label="Turns" className="card divide-y divide-line overflow-hidden">
          {runs.map((run) => (
            <TurnRow key={run.run_id} run={run} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

function TurnRow({ run }: { readonly run: TracedRunBody }) {
  const { word, tone } = runLabel[run.status]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 sm:grid sm:grid-cols-[minmax(0,1fr)_5rem_6rem_8rem]">
      <Link
        to="/traces"
        search={{ trace_id: run.trace_id }}
        data-list-row
        title={run.message}
        className="line-clamp-2 w-full font-medium [overflow-wrap:anywhere] hover:underline sm:line-clamp-1"
      >
        {run.message || 'A turn'}
      </Link>
      <StartedBy run={run} />
      <span>
        <Badge tone={tone}>{word}</Badge>
      </span>
      <p className="text-xs text-ink-3 sm:text-right">
        <Timestamp at={run.started_at} />
      </p>
    </li>
  )
}
