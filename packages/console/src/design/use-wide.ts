import { useSyncExternalStore } from 'react'

const wide = '(min-width: 64rem)'

/** Whether a list and what is read from it have room side by side. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(wide).matches)
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
