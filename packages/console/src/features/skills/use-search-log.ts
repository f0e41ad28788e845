import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../shared/api/api.ts'
import { settingsQuery } from '../../shared/api/queries.ts'

/** Words that stay for so long are a search, not letters on the way to one. */
const settledMs = 2_000

/** Lets the organisation's log count what was searched for, where it keeps one. */
export function useSearchLog(text: string | undefined): void {
  const { data } = useQuery(settingsQuery)
  const words = data?.search_log ? (text ?? '').trim() : ''
  useEffect(() => {
    if (words === '') return
    // Whether it is counted or not is nothing that the person who searches has to know.
    const count = () => void api.skills.list({ q: words, surface: 'page' }).catch(() => undefined)
    const timer = setTimeout(count, settledMs)
    return () => clearTimeout(timer)
  }, [words])
}
