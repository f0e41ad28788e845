import type { ReactNode } from 'react'

/** The look of a link in a row of them; the one that is open is told by its line and its weight. */
export const pageTab =
  '-mb-px flex h-9 shrink-0 items-center whitespace-nowrap border-b-2 border-transparent text-ink-2 outline-offset-[-2px] hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink'

interface PageTabsProps {
  readonly label: string
  /** Links with the look of `pageTab`. */
  readonly children: ReactNode
}

/** Pages that belong together, above each of them. */
export function PageTabs({ label, children }: PageTabsProps) {
  return (
    <nav aria-label={label} className="mb-5 flex gap-5 overflow-x-auto border-b border-line">
      {children}
    </nav>
  )
}
