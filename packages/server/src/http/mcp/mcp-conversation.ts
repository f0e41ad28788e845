import type { ConversationId, Sha256, Timestamp } from '@repertoire/core/base'
import { type Conversation, emptySession, type Principal } from '@repertoire/core/domain'

/** What tells one conversation of a client from another. */
export interface ConversationKey {
  readonly principal: Principal
  /** Of the credential: the same person may connect several clients. */
  readonly keyId: string
  /** What the client names it, by `Mcp-Session-Id` or `x-repertoire-conversation`; null where it names none. */
  readonly session: string | null
}

const dayMs = 86_400_000

/**
 * The conversation that a client's calls belong to, so that budget, restrictions and approvals hold over them. A client
 * that names none has one a day.
 */
export function conversationIdOf(
  { principal, keyId, session }: ConversationKey,
  { sha256, now }: { readonly sha256: Sha256; readonly now: Timestamp },
): ConversationId {
  const named = session ?? String(Math.floor(now / dayMs))
  const { tenantId, userId } = principal
  const digest = sha256(JSON.stringify(['mcp', tenantId, userId, keyId, session !== null, named]))
  return `cnv_${digest.slice(0, 32)}` as ConversationId
}

/** As it begins: the person sees it on the page, under the client's name. */
export function newClientConversation(
  id: ConversationId,
  { principal, client }: Pick<ConversationKey, 'principal'> & { readonly client: string },
  now: Timestamp,
): Conversation {
  return {
    ...{ id, userId: principal.userId, title: client, agentId: null, session: emptySession },
    ...{ headSeq: 0, createdAt: now, updatedAt: now },
  }
}
