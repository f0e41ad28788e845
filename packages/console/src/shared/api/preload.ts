import { queryClient } from './queries.ts'

/** Safari has no idle callbacks. */
const whenIdle =
  typeof requestIdleCallback === 'function'
    ? (work: () => void) => requestIdleCallback(work, { timeout: 2_000 })
    : (work: () => void) => setTimeout(work, 200)

/**
 * Fetches code that is needed soon, once the answers that the page waits for are there and shown. What is out of reach
 * is asked for again when it is needed. Returns what ends the waiting.
 */
export function preload(load: () => Promise<unknown>): () => void {
  let waiting = true
  const stop = () => {
    waiting = false
    unsubscribe()
  }
  const fetchWhenQuiet = () => {
    if (!waiting || queryClient.isFetching() > 0) return
    stop()
    load().catch(() => {})
  }
  const look = () => whenIdle(fetchWhenQuiet)
  const unsubscribe = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.state.fetchStatus === 'idle') look()
  })
  look()
  return stop
}
