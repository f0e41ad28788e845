import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

const slack = 48

/** Keeps a scrolling box at its end while the reader is there, and leaves him alone when he is not. */
export function useStickToBottom(): {
  readonly box: RefObject<HTMLDivElement | null>
  readonly content: RefObject<HTMLDivElement | null>
  readonly away: boolean
  readonly jump: () => void
} {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const stuck = useRef(true)
  const [away, setAway] = useState(false)
  const jump = useCallback(() => {
    stuck.current = true
    setAway(false)
    box.current?.scrollTo({ top: box.current.scrollHeight })
  }, [])
  useEffect(() => {
    const area = box.current
    const inner = content.current
    if (!area || !inner) return
    function onScroll(): void {
      if (!area) return
      stuck.current = area.scrollHeight - area.scrollTop - area.clientHeight < slack
      setAway(!stuck.current)
    }
    const observer = new ResizeObserver(() => {
      if (stuck.current) area.scrollTop = area.scrollHeight
    })
    observer.observe(inner)
    observer.observe(area)
    area.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      area.removeEventListener('scroll', onScroll)
    }
  }, [])
  return { box, content, away, jump }
}
