import { queryClient } from './queries.ts'

/**
 * Fetches code that is needed soon, once the answers that the page waits for are there. What is out of reach is asked
 * for again when it is needed. Returns what ends the waiting.
 */
export function preload(load: () => Promise<unknown>): () => void {
  const fetchWhenQuiet = () => {
    if (queryClient.isFetching() > 0) return
    stop()
    load().catch(() => {})
  }
  const unsubscribe = queryClient.getQueryCache().subscribe(() => queueMicrotask(fetchWhenQuiet))
  const timer = setTimeout(fetchWhenQuiet)
  const stop = () => {
    clearTimeout(timer)
    unsubscribe()
  }
  return stop
}
