import type { InboxEntryBody } from '@repertoire/protocol'
import { type ReactNode, useEffect } from 'react'
import { formatCount } from '../../shared/design/numbers.ts'
import { useScrollWindow } from '../../shared/design/use-scroll-window.ts'
import { visibleRange } from '../../shared/design/visible-range.ts'

/** One of the parts of the list, read page by page. */
export interface InboxPart {
  readonly title: string
  readonly total: number
  readonly entries: readonly InboxEntryBody[]
  /** Reads the next page; absent where all has been read, or one is on its way. */
  readonly onMore?: () => void
}

interface InboxListProps {
  readonly parts: readonly InboxPart[]
  readonly row: (entry: InboxEntryBody) => ReactNode
}

type Line =
  | { readonly part: InboxPart; readonly entry: null }
  | { readonly part: InboxPart; readonly entry: InboxEntryBody; readonly position: number }

const headingHeight = 36
const rowHeight = 58

/** Rows of thousands of entries, of which only those in sight are on the page. */
export function InboxList({ parts, row }: InboxListProps) {
  const { ref, top, height } = useScrollWindow()
  const lines = parts.flatMap(linesOf)
  const heights = lines.map(({ entry }) => (entry ? rowHeight : headingHeight))
  const { from, to, offset, total } = visibleRange(heights, { top, height })
  const shown = lines.slice(from, to)
  // The end of a part is in sight: what follows is read before the next part is mistaken for it.
  const next = shown.find(({ part, entry }) => entry && entry === part.entries.at(-1))?.part
  const onMore = next?.onMore
  useEffect(() => {
    onMore?.()
  }, [onMore])
  return (
    <div ref={ref} className="min-h-0 flex-1 overflow-y-auto pb-2" data-inbox-scroll>
      <div style={{ height: total }} className="relative">
        <ul aria-label="Inbox" className="absolute inset-x-0" style={{ top: offset }}>
          {shown.map((line) =>
            line.entry ? (
              <li
                key={line.entry.id}
                aria-setsize={line.part.total}
                aria-posinset={line.position}
                style={{ height: rowHeight }}
              >
                {row(line.entry)}
              </li>
            ) : (
              <li key={line.part.title} style={{ height: headingHeight }}>
                <h2 className="flex h-full items-end gap-2 px-5 pb-1.5 text-xs font-medium text-ink-2">
                  {line.part.title}
                  <span className="font-normal tabular-nums text-ink-3">
                    {formatCount(line.part.total)}
                  </span>
                </h2>
              </li>
            ),
          )}
        </ul>
      </div>
    </div>
  )
}

function linesOf(part: InboxPart): readonly Line[] {
  if (part.entries.length === 0) return []
  const rows = part.entries.map((entry, at) => ({ part, entry, position: at + 1 }))
  return [{ part, entry: null }, ...rows]
}

/** Brings the row of an entry into the list's window, also where it is not drawn yet. */
export function showRow(entries: readonly InboxEntryBody[], id: string): void {
  const drawn = document.querySelector<HTMLElement>(`[data-inbox-row="${CSS.escape(id)}"]`)
  if (drawn) {
    drawn.focus({ preventScroll: true })
    drawn.scrollIntoView({ block: 'nearest' })
    return
  }
  const at = entries.findIndex((one) => one.id === id)
  document.querySelector('[data-inbox-scroll]')?.scrollTo({ top: at * rowHeight })
}
