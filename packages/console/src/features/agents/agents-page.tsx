import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bot, Plus } from 'lucide-react'
import { buttonClass } from '../../shared/design/button.tsx'
import { Page } from '../../shared/design/page.tsx'
import { PagedList } from '../../shared/design/paged-list.tsx'
import { Empty } from '../../shared/design/states.tsx'
import { agentsQuery } from '../../shared/queries/agent-queries.ts'
import { useCan } from '../../shared/session/use-me.ts'
import { AgentRow } from './agent-row.tsx'

/** The organisation's agents. */
export function AgentsPage() {
  const writable = useCan('agents.write')
  const list = useInfiniteQuery(agentsQuery)
  return (
    <Page
      title="Agents"
      subtitle="Assistants with instructions, tools and skills of their own, for everybody here."
      actions={writable && <NewAgentLink />}
    >
      <PagedList
        list={list}
        what="Agents"
        whenEmpty={
          <Empty icon={<Bot size={20} />} title="No agent is set up yet">
            {writable
              ? 'Give one an instruction and attach the skills it should know. It is told a line of each, and loads the rest when a task needs it.'
              : 'An owner or admin sets them up. Until then, conversations use the organisation’s settings.'}
          </Empty>
        }
      >
        {(agents) => (
          <ul aria-label="Agents" className="card divide-y divide-line overflow-hidden">
            {agents.map((agent) => (
              <AgentRow key={agent.id} agent={agent} writable={writable} />
            ))}
          </ul>
        )}
      </PagedList>
    </Page>
  )
}

function NewAgentLink() {
  return (
    <Link to="/agents/new" className={buttonClass('primary')}>
      <Plus size={15} aria-hidden="true" /> New agent
    </Link>
  )
}
