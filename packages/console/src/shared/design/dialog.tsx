import { cloneElement, type ReactElement, Suspense, useState } from 'react'
import type { ConfirmProps, ModalProps, SheetProps } from './dialog-windows.tsx'
import { lazyComponent, loadOnce } from './lazy-component.tsx'

/** The code of dialogs: no page waits for it, and it is there before most are asked for. */
export const loadDialogs = loadOnce(() => import('./dialog-windows.tsx'))
const ModalWindow = lazyComponent(loadDialogs, (module) => module.ModalWindow)
const SheetWindow = lazyComponent(loadDialogs, (module) => module.SheetWindow)
const ConfirmWindow = lazyComponent(loadDialogs, (module) => module.ConfirmWindow)

/** Whether it is or was open: one that closes is still shown for a moment. */
function useHasOpened(open: boolean): boolean {
  const [opened, setOpened] = useState(open)
  if (open && !opened) setOpened(true)
  return open || opened
}

/** Over the page, with a title. */
export function Modal(props: ModalProps) {
  return <Suspense>{useHasOpened(props.open) && <ModalWindow {...props} />}</Suspense>
}

/** Over the page, at one of its edges. */
export function Sheet(props: SheetProps) {
  return <Suspense>{useHasOpened(props.open) && <SheetWindow {...props} />}</Suspense>
}

/** Blocks until answered; the safe answer has the focus. */
export function Confirm(props: ConfirmProps) {
  return <Suspense>{useHasOpened(props.open) && <ConfirmWindow {...props} />}</Suspense>
}

interface AskFirstProps extends Omit<ConfirmProps, 'open' | 'onClose'> {
  /** The button. */
  readonly children: ReactElement<{ readonly onClick?: () => void }>
}

/** A button that asks before it acts. */
export function AskFirst({ children, ...question }: AskFirstProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {cloneElement(children, { onClick: () => setOpen(true) })}
      <Confirm {...question} open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
