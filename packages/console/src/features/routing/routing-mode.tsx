import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { settingsQuery } from '../../shared/api/queries.ts'
import { Section } from '../../shared/design/section.tsx'
import { agentQuery } from '../../shared/queries/agent-queries.ts'

const modes = [
  {
    toolset: 'routed',
    name: 'Catalogue for each turn',
    explains:
      'Fixed rules choose the skills of each message and put their texts into the prompt at once. What is explained here is what a turn gets.',
  },
  {
    toolset: 'discovery',
    name: 'Search and enable',
    explains:
      'The agent searches the skills itself and asks to enable one. What is explained here is only what the rules would choose.',
  },
  {
    toolset: 'portable',
    name: 'List of skills',
    explains:
      'The agent reads one line for each skill and opens those it needs. The rules choose nothing; what is explained here is what they would choose.',
  },
  {
    toolset: 'library',
    name: 'Shared library',
    explains: 'The agent reads skills by their name. The rules choose nothing.',
  },
] as const

/** How agents with these toolsets come to their skills. Pure. */
export function routingModes(toolsets: readonly string[]) {
  return modes.filter(({ toolset }) => toolsets.includes(toolset))
}

/** The mode that is on, for the organisation or for one agent. */
export function RoutingMode({ agentId }: { readonly agentId: string | undefined }) {
  const settings = useQuery(settingsQuery)
  const agent = useQuery({ ...agentQuery(agentId ?? ''), enabled: agentId !== undefined })
  const toolsets = agentId === undefined ? settings.data?.toolsets : agent.data?.toolsets
  if (!toolsets) return null
  const on = routingModes(toolsets)
  return (
    <Section
      title="The mode that is on"
      description={
        <>
          {agentId === undefined
            ? 'For conversations without an agent of their own. Change it under '
            : 'For this agent. Change it on the page of '}
          {agentId === undefined ? (
            <Link to="/settings/agent-tools" className="underline">
              Agents’ tools
            </Link>
          ) : (
            <Link to="/agents/$id" params={{ id: agentId }} className="underline">
              the agent
            </Link>
          )}
          .
        </>
      }
    >
      {on.length === 0 ? (
        <p>None: without tools for skills, agents see none, and the rules choose nothing.</p>
      ) : (
        <dl className="flex flex-col gap-2">
          {on.map(({ toolset, name, explains }) => (
            <div key={toolset}>
              <dt className="font-medium">{name}</dt>
              <dd className="text-ink-2">{explains}</dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  )
}
