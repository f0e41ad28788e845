/** Moves the focus among the rows of the list on the page. */
export function moveFocus(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-list-row]')]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  const next = at < 0 ? (step > 0 ? 0 : rows.length - 1) : at + step
  rows[next]?.scrollIntoView({ block: 'nearest' })
  rows[next]?.focus({ preventScroll: true })
}
