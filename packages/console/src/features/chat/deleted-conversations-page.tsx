import type { DeletedConversationBody } from '@repertoire/protocol'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { api } from '../../shared/api/api.ts'
import { deletedConversationsQuery, queryClient } from '../../shared/api/queries.ts'
import { Button } from '../../shared/design/button.tsx'
import { AskFirst } from '../../shared/design/dialog.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { PagedList } from '../../shared/design/paged-list.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { Empty } from '../../shared/design/states.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { useAction } from '../../shared/design/use-action.ts'
import { useFocusKept } from '../../shared/design/use-focus-kept.ts'
import { ChatLayout } from './chat-layout.tsx'
import { titleLabel, titleOf } from './conversation-title.ts'

/** The person's own conversations of the last 30 days that were deleted, and their way back. */
export function DeletedConversationsPage() {
  return (
    <ChatLayout title="Recently deleted">
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="w-full max-w-[784px] px-4 py-5 sm:px-8">
          <p className="mb-4 text-ink-2">
            A deleted conversation is kept whole for 30 days: its messages, files and runs.
          </p>
          <DeletedConversations />
        </div>
      </div>
    </ChatLayout>
  )
}

export function DeletedConversations() {
  const list = useInfiniteQuery(deletedConversationsQuery)
  const kept = useFocusKept<HTMLUListElement>()
  return (
    <PagedList
      list={list}
      what="Deleted conversations"
      whenEmpty={
        <Empty icon={<Trash2 size={20} />} title="No conversation was deleted">
          What you delete shows here for 30 days, and can be restored until then.
        </Empty>
      }
    >
      {(items) => (
        <ul {...kept} aria-label="Deleted conversations" className="card divide-y divide-line">
          {items.map((conversation) => (
            <DeletedRow key={conversation.id} conversation={conversation} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

const refresh = () => queryClient.invalidateQueries({ queryKey: ['conversations'] })

function DeletedRow({ conversation }: { readonly conversation: DeletedConversationBody }) {
  const { id, deleted_at: deletedAt, kept_until: keptUntil } = conversation
  const title = titleLabel(conversation)
  const restore = useAction({
    mutationFn: () => api.conversations.restore(id),
    onSuccess: () => showToast(`“${title}” restored`),
    onSettled: refresh,
  })
  const forget = useAction({
    mutationFn: () => api.conversations.forget(id),
    onSuccess: () => showToast(`“${title}” deleted for good`),
    onSettled: refresh,
  })
  const busy = restore.isPending || forget.isPending
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-48 flex-1">
        <p className="font-medium [overflow-wrap:anywhere]">
          <MarkedText text={titleOf(conversation)} />
        </p>
        <p className="text-xs text-ink-3">
          Deleted <Timestamp at={deletedAt} /> · gone for good <Timestamp at={keptUntil} />
        </p>
      </div>
      <div className="flex gap-2">
        <Button disabled={busy} aria-label={`Restore ${title}`} onClick={() => restore.mutate()}>
          Restore
        </Button>
        <AskFirst
          title={`Delete “${title}” now?`}
          description="Its messages, files and runs go now. Nothing brings them back."
          confirm="Delete now"
          onConfirm={() => forget.mutate()}
        >
          <Button variant="quiet" disabled={busy} aria-label={`Delete now: ${title}`}>
            Delete now
          </Button>
        </AskFirst>
      </div>
    </li>
  )
}
