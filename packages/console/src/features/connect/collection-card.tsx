import type { CollectionBody } from '@repertoire/protocol'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { Button } from '../../shared/design/button.tsx'
import { CopyButton } from '../../shared/design/copy-button.tsx'
import { Confirm } from '../../shared/design/dialog.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { useAction } from '../../shared/design/use-action.ts'
import { CollectionDialog } from './collection-dialog.tsx'
import { collectionSetups, selectionInWords, tokenPlaceholder } from './collection-setups.ts'
import { collectionsQuery } from './collections-query.ts'
import { PromotionChanges } from './promotion-changes.tsx'
import { SetBackDialog } from './set-back-dialog.tsx'
import { UnknownNames } from './unknown-names.tsx'

interface CollectionCardProps {
  readonly collection: CollectionBody
  readonly canChange: boolean
}

const questions = {
  replace: {
    title: (slug: string) => `Replace the address of “${slug}”?`,
    description: 'Whoever has the address of today can take nothing more by it.',
    confirm: 'Replace it',
  },
  promote: {
    title: (slug: string) => `Promote “${slug}” to production?`,
    description: null,
    confirm: 'Promote it',
  },
  unpin: {
    title: (slug: string) => `Stop pinning “${slug}”?`,
    description: 'Production then gets the newest enabled revisions, now and later.',
    confirm: 'Stop pinning',
  },
  remove: {
    title: (slug: string) => `Delete the collection “${slug}”?`,
    description: 'Its address stops working. The skills stay, here and where they were taken.',
    confirm: 'Delete it',
  },
} as const

/** A collection, and the lines by which clients take it. */
export function CollectionCard({ collection, canChange }: CollectionCardProps) {
  const { id, slug, selection, promoted_at: promotedAt, token_made_at: madeAt } = collection
  const [token, setToken] = useState<string | null>(null)
  const [isEditing, setEditing] = useState(false)
  const [isSettingBack, setSettingBack] = useState(false)
  const [asked, setAsked] = useState<keyof typeof questions | null>(null)
  const onSettled = () => queryClient.invalidateQueries({ queryKey: collectionsQuery.queryKey })
  const make = useAction({
    mutationFn: () => api.collections.makeToken(id),
    onSuccess: (made) => setToken(made.token),
    onSettled,
  })
  const promote = useAction({
    mutationFn: (digest: string) => api.collections.promote(id, digest),
    onSettled,
  })
  const unpin = useAction({
    mutationFn: () => api.collections.unpin(id),
    onSettled,
  })
  const [digest, setDigest] = useState<string | null>(null)
  const remove = useAction({
    mutationFn: () => api.collections.remove(id),
    onSuccess: () => showToast(`The collection ${slug} was deleted`),
    onSettled,
  })
  const answers = {
    replace: () => make.mutate(),
    promote: () => digest !== null && promote.mutate(digest),
    unpin: () => unpin.mutate(),
    remove: () => remove.mutate(),
  }
  return (
    <article aria-label={slug} className="rounded-md border border-line p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-sm font-medium">{slug}</h3>
        <p className="text-xs text-ink-3 [overflow-wrap:anywhere]">
          <MarkedText text={selectionInWords(selection)} />
        </p>
        {canChange && (
          <span className="flex flex-wrap gap-2 sm:ml-auto">
            <Button
              disabled={make.isPending}
              onClick={() => (madeAt === null ? make.mutate() : setAsked('replace'))}
            >
              {madeAt === null ? 'Make an address' : 'Replace the address'}
            </Button>
            <Button onClick={() => setAsked('promote')}>Promote</Button>
            <Button variant="quiet" onClick={() => setSettingBack(true)}>
              Set production back
            </Button>
            <Button variant="quiet" onClick={() => setEditing(true)}>
              Edit
            </Button>
            {promotedAt !== null && (
              <Button variant="quiet" onClick={() => setAsked('unpin')}>
                Stop pinning
              </Button>
            )}
            <Button variant="quiet" onClick={() => setAsked('remove')}>
              Delete
            </Button>
          </span>
        )}
      </div>
      {collection.description !== '' && (
        <p className="mt-1 [overflow-wrap:anywhere]">
          <MarkedText text={collection.description} />
        </p>
      )}
      <p className="mt-1 text-xs text-ink-2">
        {promotedAt === null ? (
          'Production gets the newest enabled revisions.'
        ) : (
          <>
            Production is pinned: promoted <Timestamp at={promotedAt} />
          </>
        )}
      </p>
      <CollectionUsage seen={collection.seen} hasToken={madeAt !== null} />
      <UnknownNames id={id} selection={selection} />
      {token !== null && (
        <div className="mt-3">
          <Notice tone="warn" title="Copy what you need now">
            The address is shown once. Whoever has it can take these skills.
          </Notice>
        </div>
      )}
      {(token !== null || madeAt !== null) && <Lines token={token} collection={collection} />}
      {isEditing && <CollectionDialog collection={collection} onClose={() => setEditing(false)} />}
      {isSettingBack && (
        <SetBackDialog collection={collection} onClose={() => setSettingBack(false)} />
      )}
      {asked && (
        <Confirm
          open
          title={questions[asked].title(slug)}
          description={
            asked === 'promote' ? (
              <PromotionChanges id={id} onRead={setDigest} />
            ) : (
              questions[asked].description
            )
          }
          confirm={questions[asked].confirm}
          onConfirm={() => answers[asked]()}
          onClose={() => setAsked(null)}
        />
      )}
    </article>
  )
}

interface LinesProps {
  readonly token: string | null
  readonly collection: CollectionBody
}

function Lines({ token, collection }: LinesProps) {
  const { origin } = window.location
  return (
    <ul className="mt-3 flex flex-col gap-2">
      {collectionSetups({ origin, token: token ?? tokenPlaceholder }, collection).map(
        ({ client, text }) => (
          <li key={client} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <p className="w-full text-xs text-ink-3">{client}</p>
            <p className="min-w-0 flex-1 rounded-md border border-line bg-inset px-3 py-1.5 font-mono text-xs [overflow-wrap:anywhere]">
              {text}
            </p>
            {token !== null && <CopyButton text={text} label={`Copy for ${client}`} />}
          </li>
        ),
      )}
    </ul>
  )
}

interface CollectionUsageProps {
  readonly seen: CollectionBody['seen']
  readonly hasToken: boolean
}

function CollectionUsage({ seen, hasToken }: CollectionUsageProps) {
  const kinds = Object.entries(seen)
  return (
    <p className="mt-1 text-xs text-ink-2" role="status">
      {kinds.length === 0 && (hasToken ? 'Nobody has taken it yet.' : 'It has no address yet.')}
      {kinds.map(([kind, at], index) => (
        <span key={kind}>
          {index > 0 && ' · '}Taken by {kind} <Timestamp at={at} />
        </span>
      ))}
    </p>
  )
}
