import { useSaveKeys } from '../../shared/browser/use-save-keys.ts'
import { Button } from '../../shared/design/button.tsx'

interface SaveBarProps {
  readonly label: string
  readonly busy: boolean
  readonly ready: boolean
  /** Why it is saved; kept until it is. */
  readonly reason: string
  readonly onReason: (reason: string) => void
  readonly onSave: () => void
}

/** Save, with the why of it for the revision list. */
export function SaveBar({ label, busy, ready, reason, onReason, onSave }: SaveBarProps) {
  function save(): void {
    if (ready && !busy) onSave()
  }
  useSaveKeys(save)
  return (
    <div className="flex flex-1 flex-wrap items-center justify-end gap-2 sm:flex-none">
      <input
        aria-label="Reason for the change (optional)"
        placeholder="Why? (optional)"
        maxLength={500}
        value={reason}
        onChange={(event) => onReason(event.target.value)}
        className="field-base h-8 min-w-20 flex-1 sm:w-52"
      />
      <Button variant="primary" disabled={!ready || busy} onClick={save} title="Ctrl/⌘ S">
        {busy ? 'Saving…' : label}
      </Button>
    </div>
  )
}
