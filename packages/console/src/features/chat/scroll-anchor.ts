/**
 * `read`: at the end, but never past the beginning of an answer; `end`: at the end whatever comes;
 * `free`: the reader has gone elsewhere and is left alone.
 */
export type Following = 'read' | 'end' | 'free'

/** All in pixels of the scrolled content. */
export interface Reading {
  /** Scroll position at which the end is in view. */
  readonly bottom: number
  /** Scroll position at which the newest answer begins; null while there is none. */
  readonly answer: number | null
}

const slack = 48

/** Where to scroll to when the content has changed; null for nowhere. */
export function placeFor(following: Following, { bottom, answer }: Reading): number | null {
  if (following === 'free') return null
  return following === 'end' || answer === null ? bottom : Math.min(bottom, answer)
}

/**
 * Whether the reader went from where this had scrolled to, to `top`. When content becomes shorter that place may
 * be gone, and the end is where everybody is then.
 */
export function isReaders(top: number, own: number, bottom: number): boolean {
  const isGone = own > bottom + 1 && top > bottom - 1
  return !isGone && Math.abs(top - own) > 1
}

/** What a reader who has scrolled by himself wants from now on. */
export function afterScroll(top: number, { bottom, answer }: Reading): Following {
  if (!isAtEnd(top, bottom)) return 'free'
  return answer !== null && answer < bottom - slack ? 'end' : 'read'
}

/** Whether the end counts as in view. */
export function isAtEnd(top: number, bottom: number): boolean {
  return bottom - top < slack
}
