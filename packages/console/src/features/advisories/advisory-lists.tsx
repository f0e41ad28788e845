import type { AdvisoryListBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { Button } from '../../shared/design/button.tsx'
import { AskFirst } from '../../shared/design/dialog.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { plural } from '../../shared/design/numbers.ts'
import { showToast } from '../../shared/design/show-toast.ts'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { useAction } from '../../shared/design/use-action.ts'
import { advisoriesQuery } from '../../shared/queries/source-queries.ts'
import { useCan, useMayWriteSkills } from '../../shared/session/use-me.ts'
import { AdvisoryDialog } from './advisory-dialog.tsx'
import { AdvisoryNotice } from './advisory-notice.tsx'

/**
 * The advisory lists with their last check, and what of them is here. Without a list only those see it who can follow
 * one.
 */
export function AdvisoryLists() {
  const { data } = useQuery(advisoriesQuery)
  const writes = useCan('settings.write')
  const [isEditing, setEditing] = useState(false)
  if (!data || (data.lists.length === 0 && !writes)) return null
  const own = data.lists.find(({ owner }) => owner === 'organisation')
  return (
    <section aria-labelledby="advisory-lists" className="mt-6 flex flex-col gap-2">
      <h2 id="advisory-lists" className="font-medium">
        Advisory lists
      </h2>
      {data.lists.length === 0 && (
        <p className="text-ink-2">
          Signed lists of contents, publishers and sources that must not be used. None is followed:
          nobody says here when a skill that you have turns out to be dangerous.
        </p>
      )}
      {data.lists.map((list) => (
        <AdvisoryList key={list.owner} list={list} />
      ))}
      <div className="flex flex-wrap gap-2">
        {data.lists.length > 0 && <CheckButton />}
        {writes && (
          <Button onClick={() => setEditing(true)}>{own ? 'Change…' : 'Follow a list…'}</Button>
        )}
        {writes && own && <UnfollowButton />}
      </div>
      {data.items.map((item) => (
        <AdvisoryNotice key={`${item.list} ${item.id}`} item={item} />
      ))}
      {isEditing && <AdvisoryDialog list={own ?? null} onClose={() => setEditing(false)} />}
    </section>
  )
}

function AdvisoryList({ list }: { readonly list: AdvisoryListBody }) {
  const { owner, url, signer, serial, advisories, checked_at: checkedAt, problem } = list
  const whose = owner === 'operator' ? 'Of this server' : 'Of your organisation'
  return (
    <>
      <p className="text-xs text-ink-2 [overflow-wrap:anywhere]">
        {whose}: <MarkedText text={url} />, signed by <MarkedText text={signer.name} />
        {serial === null
          ? ', nothing taken yet'
          : `, serial ${serial}, ${plural(advisories, 'advisory', 'advisories')}`}
        {checkedAt !== null && (
          <>
            , checked <Timestamp at={checkedAt} />
          </>
        )}
      </p>
      {problem && (
        <Notice tone="warn" title="The last check of this list took nothing">
          <MarkedText text={problem.message} />
        </Notice>
      )}
    </>
  )
}

function CheckButton() {
  const allowed = useMayWriteSkills('org')
  const check = useAction({
    mutationFn: () => api.advisories.check(),
    onSuccess: ({ lists }) => {
      const failed = lists.filter(({ problem }) => problem !== null).length
      if (failed === 0) showToast('The advisory lists were read')
    },
    onSettled: () => queryClient.invalidateQueries(advisoriesQuery),
  })
  if (!allowed) return null
  return (
    <Button disabled={check.isPending} onClick={() => check.mutate()}>
      {check.isPending ? 'Checking' : 'Check now'}
    </Button>
  )
}

function UnfollowButton() {
  const remove = useAction({
    mutationFn: () => api.advisories.remove(),
    onSuccess: () => showToast('The list is not followed any more'),
    onSettled: () => queryClient.invalidateQueries(advisoriesQuery),
  })
  return (
    <AskFirst
      title="Stop following this list?"
      description="What it took out of use stays so. Later advisories do not reach you."
      confirm="Stop following"
      onConfirm={() => remove.mutate()}
    >
      <Button disabled={remove.isPending}>Stop following…</Button>
    </AskFirst>
  )
}
