import { useQuery } from '@tanstack/react-query'
import { Files, X } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../shared/design/button.tsx'
import { loadDialogs, Sheet } from '../../../shared/design/dialog.tsx'
import { prefetchHandlers } from '../../../shared/design/lazy-component.tsx'
import { formatCount } from '../../../shared/design/numbers.ts'
import { filesQuery } from './conversation-files.ts'
import { FilesContent } from './files-content.tsx'

/** The button that tells how many files a conversation has, and the drawer with them. */
export function FilesPanel({ conversationId }: { readonly conversationId: string }) {
  const { data } = useQuery(filesQuery(conversationId))
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const count = data?.items.length ?? 0
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        {...prefetchHandlers(loadDialogs)}
        onClick={() => setOpen(true)}
        className="flex h-7 shrink-0 items-center gap-1.5 rounded-full border border-line px-3 text-xs tabular-nums text-ink-2 transition-colors hover:border-line-strong hover:text-ink"
      >
        <Files size={13} aria-hidden="true" />
        <span className="max-sm:sr-only">Files</span>
        {count > 0 && <span>{formatCount(count)}</span>}
      </button>
      <Sheet
        open={open}
        onClose={close}
        label="Files"
        className="inset-y-0 right-0 flex w-96 max-w-[92vw] flex-col border-l border-line bg-raised shadow-high"
      >
        <div className="flex h-12 shrink-0 items-center justify-between border-b border-line px-4">
          <h2 className="text-sm font-semibold">Files</h2>
          <IconButton label="Close" onClick={close}>
            <X size={16} />
          </IconButton>
        </div>
        <p className="sr-only">Files that you and the agent share in this conversation.</p>
        <FilesContent conversationId={conversationId} />
      </Sheet>
    </>
  )
}
