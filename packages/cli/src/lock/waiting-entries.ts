import { RepertoireError } from '@repertoire/client'
import { allItems } from '../connection/all-items.ts'
import type { Server } from '../connection/api.ts'

/** What waits in the inbox of one content. */
export interface WaitingEntry {
  readonly id: string
  /** Why it waits, as `inbox list` says. */
  readonly reason: string
  /** Whether nobody may approve it. */
  readonly refused: boolean
}

/** The imports in the inbox, by the digest of their content; none for a key that may not read it. */
export async function waitingByDigest({
  client,
  send,
}: Server): Promise<ReadonlyMap<string, WaitingEntry>> {
  const listed = allItems((page) => client.inbox.list({ kind: 'import', ...page })).catch(
    (error: unknown) => {
      if (error instanceof RepertoireError && error.status === 403) return []
      throw error
    },
  )
  return new Map(
    (await send(listed)).flatMap(({ id, digest, alike, verdict, licence_decision: licence }) => {
      const refused = verdict === 'blocked' || licence === 'refused'
      return digest === null ? [] : [[digest, { id, reason: alike, refused }] as const]
    }),
  )
}
