interface View {
  /** Pixels of the list above what is seen. */
  readonly top: number
  readonly height: number
}

/** Rows drawn beyond what is seen, so that keys and quick scrolling find them there. */
const beyond = 10

/** Which of `count` rows of one height are within a view: the first, and the one behind the last. Pure. */
export function rowsInView(
  count: number,
  rowHeight: number,
  { top, height }: View,
): { readonly from: number; readonly to: number } {
  const first = Math.floor(Math.max(0, top) / rowHeight) - beyond
  const last = Math.ceil((Math.max(0, top) + height) / rowHeight) + beyond
  const to = Math.min(count, last)
  return { from: Math.max(0, Math.min(first, to)), to }
}
