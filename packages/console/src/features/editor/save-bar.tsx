import { useState } from 'react'
import { useSaveKeys } from '../../shared/browser/use-save-keys.ts'
import { Button } from '../../shared/design/button.tsx'

interface SaveBarProps {
  readonly label: string
  readonly busy: boolean
  readonly ready: boolean
  readonly onSave: (reason: string) => void
}

/** Save, with the why of it for the revision list. */
export function SaveBar({ label, busy, ready, onSave }: SaveBarProps) {
  const [reason, setReason] = useState('')
  function save(): void {
    if (!ready || busy) return
    onSave(reason.trim())
    setReason('')
  }
  useSaveKeys(save)
  return (
    <div className="flex flex-1 flex-wrap items-center justify-end gap-2 sm:flex-none">
      <input
        aria-label="Reason for the change (optional)"
        placeholder="Why? (optional)"
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        className="field-base h-8 min-w-20 flex-1 sm:w-52"
      />
      <Button variant="primary" disabled={!ready || busy} onClick={save} title="Ctrl/⌘ S">
        {busy ? 'Saving…' : label}
      </Button>
    </div>
  )
}
