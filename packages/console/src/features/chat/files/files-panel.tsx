import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { Files, X } from 'lucide-react'
import { IconButton } from '../../../shared/design/button.tsx'
import { formatCount } from '../../../shared/design/numbers.ts'
import { filesQuery } from './conversation-files.ts'
import { FilesContent } from './files-content.tsx'

/** The button that tells how many files a conversation has, and the drawer with them. */
export function FilesPanel({ conversationId }: { readonly conversationId: string }) {
  const { data } = useQuery(filesQuery(conversationId))
  const count = data?.items.length ?? 0
  return (
    <Dialog.Root>
      <Dialog.Trigger className="flex h-7 shrink-0 items-center gap-1.5 rounded-full border border-line px-3 text-xs tabular-nums text-ink-2 transition-colors hover:border-line-strong hover:text-ink">
        <Files size={13} aria-hidden="true" />
        <span className="max-sm:sr-only">Files</span>
        {count > 0 && <span>{formatCount(count)}</span>}
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Popup className="fixed inset-y-0 right-0 z-50 flex w-96 max-w-[92vw] flex-col border-l border-line bg-raised shadow-high outline-none">
          <div className="flex h-12 shrink-0 items-center justify-between border-b border-line px-4">
            <Dialog.Title className="text-sm font-semibold">Files</Dialog.Title>
            <Dialog.Close
              render={
                <IconButton label="Close">
                  <X size={16} />
                </IconButton>
              }
            />
          </div>
          <Dialog.Description className="sr-only">
            Files that you and the agent share in this conversation.
          </Dialog.Description>
          <FilesContent conversationId={conversationId} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
