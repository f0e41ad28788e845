import type { ConversationBody } from '@repertoire/protocol'
import { renderAnnotations } from '@repertoire/skill-md/text'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bot } from 'lucide-react'
import { Badge } from '../../shared/design/badge.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { agentQuery, agentsQuery } from '../../shared/queries/agent-queries.ts'

interface AgentChoiceProps {
  readonly chosen: string | undefined
  readonly onChange: (id: string | undefined) => void
}

/** Whom a new conversation speaks with; nothing where no agent is set up. */
export function AgentChoice({ chosen, onChange }: AgentChoiceProps) {
  const list = useInfiniteQuery(agentsQuery)
  const agents = list.data?.pages.flatMap((page) => page.items) ?? []
  const listed = agents.some(({ id }) => id === chosen)
  const other = useQuery({
    ...agentQuery(chosen ?? ''),
    enabled: chosen !== undefined && list.isSuccess && !listed,
  })
  const options = other.data ? [...agents, other.data] : agents
  if (options.length === 0) return null
  return (
    <select
      aria-label="Agent"
      className="field-base h-8 max-w-44 py-0"
      value={options.some(({ id }) => id === chosen) ? chosen : ''}
      onChange={(event) => onChange(event.target.value || undefined)}
    >
      <option value="">No agent</option>
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {renderAnnotations(name)}
        </option>
      ))}
    </select>
  )
}

/** Whether a conversation was with an agent that is no more. */
export function isAgentDeleted({
  agent_id,
  agent,
}: Pick<ConversationBody, 'agent_id' | 'agent'>): boolean {
  return agent_id !== null && !agent
}

/** Whom a conversation speaks with. */
export function AgentLabel({
  conversation,
}: {
  readonly conversation: Pick<ConversationBody, 'agent_id' | 'agent'>
}) {
  const { agent_id, agent } = conversation
  if (agent_id === null) return null
  if (!agent) {
    return (
      <Badge tone="warn" title="The agent was deleted: begin a new conversation to go on.">
        Agent deleted
      </Badge>
    )
  }
  return (
    <Link
      to="/agents/$id"
      params={{ id: agent.id }}
      title={`This conversation speaks with ${renderAnnotations(agent.name)}`}
      className="inline-flex min-h-6 min-w-0 max-w-40 items-center gap-1.5 rounded-full border border-line bg-inset px-2 text-xs text-ink-2 hover:text-ink"
    >
      <Bot size={13} className="shrink-0" aria-hidden="true" />
      <span className="truncate">
        <MarkedText text={agent.name} />
      </span>
    </Link>
  )
}
