import type { SourceBody } from '@repertoire/protocol'
import { Link } from '@tanstack/react-router'
import { useEffect, useId, useRef } from 'react'
import { Badge } from '../../shared/design/badge.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { formatCount, plural } from '../../shared/design/numbers.ts'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { refreshSources } from '../../shared/queries/source-queries.ts'
import { mayChangeSource } from '../../shared/session/may.ts'
import { useMe } from '../../shared/session/use-me.ts'
import { IgnoredEntries } from './ignored-entries.tsx'
import { SampleActions } from './sample-actions.tsx'
import { SourceActions } from './source-actions.tsx'
import { isAdded } from './source-draft.ts'
import { SourceItems } from './source-items.tsx'
import { addressOf, kindOf, scheduleOf, syncStates } from './source-labels.ts'

/** One source: where it is, how its last sync went, and what it has. */
export function SourceCard({ source }: { readonly source: SourceBody }) {
  const title = useId()
  const writes = mayChangeSource(useMe(), source)
  useRefreshAfterSync(source)
  const state = source.enabled
    ? syncStates[source.last_sync_status]
    : ({ text: isAdded(source) ? 'Disabled' : 'Removed', tone: 'neutral' } as const)
  return (
    <article aria-labelledby={title} className="card overflow-hidden">
      <header className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 pt-4">
        <div className="min-w-48 flex-1">
          <h2 id={title} className="text-base [overflow-wrap:anywhere]">
            <MarkedText text={source.name} />
          </h2>
          <p className="mt-0.5 font-mono text-xs text-ink-3 [overflow-wrap:anywhere]">
            <MarkedText text={addressOf(source)} />
          </p>
        </div>
        <span role="status">
          <Badge tone={state.tone}>{state.text}</Badge>
        </span>
        {writes &&
          (isAdded(source) ? <SourceActions source={source} /> : <SampleActions source={source} />)}
      </header>
      <p className="px-4 pt-2 text-xs text-ink-2">
        {kindOf(source)}
        {' · synced '}
        {scheduleOf(source)}
        {source.last_sync_at && (
          <>
            {' · last '}
            <Timestamp at={source.last_sync_at} />
          </>
        )}
        {source.enabled && source.next_sync_at && source.last_sync_status !== 'running' && (
          <>
            {' · next '}
            <Timestamp at={source.next_sync_at} />
          </>
        )}
        {source.review_policy === 'apply-clean' && ` · clean updates are applied${ageOf(source)}`}
        {source.has_token && ' · with a token'}
      </p>
      <div className="flex flex-col gap-3 px-4 py-3">
        {source.last_sync_status === 'running' && <Progress source={source} />}
        {source.last_sync_error && source.last_sync_status !== 'running' && (
          <Notice
            tone={source.last_sync_status === 'cancelled' ? 'info' : 'bad'}
            title={<MarkedText text={source.last_sync_error.message} />}
          >
            {source.last_sync_error.hint && <MarkedText text={source.last_sync_error.hint} />}
          </Notice>
        )}
        {source.notices.map(({ code, message }) => (
          <Notice key={`${code} ${message}`} tone="warn">
            <MarkedText text={message} />
          </Notice>
        ))}
        {source.counts && source.last_sync_status !== 'running' && <Counts source={source} />}
      </div>
      {source.counts && <SourceItems source={source} />}
      {source.counts && <IgnoredEntries source={source} />}
    </article>
  )
}

/** What the last finished sync found, and the way to what waits. */
function Counts({ source }: { readonly source: SourceBody }) {
  if (!source.counts) return null
  const { total, added, changed, held, missing, failed } = source.counts
  const parts = [
    plural(total, 'skill'),
    ...(added > 0 ? [`${formatCount(added)} new`] : []),
    ...(changed > 0 ? [`${formatCount(changed)} changed`] : []),
    ...(missing > 0 ? [`${formatCount(missing)} gone`] : []),
    ...(failed > 0 ? [`${formatCount(failed)} not readable`] : []),
  ]
  return (
    <p className="text-xs text-ink-2">
      {parts.join(' · ')}
      {' · '}
      <Link
        to="/skills"
        search={{ source_id: source.id }}
        className="inline-block min-h-6 text-accent-ink underline underline-offset-2"
      >
        Its skills here
      </Link>
      {' · '}
      <Link
        to="/sources/browse"
        search={{ source: source.id }}
        className="inline-block min-h-6 text-accent-ink underline underline-offset-2"
      >
        Browse what it offers
      </Link>
      {held > 0 && (
        <>
          {' · '}
          <Link
            to="/inbox"
            search={{ source: source.id }}
            className="inline-block min-h-6 text-accent-ink underline underline-offset-2"
          >
            Review what came in
          </Link>
        </>
      )}
    </p>
  )
}

function Progress({ source }: { readonly source: SourceBody }) {
  const { done, total } = source.progress ?? { done: 0, total: 0 }
  const until = source.sync_alive_until
  return (
    <div>
      <p className="mb-1 text-xs text-ink-2 tabular-nums">
        {total === 0
          ? 'Looking what is there…'
          : `Reading ${formatCount(done)} of ${formatCount(total)}`}
      </p>
      <progress
        aria-label={`Sync of ${source.name}`}
        {...(total > 0 && { value: done, max: total })}
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-hover [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-accent"
      />
      {until !== null && (
        <p className="mt-1 text-xs text-ink-3">
          If the server that reads it stops, another one goes on <Timestamp at={until} />
        </p>
      )}
    </div>
  )
}

/** When a sync ends, what came of it is read. */
function useRefreshAfterSync({ last_sync_status: status }: SourceBody): void {
  const before = useRef(status)
  useEffect(() => {
    if (before.current === 'running' && status !== 'running') void refreshSources()
    before.current = status
  }, [status])
}

function ageOf({ minimum_update_age_days: days }: SourceBody): string {
  return days === null ? '' : ` after ${plural(days, 'day')}`
}
