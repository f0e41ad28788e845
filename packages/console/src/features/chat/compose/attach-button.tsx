import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../../../shared/design/button.tsx'

interface AttachButtonProps {
  readonly busy: boolean
  readonly onChosen: (files: readonly File[]) => void
}

/** Chooses files of this device for the conversation. */
export function AttachButton({ busy, onChosen }: AttachButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton
        label={busy ? 'Uploading…' : 'Attach files'}
        disabled={busy}
        onClick={() => input.current?.click()}
        className="size-8"
      >
        <Paperclip size={16} aria-hidden="true" />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={(event) => {
          onChosen([...(event.target.files ?? [])])
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
    </>
  )
}
