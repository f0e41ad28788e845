import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PackagePlus, Plus, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { Button, buttonClass } from '../../shared/design/button.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { plural } from '../../shared/design/numbers.ts'
import { Page } from '../../shared/design/page.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { Empty, QueryPlaceholder } from '../../shared/design/states.tsx'
import { useAction } from '../../shared/design/use-action.ts'
import { refreshSources, sourcesQuery } from '../../shared/queries/source-queries.ts'
import { useCan } from '../../shared/session/use-me.ts'
import { AdvisoryLists } from '../advisories/advisory-lists.tsx'
import { SourceCard } from './source-card.tsx'
import { SourceDialog } from './source-dialog.tsx'

/** Where skills are taken from, and how the last look went. */
export function SourcesPage() {
  const sources = useQuery(sourcesQuery)
  const writes = useCan('skills.write')
  const trusts = useCan('sources.trust')
  const [adding, setAdding] = useState(false)
  const items = sources.data?.items ?? []
  return (
    <Page
      title="Sources"
      subtitle="Repositories and registries that skills are taken from. What comes in waits in the inbox until somebody has read it."
      actions={
        <>
          <Link to="/sources/browse" className={buttonClass()}>
            Browse
          </Link>
          <Link to="/inbox" className={buttonClass()}>
            Inbox
          </Link>
          {trusts && items.length > 0 && <SyncStale />}
          {writes && (
            <Button variant="primary" onClick={() => setAdding(true)}>
              <Plus size={15} aria-hidden="true" /> Add a source
            </Button>
          )}
        </>
      }
    >
      {writes && !trusts && (
        <Notice tone="info" title="What you bring in waits for a review by an owner or admin">
          You change and sync the sources that you added. A token, and updates without a review, are
          for owners and admins.
        </Notice>
      )}
      <QueryPlaceholder for={sources} what="Sources" rows={6} />
      {sources.isSuccess && items.length === 0 && (
        <Empty
          icon={<PackagePlus size={20} />}
          title="No source is there yet"
          action={
            writes && (
              <Button variant="primary" onClick={() => setAdding(true)}>
                Add a source
              </Button>
            )
          }
        >
          {writes
            ? 'Add a Git repository, a site or a registry. Its skills are read, scanned and kept apart until you approve them.'
            : 'Whoever may write skills adds them.'}
        </Empty>
      )}
      {items.length > 0 && (
        <ul aria-label="Sources" className="flex flex-col gap-4">
          {items.map((source) => (
            <li key={source.id}>
              <SourceCard source={source} />
            </li>
          ))}
        </ul>
      )}
      <AdvisoryLists />
      {adding && <SourceDialog source={null} onClose={() => setAdding(false)} />}
    </Page>
  )
}

function SyncStale() {
  const sync = useAction({
    mutationFn: () => api.sources.syncStale(),
    onSuccess: ({ started, running }) => {
      const count = started.length + running.length
      showToast(
        count === 0
          ? 'Every source was synced within its interval'
          : `${plural(count, 'source')} syncing`,
      )
    },
    onSettled: refreshSources,
  })
  return (
    <Button disabled={sync.isPending} onClick={() => sync.mutate()}>
      <RefreshCw size={15} aria-hidden="true" /> Sync what is due
    </Button>
  )
}
