import { renderAnnotations } from '@repertoire/skill-md/text'
import { useEffect } from 'react'

let title = ''
let waiting = 0

/** Names the page in the browser's tab. */
export function useDocumentTitle(next: string): void {
  useEffect(() => {
    title = renderAnnotations(next)
    show()
  }, [next])
}

/** Puts how much waits before every title, and a dot on the icon. */
export function setWaitingInTitle(count: number): void {
  waiting = count
  show()
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const href = count > 0 ? '/favicon-waiting.svg' : '/favicon.svg'
  if (icon && icon.getAttribute('href') !== href) icon.href = href
}

function show(): void {
  const name = title ? `${title} · Repertoire` : 'Repertoire'
  document.title = waiting > 0 ? `(${waiting}) ${name}` : name
}
