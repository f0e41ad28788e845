import type { ReactNode } from 'react'

interface ScrolledTableProps {
  /** What a reader hears, and the name of the place that is scrolled. */
  readonly label: string
  readonly children: ReactNode
}

/** Figures in a table. A wide one is scrolled, also with the keyboard. */
export function ScrolledTable({ label, children }: ScrolledTableProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard
      tabIndex={0}
      className="overflow-auto outline-offset-[-2px]"
    >
      <table className="w-full text-left tabular-nums [&_td]:whitespace-nowrap [&_td]:px-4 [&_td]:py-1.5 [&_th]:whitespace-nowrap [&_th]:px-4 [&_th]:py-1.5 [&_thead]:border-y [&_thead]:border-line [&_thead]:bg-inset [&_thead_th]:text-xs [&_thead_th]:font-medium [&_thead_th]:text-ink-2 [&_tbody]:divide-y [&_tbody]:divide-line">
        <caption className="sr-only">{label}</caption>
        {children}
      </table>
    </section>
  )
}
