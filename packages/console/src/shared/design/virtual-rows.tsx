import type { ReactNode, Ref } from 'react'

interface VirtualRowsProps {
  /** Pixels of the whole table, were every row drawn, with its head. */
  readonly height: number
  /** Pixels of the rows that are left out above those that are drawn. */
  readonly above: number
  readonly ref?: Ref<HTMLDivElement>
  /** The table of the rows that are drawn. */
  readonly children: ReactNode
}

/**
 * As high as if every row were drawn. The height is given and not left to the table: Chromium lays out one whose rows
 * change a row too low for a frame, and clamps what scrolls to that.
 */
export function VirtualRows({ height, above, ref, children }: VirtualRowsProps) {
  return (
    <div ref={ref} className="[overflow-anchor:none]" style={{ height, paddingTop: above }}>
      {children}
    </div>
  )
}
