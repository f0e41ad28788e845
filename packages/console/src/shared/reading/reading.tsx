import { createContext, type ReactNode, useContext, useLayoutEffect, useRef, useState } from 'react'
import { isOnScreen } from './is-on-screen.ts'
import {
  createReadingRecord,
  noRecord,
  type ReadingRecord,
  type RequiredPart,
} from './reading-record.ts'

const Reading = createContext<ReadingRecord>(noRecord)

/** Around what one approval shows and the buttons that answer it. */
export function ReadingScope({ children }: { readonly children: ReactNode }) {
  const [record] = useState(createReadingRecord)
  return <Reading value={record}>{children}</Reading>
}

/** What still has to be read before an approval, and the way there. */
export function useReadingProgress(): {
  readonly unread: readonly RequiredPart[]
  readonly readOn: ReadingRecord['readOn']
} {
  const record = useContext(Reading)
  const [unread, setUnread] = useState(record.unread)
  // Before the first paint: an external store is only listened to after it, and a button would be there for a moment.
  useLayoutEffect(() => {
    const update = () => setUnread(record.unread())
    update()
    return record.subscribe(update)
  }, [record])
  return { unread, readOn: record.readOn }
}

/** Parts that are approved together, also while some of them are behind a tab. */
export function useRequiredParts(parts: readonly RequiredPart[]): void {
  const record = useContext(Reading)
  const key = parts.map(({ id, content }) => `${id}\0${content}`).join('\0')
  const latest = useRef(parts)
  latest.current = parts
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts are new with every render, their content is not
  useLayoutEffect(() => record.require(latest.current), [record, key])
}

interface PartProps extends RequiredPart {
  readonly children: ReactNode
}

/** A part that is always on the page. */
export function ReadPart({ children, ...part }: PartProps) {
  useRequiredParts([part])
  return <PartBody {...part}>{children}</PartBody>
}

/** The text of a required part, with an end that is watched: read is what has been on screen to its end. */
export function PartBody({ id, label, content, children }: PartProps) {
  const record = useContext(Reading)
  const begin = usePlace(id)
  const end = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const last = end.current
    if (!last) return
    // Before the first paint, so that a short card can be approved at once.
    if (isOnScreen(last)) {
      record.markRead(id, content)
      return
    }
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      record.markRead(id, content)
      observer.disconnect()
    })
    observer.observe(last)
    return () => observer.disconnect()
  }, [record, id, content])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a set of controls would be announced as a form
    <div ref={begin} role="group" tabIndex={-1} aria-label={label} className="scroll-mt-20">
      {children}
      <span ref={end} aria-hidden="true" data-end={id} className="block h-px" />
    </div>
  )
}

interface PartPendingProps {
  readonly label: string
  readonly children: ReactNode
}

/** Stands for what is not on the page yet: until it is, nothing is approved. */
export function PartPending({ label, children }: PartPendingProps) {
  const id = `pending ${label}`
  useRequiredParts([{ id, label, content: '', pending: true }])
  return <div className="text-xs text-ink-3">{children}</div>
}

/** Tells the record where a part begins, as long as it is on the page. */
function usePlace(id: string) {
  const record = useContext(Reading)
  const begin = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    record.place(id, begin.current)
    return () => record.place(id, null)
  }, [record, id])
  return begin
}
