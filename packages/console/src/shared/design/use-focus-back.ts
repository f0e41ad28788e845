import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Gives a control the focus back that it had when it was disabled, as soon as it can be used again: a browser
 * takes it away, and who uses a keyboard would have to look for the place. Whoever went elsewhere stays there.
 */
export function useFocusBack(control: RefObject<HTMLElement | null>, disabled: boolean): void {
  const had = useRef(false)
  useLayoutEffect(() => {
    const { activeElement, body } = document
    if (disabled) had.current = activeElement !== null && activeElement === control.current
    else if (had.current) {
      had.current = false
      if (activeElement === body || activeElement === null) control.current?.focus()
    }
  }, [control, disabled])
}
