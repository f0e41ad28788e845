import { useCallback, useSyncExternalStore } from 'react'

const wide = '(min-width: 64rem)'

const phone = '(max-width: 39.99rem)'

/** Whether a list and what is read from it have room side by side. */
export function useWide(): boolean {
  return useMedia(wide)
}

/** The same, asked once. */
export function isWide(): boolean {
  return matchMedia(wide).matches
}

/** Whether there is no room for columns. */
export function usePhone(): boolean {
  return useMedia(phone)
}

function useMedia(condition: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const query = matchMedia(condition)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    [condition],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(condition).matches)
}
