import type { InboxEntryBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { preload } from '../../shared/api/preload.ts'
import type { InboxSearch } from '../../shared/api/search-params.ts'
import { useDocumentTitle } from '../../shared/browser/document-title.ts'
import { shortcutsOn } from '../../shared/browser/preferences.ts'
import { useNow } from '../../shared/browser/use-now.ts'
import { useWide } from '../../shared/browser/use-wide.ts'
import { dropFromInbox, inboxGroupsQuery } from '../../shared/queries/inbox-queries.ts'
import { membersQuery } from '../../shared/queries/organisation-queries.ts'
import { sourcesQuery } from '../../shared/queries/source-queries.ts'
import { loadCodeText } from '../../shared/reading/code-text.tsx'
import { loadDiffView } from '../../shared/reading/diff-view.tsx'
import { AllowedPage } from '../../shared/session/allowed-page.tsx'
import { useCan, useMayWriteSkills, useMe } from '../../shared/session/use-me.ts'
import { BulkPane } from './bulk-pane.tsx'
import { InboxGroups } from './inbox-groups.tsx'
import { InboxHeader } from './inbox-header.tsx'
import { InboxList, showRow } from './inbox-list.tsx'
import { InboxPane } from './inbox-pane.tsx'
import { InboxRow } from './inbox-row.tsx'
import { InboxKeyHints, InboxState, NothingOpen } from './inbox-state.tsx'
import { useInboxKeys } from './use-inbox-keys.ts'
import { useInboxParts } from './use-inbox-parts.ts'
import { canSelect, useInboxSelection } from './use-inbox-selection.ts'

const route = getRouteApi('/app/inbox')

/** For what is read in the pane. */
const loadTexts = () => Promise.all([loadDiffView(), loadCodeText()])

export function InboxPage() {
  return (
    <AllowedPage title="Inbox" needs="skills.read">
      <Inbox />
    </AllowedPage>
  )
}

/** Everything that waits for a person, in one list, beside what of it is read. */
function Inbox() {
  useDocumentTitle('Inbox')
  useEffect(() => preload(loadTexts), [])
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/inbox' })
  const { view, entry, ...filters } = search
  const [kind, id] = split(entry)
  const wide = useWide()
  const now = useNow()
  const groups = useQuery(inboxGroupsQuery(filters))
  const sources = useQuery(sourcesQuery)
  const nameOf = useNames(sources.data?.items ?? [])
  const writes = useMayWriteSkills('org')
  const { parts, news, opened, entries, queries, isRead } = useInboxParts({
    filters,
    current: id,
    now,
  })
  const selection = useInboxSelection({ filters, entries, groups: groups.data?.groups ?? [] })
  const at = entries.findIndex((one) => one.id === id)
  const open = (one: InboxEntryBody | undefined, replace = false) =>
    navigate({
      search: (before) => ({ ...before, entry: one && `${one.kind}.${one.id}` }),
      ...{ replace, resetScroll: false },
    })
  const first = entries.find((one) => !opened.includes(one.id))
  // Chosen once: what comes in later never takes the place of what somebody reads.
  useEffect(() => {
    if (wide && isRead && id === '' && first && view === undefined) void open(first, true)
  })
  useInboxKeys({
    entry: id || null,
    onMove: (step) => {
      const next = at === -1 ? entries[0] : entries[at + step]
      if (!next) return
      selection.dismiss()
      void open(next, true)
      showRow(entries, next.id)
    },
    onSelect: () => entries[at] && selection.toggle(entries[at]),
  })
  const onDecided = () => {
    const next = entries[at + 1] ?? entries[at - 1]
    dropFromInbox(id)
    void open(next, true)
  }
  const bulk = selection.count > 0 || selection.run !== null
  const bulkPane = bulk && <BulkPane {...selection.pane} />
  const showsList = wide || id === '' || bulk
  return (
    <div className="flex h-full min-h-0">
      {showsList && (
        <div className="flex min-h-0 w-full shrink-0 flex-col bg-sidebar lg:w-[380px] lg:border-r lg:border-line">
          <InboxHeader
            search={search}
            sources={sources.data?.items ?? []}
            groups={groups.data?.groups ?? []}
            onChange={(part) =>
              void navigate({
                search: (before) => ({ ...before, entry: undefined, ...part }),
                replace: 'q' in part,
              })
            }
            {...(writes && { selection })}
          />
          <InboxState queries={queries} isEmpty={isRead && entries.length === 0} search={search} />
          {view === 'groups' ? (
            <InboxGroups
              groups={groups.data?.groups ?? []}
              search={search}
              nameOf={(source) => nameOf({ source_id: source, asked_by: null }) ?? 'A source'}
              now={now}
            />
          ) : (
            <InboxList
              parts={parts}
              row={(one) => (
                <InboxRow
                  entry={one}
                  search={search}
                  from={nameOf(one)}
                  facts={news.includes(one) ? one.alike : undefined}
                  opened={opened.includes(one.id)}
                  now={now}
                  current={one.id === id && !bulk}
                  selected={selection.has(one)}
                  {...(writes && canSelect(one) && { onSelect: () => selection.toggle(one) })}
                />
              )}
            />
          )}
          {shortcutsOn() && entries.length > 0 && (
            <InboxKeyHints selects={writes && entries.some(canSelect)} />
          )}
          {!wide && bulkPane && (
            <div className="max-h-[60dvh] overflow-y-auto border-t border-line bg-canvas">
              {bulkPane}
            </div>
          )}
        </div>
      )}
      {wide && bulkPane && <div className="min-w-0 flex-1 overflow-y-auto">{bulkPane}</div>}
      {!bulk && id !== '' && (
        <InboxPane key={id} kind={kind} id={id} search={search} onDecided={onDecided} />
      )}
      {wide && !bulk && id === '' && <NothingOpen isEmpty={isRead && entries.length === 0} />}
    </div>
  )
}

/** Whom an entry is from, in words. */
function useNames(sources: readonly { readonly id: string; readonly name: string }[]) {
  const me = useMe()
  const members = useQuery({ ...membersQuery, enabled: useCan('members.write') })
  return ({ source_id, asked_by }: Pick<InboxEntryBody, 'source_id' | 'asked_by'>) => {
    if (source_id) return sources.find(({ id }) => id === source_id)?.name ?? null
    if (asked_by === me.member.id) return 'You'
    return members.data?.items.find(({ id }) => id === asked_by)?.name ?? null
  }
}

/** `approval.apr_…` as its kind and its id. */
function split(entry: InboxSearch['entry'] = ''): readonly [kind: string, id: string] {
  const at = entry.indexOf('.')
  return [entry.slice(0, Math.max(0, at)), entry.slice(at + 1)]
}
