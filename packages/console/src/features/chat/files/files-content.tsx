import type { ConversationFiles } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { FolderOpen, Upload } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { Button } from '../../../shared/design/button.tsx'
import { classNames } from '../../../shared/design/class-names.ts'
import { Confirm } from '../../../shared/design/dialog.tsx'
import { formatBytes, formatCount } from '../../../shared/design/numbers.ts'
import { Failed, Loading } from '../../../shared/design/states.tsx'
import { filesQuery } from './conversation-files.ts'
import { FileRow } from './file-row.tsx'
import { useFileChanges } from './use-file-changes.ts'
import { useTakeFiles } from './use-take-files.tsx'

/** The files of a conversation: dropped or chosen ones go in, each can be fetched and deleted. */
export function FilesContent({ conversationId }: { readonly conversationId: string }) {
  const { data, isPending, isError, error, refetch } = useQuery(filesQuery(conversationId))
  const { remove } = useFileChanges(conversationId)
  const { take, busy, dialog } = useTakeFiles(conversationId)
  const [over, setOver] = useState(false)
  const [doomed, setDoomed] = useState<string | null>(null)
  function onDrop(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    void take([...event.dataTransfer.files])
  }
  return (
    <section
      aria-label="Files of this conversation"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={classNames('flex min-h-0 flex-1 flex-col', over && 'bg-accent-soft')}
    >
      <div className="min-h-0 flex-1 overflow-y-auto">
        {isPending && <Loading label="Loading the files" />}
        {isError && (
          <Failed what="The files could not be read" error={error} onRetry={() => void refetch()} />
        )}
        {data?.items.length === 0 && <NoFiles />}
        <ul className="divide-y divide-line">
          {data?.items.map((file) => (
            <FileRow
              key={file.path}
              conversationId={conversationId}
              file={file}
              busy={remove.isPending}
              onDelete={() => setDoomed(file.path)}
            />
          ))}
        </ul>
      </div>
      <UploadFooter files={data} busy={busy} onChosen={(chosen) => void take(chosen)} />
      {dialog}
      <Confirm
        open={doomed !== null}
        title="Delete this file?"
        description={`${doomed ?? ''} goes for you and for the agent, and cannot be brought back.`}
        confirm="Delete"
        onConfirm={() => doomed !== null && remove.mutate(doomed)}
        onClose={() => setDoomed(null)}
      />
    </section>
  )
}

function NoFiles() {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      <FolderOpen size={22} aria-hidden="true" className="mb-3 text-ink-3" />
      <p className="font-medium">No files yet</p>
      <p className="mt-1 text-pretty text-xs text-ink-2">
        What the agent writes appears here. Files you upload, or drop here, the agent can read.
      </p>
    </div>
  )
}

interface UploadFooterProps {
  readonly files: ConversationFiles | undefined
  readonly busy: boolean
  readonly onChosen: (files: readonly File[]) => void
}

function UploadFooter({ files, busy, onChosen }: UploadFooterProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="flex items-center justify-between gap-3 border-t border-line px-4 py-3">
      <p className="text-xs text-ink-3">
        {files &&
          `${formatCount(files.items.length)} of ${formatCount(files.max_files)} files, ${formatBytes(files.used_bytes)} of ${formatBytes(files.max_bytes)}`}
      </p>
      <Button size="small" disabled={busy} onClick={() => input.current?.click()}>
        <Upload size={14} aria-hidden="true" /> {busy ? 'Uploading…' : 'Upload'}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        onChange={(event) => {
          onChosen([...(event.target.files ?? [])])
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
    </div>
  )
}
