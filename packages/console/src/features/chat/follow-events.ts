import { RepertoireClient } from '@repertoire/client'
import type { WireEvent } from '@repertoire/protocol'
import { sendWatched } from '../../shared/api/reachability.ts'
import { watchedFetch } from './watched-fetch.ts'

interface Listener {
  /** The last event already seen. */
  readonly after: number
  readonly onEvent: (event: WireEvent) => void
  readonly onConnection: (live: boolean) => void
  /** The server said no: signed out, or the conversation is gone. */
  readonly onRefused: (error: unknown) => void
}

/** Follows a conversation until told to stop; takes a broken stream up again where it left off. */
export function followEvents(id: string, listener: Listener): () => void {
  const abort = new AbortController()
  const client = new RepertoireClient({
    baseUrl: location.origin,
    fetch: watchedFetch({ onConnection: listener.onConnection, send: sendWatched }),
  })
  async function follow(): Promise<void> {
    const options = { after: listener.after, signal: abort.signal }
    for await (const event of client.conversations.events(id, options)) listener.onEvent(event)
  }
  follow().catch((error: unknown) => {
    if (!abort.signal.aborted) listener.onRefused(error)
  })
  return () => abort.abort()
}
