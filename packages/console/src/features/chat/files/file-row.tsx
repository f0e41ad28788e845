import type { ConversationFile } from '@repertoire/protocol'
import { Download, FileText, Trash2 } from 'lucide-react'
import { IconButton } from '../../../shared/design/button.tsx'
import { formatBytes } from '../../../shared/design/numbers.ts'
import { Timestamp } from '../../../shared/design/timestamp.tsx'
import { fileHref } from './conversation-files.ts'

interface FileRowProps {
  readonly conversationId: string
  readonly file: ConversationFile
  readonly busy: boolean
  readonly onDelete: () => void
}

/** One file: its path, size and age, and what can be done with it. */
export function FileRow({ conversationId, file, busy, onDelete }: FileRowProps) {
  const { path, size, updated_at: changed } = file
  return (
    <li className="flex items-center gap-2.5 px-4 py-2 hover:bg-hover">
      <FileText size={15} aria-hidden="true" className="shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="font-mono text-xs [overflow-wrap:anywhere]">{path}</p>
        <p className="text-xs text-ink-3">
          {formatBytes(size)} · <Timestamp at={changed} />
        </p>
      </div>
      <a
        href={fileHref(conversationId, path)}
        download
        aria-label={`Download ${path}`}
        title={`Download ${path}`}
        className="inline-flex size-7 shrink-0 items-center justify-center rounded-[7px] text-ink-3 transition-colors hover:bg-hover hover:text-ink"
      >
        <Download size={15} aria-hidden="true" />
      </a>
      <IconButton label={`Delete ${path}`} disabled={busy} onClick={onDelete}>
        <Trash2 size={15} aria-hidden="true" />
      </IconButton>
    </li>
  )
}
