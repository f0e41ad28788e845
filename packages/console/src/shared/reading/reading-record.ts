import { scrollOn } from './scroll-on.ts'

/** Something that has to be read to its end before it is approved. */
export interface RequiredPart {
  /** Unique among the parts of one approval. */
  readonly id: string
  /** Its name on the page: `sums.js`. */
  readonly label: string
  /** What is read; other content is unread again. */
  readonly content: string
  /** Brings it on the page, where it is not always there. */
  readonly show?: () => void
  /** Given: its text is not on the page yet, so that nothing leads to it. */
  readonly pending?: true
}

/** What of an approval was read to its end. */
export interface ReadingRecord {
  readonly require: (parts: readonly RequiredPart[]) => () => void
  readonly markRead: (id: string, content: string) => void
  /** Where a part begins, as long as it is on the page; null when it goes. */
  readonly place: (id: string, begin: HTMLElement | null) => void
  /** Brings the first unread part that can be read on the page and gives its begin the focus; where that was done, goes a page further in it. */
  readonly readOn: () => void
  readonly subscribe: (listener: () => void) => () => void
  /** The same array until something changes. */
  readonly unread: () => readonly RequiredPart[]
}

/** Outside of an approval: nothing is required. */
export const noRecord: ReadingRecord = {
  require: () => () => {},
  markRead() {},
  place() {},
  readOn() {},
  subscribe: () => () => {},
  unread: () => nothing,
}
const nothing: readonly RequiredPart[] = []

/** Nothing required, nothing read. */
export function createReadingRecord(): ReadingRecord {
  const required = new Map<string, RequiredPart>()
  const read = new Map<string, string>()
  const places = new Map<string, HTMLElement>()
  const listeners = new Set<() => void>()
  let wanted: string | null = null
  let reached: string | null = null
  let unread: readonly RequiredPart[] = []
  function change(): void {
    const next = [...required.values()].filter(({ id, content }) => read.get(id) !== content)
    if (next.length === unread.length && next.every((part, at) => part === unread[at])) return
    unread = next
    for (const listener of listeners) listener()
  }
  return {
    require(parts) {
      for (const part of parts) required.set(part.id, part)
      change()
      return () => {
        for (const part of parts) if (required.get(part.id) === part) required.delete(part.id)
        change()
      }
    },
    markRead(id, content) {
      read.set(id, content)
      change()
    },
    place(id, begin) {
      if (begin === null) {
        places.delete(id)
        return
      }
      places.set(id, begin)
      if (wanted === id) focus(id, begin)
    },
    readOn() {
      const part = unread.find(({ pending }) => !pending)
      if (!part) return
      const { id } = part
      const shown = places.get(id)
      if (shown && reached === id && scrollOn(shown)) return
      wanted = id
      part.show?.()
      const begin = places.get(id)
      if (begin && wanted === id) focus(id, begin)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    unread: () => unread,
  }
  function focus(id: string, begin: HTMLElement): void {
    wanted = null
    reached = id
    begin.focus({ preventScroll: true })
    begin.scrollIntoView({ block: 'start' })
  }
}
