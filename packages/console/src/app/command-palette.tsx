import { Suspense, useState } from 'react'
import { focusAtEnd } from '../shared/browser/focus-at-end.ts'
import { lazyComponent, loadOnce } from '../shared/design/lazy-component.tsx'
import { paletteHint, palettePopup, paletteStyles } from './palette-styles.ts'

/** Its code, which is fetched before it is first asked for. */
export const loadPalette = loadOnce(() => import('./palette-window.tsx'))
const PaletteWindow = lazyComponent(loadPalette, (module) => module.PaletteWindow)

/**
 * Cmd/Ctrl-K: go anywhere, find a skill, begin a conversation. Its field takes what is typed at once, also while
 * its code still loads.
 */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('')
  const [before] = useState(() => document.activeElement)
  // From the body, the focus would go on to the first link of the page, which would appear.
  const finalFocus = before instanceof HTMLElement && before !== document.body ? before : false
  return (
    <Suspense
      fallback={
        <div
          role="dialog"
          aria-modal="true"
          aria-label="Search or jump to"
          className={palettePopup}
        >
          <input
            ref={focusAtEnd}
            aria-label="Search or jump to"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={({ key }) => key === 'Escape' && onClose()}
            placeholder={paletteHint}
            className={paletteStyles}
          />
        </div>
      }
    >
      <PaletteWindow text={text} onText={setText} onClose={onClose} finalFocus={finalFocus} />
    </Suspense>
  )
}
