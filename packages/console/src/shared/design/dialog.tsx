import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from './button.tsx'
import { classNames } from './class-names.ts'

export const dialogBackdrop = 'fixed inset-0 z-40 bg-black/40'
export const dialogPopup =
  'popup fade-in fixed z-50 left-1/2 top-[12vh] w-[min(92vw,var(--dialog-width,30rem))] max-h-[80vh] -translate-x-1/2 overflow-auto p-5'

interface ModalProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly description?: ReactNode
  readonly children?: ReactNode
  readonly wide?: boolean
  /** As wide as a form on a page. */
  readonly form?: boolean
}

export function Modal({ open, onClose, title, description, children, wide, form }: ModalProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogBackdrop} />
        <Dialog.Popup
          className={classNames(
            dialogPopup,
            wide && '[--dialog-width:52rem]',
            form && '[--dialog-width:720px]',
          )}
        >
          <div className="mb-3 flex items-start justify-between gap-4">
            <Dialog.Title className="text-base font-semibold">{title}</Dialog.Title>
            <IconButton label="Close" onClick={onClose} className="-mr-1 -mt-1">
              <X size={16} />
            </IconButton>
          </div>
          {description && (
            <Dialog.Description className="mb-3 text-ink-2">{description}</Dialog.Description>
          )}
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface ConfirmProps {
  readonly open: boolean
  readonly title: string
  readonly description: ReactNode
  readonly confirm: string
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Blocks until answered; the safe answer has the focus. */
export function Confirm({ open, title, description, confirm, onConfirm, onClose }: ConfirmProps) {
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialogBackdrop} />
        <AlertDialog.Popup className={dialogPopup}>
          <AlertDialog.Title className="mb-1.5 text-base font-semibold">{title}</AlertDialog.Title>
          <AlertDialog.Description className="text-ink-2">{description}</AlertDialog.Description>
          <div className="mt-5 flex justify-end gap-2">
            <AlertDialog.Close render={<Button>Cancel</Button>} />
            <Button
              variant="danger"
              onClick={() => {
                onConfirm()
                onClose()
              }}
            >
              {confirm}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
