import { type RefCallback, useCallback, useState } from 'react'

/** What of a box that scrolls is in sight, in pixels. */
export function useScrollWindow(): {
  readonly ref: RefCallback<HTMLElement>
  readonly top: number
  readonly height: number
} {
  const [place, setPlace] = useState({ top: 0, height: 0 })
  const ref = useCallback((box: HTMLElement | null) => {
    if (!box) return
    const look = () => setPlace({ top: box.scrollTop, height: box.clientHeight })
    look()
    const sizes = new ResizeObserver(look)
    sizes.observe(box)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [])
  return { ref, ...place }
}
