import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../shared/design/button.tsx'
import { TextField } from '../../shared/design/field.tsx'
import { Form } from '../../shared/design/form.tsx'
import { Page } from '../../shared/design/page.tsx'
import { PagedList } from '../../shared/design/paged-list.tsx'
import { NoTurns } from './no-turns.tsx'
import { TraceFilterFields } from './trace-filters.tsx'
import { type TraceFilters, tracesQuery } from './trace-queries.ts'
import { TraceStory } from './trace-story.tsx'
import { TraceTabs } from './trace-tabs.tsx'
import { TurnTable } from './turn-table.tsx'

/** What a turn did, found by its trace id, its time, its agent or its outcome. */
export function TracesPage() {
  const { trace_id = '', span: _, ...filters } = useSearch({ from: '/app/traces' })
  if (trace_id) {
    return (
      <Page title="Trace">
        <TraceStory traceId={trace_id} />
      </Page>
    )
  }
  const { at = '' } = filters
  return (
    <Page
      title="Traces"
      subtitle="Everything a turn of yours did, in order. Find it by its time, or by a trace id."
    >
      <TraceTabs />
      <TraceSearch key={at} at={at} />
      <TraceFilterFields filters={filters} />
      <TraceResults filters={filters} />
    </Page>
  )
}

function TraceSearch({ at }: { readonly at: string }) {
  const navigate = useNavigate()
  const [wanted, setWanted] = useState({ traceId: '', at })
  return (
    <Form
      className="mb-4 flex flex-wrap items-end gap-3"
      onSubmit={() => {
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
      <Button type="submit">Find</Button>
    </Form>
  )
}

function TraceResults({ filters }: { readonly filters: TraceFilters }) {
  const list = useInfiniteQuery(tracesQuery(filters))
  return (
    <PagedList list={list} what="Turns" next="older" whenEmpty={<NoTurns filters={filters} />}>
      {(runs) => <TurnTable runs={runs} filters={filters} />}
    </PagedList>
  )
}
