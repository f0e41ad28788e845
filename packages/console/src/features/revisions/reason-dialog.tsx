import { type ReactNode, useState } from 'react'
import { Button } from '../../shared/design/button.tsx'
import { Modal } from '../../shared/design/dialog.tsx'
import { TextArea } from '../../shared/design/field.tsx'

interface ReasonDialogProps {
  readonly title: string
  readonly description: ReactNode
  readonly confirm: string
  readonly busy: boolean
  readonly onConfirm: (reason: string) => void
  readonly onClose: () => void
}

/** Asks why, before something is allowed that the scan found. */
export function ReasonDialog({ title, description, confirm, ...rest }: ReasonDialogProps) {
  const { busy, onConfirm, onClose } = rest
  const [reason, setReason] = useState('')
  return (
    <Modal open onClose={onClose} title={title} description={description}>
      <TextArea
        label="Reason, for the record"
        rows={3}
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="danger"
          disabled={busy || reason.trim() === ''}
          onClick={() => onConfirm(reason.trim())}
        >
          {confirm}
        </Button>
      </div>
    </Modal>
  )
}
