import type { SkillListItem } from '@repertoire/protocol'

/** How a reason is called whose meaning an embedding model compared. */
export const meaningByModel = 'similar meaning by the embedding model'

const note =
  'Word vectors were used instead of the embedding model: it was late, unreachable, or has not seen these skills yet. The server’s log says whether it answers; REPERTOIRE_EMBEDDINGS_WAIT_MS is how long a search waits for it.'

/** What to say below the hits of a search; null where the embedding model ordered them, or none is configured. */
export function wordVectorsNote(hits: readonly Pick<SkillListItem, 'match'>[]): string | null {
  const isInstead = hits.some(({ match }) =>
    match?.reasons.some(({ embedding }) => embedding === 'unavailable'),
  )
  return isInstead ? note : null
}
