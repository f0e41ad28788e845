import type { ReactNode } from 'react'
import { MarkedText } from './marked-text.tsx'
import { useFocusKept } from './use-focus-kept.ts'

interface HistoryProps {
  /** What the entries are: `Revisions`. */
  readonly label: string
  /** Newest first. */
  readonly entries: readonly HistoryEntry[]
  /** Beside them: what is different between two, or that there are no two. */
  readonly children: ReactNode
}

export interface HistoryEntry {
  readonly number: number
  /** `Revision 3`. */
  readonly title: string
  /** What tells it from all others, at the end of its first line. */
  readonly mark?: ReactNode
  /** When and by whom. */
  readonly about: ReactNode
  readonly reason: string | null
}

/** Everything that something has been, and beside it what is different between two of them. */
export function History({ label, entries, children }: HistoryProps) {
  const kept = useFocusKept<HTMLDivElement>()
  return (
    <div {...kept} className="grid gap-6 lg:grid-cols-[18rem_minmax(0,1fr)]">
      <ol
        aria-label={label}
        className="card h-fit max-h-[65vh] divide-y divide-line overflow-y-auto"
      >
        {entries.map((entry, index) => (
          <Entry key={entry.number} entry={entry} newest={index === 0} />
        ))}
      </ol>
      {children}
    </div>
  )
}

function Entry({ entry, newest }: { readonly entry: HistoryEntry; readonly newest: boolean }) {
  return (
    <li className="px-3 py-2.5">
      <p className="flex items-baseline justify-between gap-2">
        <span className="font-medium">
          {entry.title}
          {newest && <span className="font-normal text-ink-3"> (current)</span>}
        </span>
        {entry.mark}
      </p>
      <p className="text-xs text-ink-3">{entry.about}</p>
      {entry.reason && (
        <p className="mt-1 text-xs text-ink-2 [overflow-wrap:anywhere]">
          <MarkedText text={entry.reason} />
        </p>
      )}
    </li>
  )
}

/** Instead of a difference. */
export function NoChanges({ children }: { readonly children: ReactNode }) {
  return <p className="card h-fit px-4 py-6 text-center text-ink-2">{children}</p>
}
