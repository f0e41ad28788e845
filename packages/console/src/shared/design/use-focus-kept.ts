import { type FocusEvent, useLayoutEffect, useRef } from 'react'

const control = 'button:not(:disabled), input:not(:disabled), select:not(:disabled), a[href]'

/**
 * Keeps a keyboard's place where what had the focus goes away by being used: it goes on to the row that took the
 * place, to the first control where there are no rows, and to the dialog or the page where nothing is left. For
 * the element that stays, in a component that draws anew when the rows change; rows are `li`.
 */
export function useFocusKept<Host extends HTMLElement>() {
  const host = useRef<Host>(null)
  const last = useRef<{ element: Element; row: number }>(null)
  useLayoutEffect(() => {
    if (!last.current || last.current.element.isConnected) return
    const { row } = last.current
    last.current = null
    const active = document.activeElement ?? document.body
    // Whoever moved it elsewhere meanwhile keeps it there; a dialog around takes what nobody has.
    if (active !== document.body && !(host.current && active.contains(host.current))) return
    const rows = [...(host.current?.querySelectorAll('li') ?? [])]
    const place = row < 0 ? host.current : rows[Math.min(row, rows.length - 1)]
    const next =
      place?.querySelector<HTMLElement>(control) ??
      host.current?.closest<HTMLElement>('[role=dialog]') ??
      document.querySelector<HTMLElement>('#main')
    next?.focus()
  })
  const onFocus = ({ target }: FocusEvent<Host>) => {
    // A dialog that belongs to a row stands elsewhere in the page.
    if (!host.current?.contains(target)) return
    const row = target.closest('li')
    last.current = {
      element: target,
      row: row ? [...host.current.querySelectorAll('li')].indexOf(row) : -1,
    }
  }
  return { ref: host, onFocus }
}
