import type { ConversationSummary } from '@repertoire/protocol'
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { MoreHorizontal, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { problemOf } from '../../shared/api/problem.ts'
import { conversationsQuery, queryClient } from '../../shared/api/queries.ts'
import { useNow } from '../../shared/browser/use-now.ts'
import { Button, buttonClass, IconButton } from '../../shared/design/button.tsx'
import { Modal } from '../../shared/design/dialog.tsx'
import { TextField } from '../../shared/design/field.tsx'
import { Form } from '../../shared/design/form.tsx'
import { groupBy } from '../../shared/design/group-by.ts'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { ActionMenu } from '../../shared/design/menu.tsx'
import { SearchBox } from '../../shared/design/search-box.tsx'
import { FailedQuery, Loading } from '../../shared/design/states.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { titleLabel, titleOf } from './conversation-title.ts'
import { dayLabel } from './day-label.ts'
import { deleteWithUndo } from './delete-conversation.ts'

const refresh = () => queryClient.invalidateQueries({ queryKey: ['conversations'] })

/** From how many conversations on there is a search. */
const searchableFrom = 8

/** Every conversation of the person, newest first, by the day on which it began. */
export function ConversationList() {
  const [title, setTitle] = useState('')
  const list = useInfiniteQuery({ ...conversationsQuery(title), placeholderData: keepPreviousData })
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const now = useNow()
  const groups = [...groupBy(items, ({ created_at }) => dayLabel(created_at, now))]
  const isSearchable = title !== '' || items.length >= searchableFrom
  return (
    <nav aria-label="Conversations" className="flex h-full flex-col">
      <div className="p-3">
        <Link to="/chat" activeOptions={{ exact: true }} className={`${buttonClass()} w-full`}>
          <Plus size={15} aria-hidden="true" /> New conversation
        </Link>
        {isSearchable && (
          <div className="mt-2 flex">
            <SearchBox
              label="Search conversations"
              placeholder="Search titles…"
              value={title}
              onChange={setTitle}
            />
          </div>
        )}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-3">
        {groups.map(([label, ofDay]) => (
          <section key={label} aria-label={label}>
            <h2 className="px-2.5 pb-1 pt-3 text-xs text-ink-3">{label}</h2>
            <ul>
              {ofDay.map((item) => (
                <Row key={item.id} item={item} />
              ))}
            </ul>
          </section>
        ))}
        {list.isPending && <Loading label="Loading conversations" />}
        {list.isError && <FailedQuery what="No list of conversations" query={list} />}
        {list.isSuccess && items.length === 0 && (
          <p className="px-2 py-3 text-xs text-ink-3">
            {title === ''
              ? 'Your conversations will be listed here.'
              : 'No title has these words. Search for fewer.'}
          </p>
        )}
        {list.hasNextPage && (
          <div className="p-2">
            <Button
              size="small"
              disabled={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              Show older
            </Button>
          </div>
        )}
      </div>
      <div className="border-t border-line p-2">
        <Link
          to="/chat/deleted"
          className="flex h-8 items-center gap-2 rounded-md px-2.5 text-xs text-ink-2 hover:bg-hover hover:text-ink pointer-coarse:h-11 aria-[current=page]:bg-nav-on"
        >
          <Trash2 size={14} aria-hidden="true" className="text-ink-3" /> Recently deleted
        </Link>
      </div>
    </nav>
  )
}

function Row({ item }: { readonly item: ConversationSummary }) {
  const [renaming, setRenaming] = useState(false)
  const { id: shown } = useParams({ strict: false })
  const navigate = useNavigate()
  async function remove(): Promise<void> {
    if (shown === item.id) await navigate({ to: '/chat' })
    await deleteWithUndo(item)
  }
  return (
    <li className="group relative">
      <Link
        to="/chat/$id"
        params={{ id: item.id }}
        data-list-row
        title={titleLabel(item)}
        className="block rounded-lg px-2.5 py-1.5 hover:bg-hover group-focus-within:pr-9 group-hover:pr-9 pointer-coarse:pr-9 aria-[current=page]:bg-hover"
      >
        <span className="block truncate">
          <MarkedText text={titleOf(item)} />
        </span>
        <span className="block text-xs text-ink-3">
          <Timestamp at={item.updated_at} />
        </span>
      </Link>
      <div className="absolute right-1 top-1/2 -translate-y-1/2 opacity-0 focus-within:opacity-100 group-hover:opacity-100 has-[[data-popup-open]]:opacity-100 pointer-coarse:opacity-100">
        <ActionMenu
          trigger={
            <IconButton label={`Actions for ${titleLabel(item)}`}>
              <MoreHorizontal size={15} />
            </IconButton>
          }
          actions={[
            { label: 'Rename', icon: <Pencil size={14} />, onSelect: () => setRenaming(true) },
            {
              label: 'Delete',
              icon: <Trash2 size={14} />,
              danger: true,
              onSelect: () => void remove(),
            },
          ]}
        />
      </div>
      {renaming && <Rename item={item} onClose={() => setRenaming(false)} />}
    </li>
  )
}

function Rename({
  item,
  onClose,
}: {
  readonly item: ConversationSummary
  readonly onClose: () => void
}) {
  const [title, setTitle] = useState(item.title)
  const rename = useMutation({
    mutationFn: () => api.conversations.rename(item.id, title.trim()),
    onSuccess: async () => {
      onClose()
      await refresh()
    },
  })
  return (
    <Modal open onClose={onClose} title="Rename conversation">
      <Form className="flex flex-col gap-4" onSubmit={() => title.trim() && rename.mutate()}>
        <TextField
          label="Title"
          value={title}
          maxLength={200}
          required
          onChange={(event) => setTitle(event.target.value)}
          error={rename.isError ? problemOf(rename.error).message : undefined}
        />
        <Button variant="primary" type="submit" className="self-end" disabled={rename.isPending}>
          Rename
        </Button>
      </Form>
    </Modal>
  )
}
