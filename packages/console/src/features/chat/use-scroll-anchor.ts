import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import {
  afterScroll,
  type Following,
  isAtEnd,
  isReaders,
  placeFor,
  type Reading,
} from './scroll-anchor.ts'

/** Above the answer's label, so that it does not touch the edge. */
const margin = 12

/** Scrolls a conversation as somebody reads it: to what happens, then to the beginning of the answer. */
export function useScrollAnchor(): {
  readonly box: RefObject<HTMLDivElement | null>
  readonly content: RefObject<HTMLDivElement | null>
  /** The end is out of view. */
  readonly away: boolean
  readonly jump: (following: Exclude<Following, 'free'>) => void
} {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const following = useRef<Following>('read')
  /** Where this has scrolled to; anywhere else is where the reader went. */
  const own = useRef(0)
  const [away, setAway] = useState(false)
  const jump = useCallback((to: Exclude<Following, 'free'>) => {
    following.current = to
    const area = box.current
    if (!area) return
    area.scrollTop = area.scrollHeight
    own.current = area.scrollTop
  }, [])
  useEffect(() => {
    const area = box.current
    const inner = content.current
    if (!area || !inner) return
    own.current = area.scrollTop
    const settle = () => {
      const reading = readingOf(area, inner)
      const place = placeFor(following.current, reading)
      if (place !== null) area.scrollTop = place
      own.current = area.scrollTop
      setAway(!isAtEnd(area.scrollTop, reading.bottom))
    }
    const onScroll = () => {
      const reading = readingOf(area, inner)
      if (isReaders(area.scrollTop, own.current, reading.bottom)) {
        following.current = afterScroll(area.scrollTop, reading)
        own.current = area.scrollTop
      }
      setAway(!isAtEnd(area.scrollTop, reading.bottom))
    }
    const observer = new ResizeObserver(settle)
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

function readingOf(area: HTMLElement, inner: HTMLElement): Reading {
  const starts = inner.lastElementChild?.querySelectorAll('[data-answer-start]')
  const start = starts?.item(starts.length - 1)
  const below = (element: Element) =>
    element.getBoundingClientRect().top - area.getBoundingClientRect().top
  return {
    bottom: area.scrollHeight - area.clientHeight,
    answer: start ? area.scrollTop + below(start) - margin : null,
  }
}
