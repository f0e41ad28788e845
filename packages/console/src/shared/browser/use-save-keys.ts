import { useEffect, useRef } from 'react'

/** Cmd/Ctrl-S and Cmd/Ctrl-Enter save, wherever the focus is on the page. */
export function useSaveKeys(save: () => void): void {
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const command = event.metaKey || event.ctrlKey
      if (!command || event.altKey || (event.key.toLowerCase() !== 's' && event.key !== 'Enter'))
        return
      event.preventDefault()
      event.stopPropagation()
      latest.current()
    }
    // Captured before CodeMirror, for which Cmd-Enter is a new line.
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
}
