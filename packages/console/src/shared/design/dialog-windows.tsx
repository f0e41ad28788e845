import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { Button, IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { dialogBackdrop, dialogPopup, dialogText, dialogTitle } from './dialog-styles.ts'

export interface ModalProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly description?: ReactNode
  readonly children?: ReactNode
  readonly wide?: boolean
  /** As wide as a form on a page. */
  readonly form?: boolean
}

export function ModalWindow({
  open,
  onClose,
  title,
  description,
  children,
  wide,
  form,
}: ModalProps) {
  return (
    // A press beside it would lose what is written in it, or shown only once.
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()} disablePointerDismissal>
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
            <Dialog.Title className={dialogTitle}>{title}</Dialog.Title>
            <IconButton label="Close" onClick={onClose} className="-mr-1 -mt-1">
              <X size={16} />
            </IconButton>
          </div>
          {description && (
            <Dialog.Description className={classNames(dialogText, 'mb-3')}>
              {description}
            </Dialog.Description>
          )}
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

export interface SheetProps {
  readonly open: boolean
  readonly onClose: () => void
  /** Its spoken name. */
  readonly label: string
  /** Where it stands, and how large it is. */
  readonly className: string
  /** Where the focus goes afterwards, if not to what had it before. */
  readonly finalFocus?: RefObject<HTMLElement | null>
  readonly children: ReactNode
}

export function SheetWindow(props: SheetProps) {
  const { open, onClose, label, className, finalFocus, children } = props
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogBackdrop} />
        <Dialog.Popup
          aria-label={label}
          className={classNames('fixed z-50 outline-none', className)}
          {...(finalFocus && { finalFocus })}
        >
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

export interface ConfirmProps {
  readonly open: boolean
  readonly title: string
  readonly description: ReactNode
  readonly confirm: string
  readonly onConfirm: () => void
  readonly onClose: () => void
}

export function ConfirmWindow({
  open,
  title,
  description,
  confirm,
  onConfirm,
  onClose,
}: ConfirmProps) {
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialogBackdrop} />
        <AlertDialog.Popup className={dialogPopup}>
          <AlertDialog.Title className={classNames(dialogTitle, 'mb-1.5')}>
            {title}
          </AlertDialog.Title>
          <AlertDialog.Description className={dialogText}>{description}</AlertDialog.Description>
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
