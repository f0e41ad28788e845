import type { AgentBody, ConversationBody } from '@repertoire/client'
import { CommandError } from '../command/exit-codes.ts'
import { notFound } from '../command/not-found.ts'
import { allItems } from '../connection/all-items.ts'
import type { Server } from '../connection/api.ts'

export interface RequestedConversation {
  readonly conversation?: string | undefined
  readonly continue?: boolean | undefined
  /** Name or id. */
  readonly agent?: string | undefined
}

/** The named conversation, the latest one, or a new one. */
export async function findConversation(
  wanted: RequestedConversation,
  { client, send }: Server,
): Promise<ConversationBody> {
  if (wanted.conversation !== undefined) return send(client.conversations.get(wanted.conversation))
  if (wanted.continue) {
    const [latest] = (await send(client.conversations.list({ limit: 1 }))).items
    if (!latest) throw new CommandError('There is no conversation to continue.')
    return send(client.conversations.get(latest.id))
  }
  const agent =
    wanted.agent === undefined ? undefined : await findAgent(wanted.agent, { client, send })
  return send(client.conversations.create(agent ? { agent_id: agent.id } : {}))
}

/** Every agent of the organisation. */
export function listAgents({
  client,
  send,
}: Pick<Server, 'client' | 'send'>): Promise<readonly AgentBody[]> {
  return send(allItems((page) => client.agents.list(page)))
}

async function findAgent(
  nameOrId: string,
  server: Pick<Server, 'client' | 'send'>,
): Promise<AgentBody> {
  const agents = await listAgents(server)
  const isNamed = ({ name }: AgentBody) => name.toLowerCase() === nameOrId.toLowerCase()
  const found = agents.find(({ id }) => id === nameOrId) ?? agents.find(isNamed)
  if (found) return found
  throw notFound('agent', nameOrId, 'See `repertoire agents`.')
}
