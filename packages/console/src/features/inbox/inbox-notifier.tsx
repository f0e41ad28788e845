import type { InboxEntryBody } from '@repertoire/protocol'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { inboxListQuery } from '../../shared/queries/inbox-queries.ts'
import { newEntries, notificationText } from './new-entries.ts'

const everything = {}

/** Tells the desktop of each new entry that agents wait for while nobody looks at the page. */
export function InboxNotifier() {
  const navigate = useNavigate()
  const { data } = useInfiniteQuery({
    ...inboxListQuery(everything, 'blocking'),
    refetchInterval: 10_000,
    refetchIntervalInBackground: true,
  })
  const seen = useRef<ReadonlySet<string> | null>(null)
  useEffect(() => {
    const entries = data?.pages.flatMap(({ items }) => items)
    if (!entries) return
    const fresh = newEntries(seen.current, entries)
    seen.current = new Set([...(seen.current ?? []), ...entries.map(({ id }) => id)])
    if (document.visibilityState !== 'hidden') return
    for (const entry of fresh) {
      notify(entry, () => {
        void navigate({ to: '/inbox', search: { entry: `${entry.kind}.${entry.id}` } })
      })
    }
  }, [data, navigate])
  return null
}

function notify(entry: InboxEntryBody, open: () => void): void {
  const notification = createNotification(entry)
  notification?.addEventListener('click', () => {
    window.focus()
    open()
    notification.close()
  })
}

/** Where the permission was taken back, the browser shows nothing. Null where it has none for pages, as on phones. */
function createNotification(entry: InboxEntryBody): Notification | null {
  try {
    return new Notification(notificationText(entry), {
      body: 'An agent waits for you.',
      // With the same tag, another tab of this page replaces it in silence.
      tag: `repertoire.${entry.id}`,
      icon: '/favicon.svg',
    })
  } catch {
    return null
  }
}
