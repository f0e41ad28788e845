import { Dialog } from '@base-ui/react/dialog'
import { lazy, Suspense, useRef, useState } from 'react'
import { paletteHint, paletteStyles } from './palette-styles.ts'

/** Its list, which is fetched before it is first asked for. */
export const loadPalette = () =>
  import('./palette-field.tsx').then((module) => ({ default: module.PaletteField }))
const PaletteField = lazy(loadPalette)

/**
 * Cmd/Ctrl-K: go anywhere, find a skill, begin a conversation. Its field takes what is typed at once, also while
 * its list still loads.
 */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Popup
          initialFocus={() => field.current}
          className="popup fade-in fixed left-1/2 top-[14vh] z-50 w-[min(92vw,36rem)] -translate-x-1/2 overflow-hidden"
        >
          <Dialog.Title className="sr-only">Search or jump to</Dialog.Title>
          <Suspense
            fallback={
              <input
                ref={focusAtEnd}
                aria-label="Search or jump to"
                value={text}
                onChange={(event) => setText(event.target.value)}
                placeholder={paletteHint}
                className={paletteStyles}
              />
            }
          >
            <PaletteField text={text} onText={setText} onClose={onClose} focus={focusAtEnd} />
          </Suspense>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function focusAtEnd(field: HTMLInputElement | null): void {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}
