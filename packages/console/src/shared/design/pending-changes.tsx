import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useBlocker } from '@tanstack/react-router'
import { useRef } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { dialogBackdrop, dialogPopup, dialogText, dialogTitle } from './dialog-styles.ts'

interface UnsavedChangesProps {
  /** Whether there are any. */
  readonly changed: boolean
  /** What is left with them, within a sentence: `the settings`. */
  readonly what: string
  readonly saving: boolean
  /** Resolves to whether they are saved. */
  readonly save: () => Promise<boolean>
  /** Absent where they are kept. */
  readonly discard?: () => void
  /** They stay in this browser as a draft. */
  readonly kept?: true
}

/** Asks before a page with unsaved changes is left: for another page, or with the tab. */
export function PendingChanges(props: UnsavedChangesProps) {
  const { changed, what, saving, save, discard, kept } = props
  const stay = useRef<HTMLButtonElement>(null)
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => changed && current.pathname !== next.pathname,
    enableBeforeUnload: () => changed,
    withResolver: true,
  })
  async function saveAndLeave(): Promise<void> {
    if (await save()) leaving.proceed?.()
    else leaving.reset?.()
  }
  return (
    <AlertDialog.Root
      open={leaving.status === 'blocked'}
      onOpenChange={(open) => !open && leaving.reset?.()}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialogBackdrop} />
        <AlertDialog.Popup initialFocus={stay} className={dialogPopup}>
          <AlertDialog.Title className={classNames(dialogTitle, 'mb-1.5')}>
            Save your changes to {what}?
          </AlertDialog.Title>
          <AlertDialog.Description className={dialogText}>
            {kept
              ? 'They stay in this browser until you come back, and nobody else sees them.'
              : 'They are kept nowhere once you leave this page.'}
          </AlertDialog.Description>
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <AlertDialog.Close ref={stay} render={<Button>Stay</Button>} />
            <Button
              variant={kept ? 'secondary' : 'danger'}
              onClick={() => {
                discard?.()
                leaving.proceed?.()
              }}
            >
              {kept ? 'Leave' : 'Discard'}
            </Button>
            <Button variant="primary" disabled={saving} onClick={() => void saveAndLeave()}>
              {saving ? 'Saving…' : 'Save'}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
