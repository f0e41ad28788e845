import { type RefCallback, useCallback, useState } from 'react'

/** What of a list that scrolls with the page is in sight, in pixels from its own top. */
export function usePageWindow(step: number): {
  readonly ref: RefCallback<HTMLElement>
  readonly top: number
  readonly height: number
} {
  // As high as the window until it is known, so that the first rows are drawn once.
  const [place, setPlace] = useState(() => ({ top: 0, height: window.innerHeight }))
  const ref = useCallback(
    (list: HTMLElement | null) => {
      const page = list?.closest<HTMLElement>('main')
      if (!list || !page) return
      const look = () => {
        const above = page.getBoundingClientRect().top - list.getBoundingClientRect().top
        const top = Math.max(0, Math.floor(above / step) * step)
        const height = page.clientHeight
        setPlace((last) => (last.top === top && last.height === height ? last : { top, height }))
      }
      // Its first call comes with the first layout: to look now would force another one.
      const sizes = new ResizeObserver(look)
      sizes.observe(page)
      page.addEventListener('scroll', look, { passive: true })
      // A busy page hears of scrolling late: by then, keys could have walked to the end of what is drawn.
      list.addEventListener('focusin', look)
      return () => {
        sizes.disconnect()
        page.removeEventListener('scroll', look)
        list.removeEventListener('focusin', look)
      }
    },
    [step],
  )
  return { ref, ...place }
}
