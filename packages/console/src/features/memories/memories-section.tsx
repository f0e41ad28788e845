import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../shared/design/button.tsx'
import { classNames } from '../../shared/design/class-names.ts'
import { plural } from '../../shared/design/numbers.ts'
import { Section } from '../../shared/design/section.tsx'
import { Failed, Loading } from '../../shared/design/states.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { agentsQuery } from '../../shared/queries/agent-queries.ts'
import { agentsWithMemory, type MemoryAgentId } from './agents-with-memory.ts'
import { MemoryEditor } from './memory-editor.tsx'
import { memoryAgentsQuery } from './memory-queries.ts'

/** What each agent remembers about whoever is signed in. */
export function MemoriesSection() {
  const agents = useInfiniteQuery(agentsQuery)
  const kept = useQuery(memoryAgentsQuery)
  const error = agents.error ?? kept.error
  return (
    <Section
      title="What agents remember about you"
      description="Short facts, told to the agent in every conversation with you. Only you can see and change them. Agents with the tools “Notes about you” write here, too."
    >
      {(agents.isPending || kept.isPending) && !error && (
        <Loading rows={2} label="Loading what agents remember" />
      )}
      {error && (
        <Failed
          what="What agents remember could not be read"
          error={error}
          onRetry={() => {
            void agents.refetch()
            void kept.refetch()
          }}
        />
      )}
      {agents.data && kept.data && (
        <ul
          id="remembered"
          aria-label="Agents that can remember"
          className="card divide-y divide-line overflow-hidden scroll-mt-20"
        >
          {agentsWithMemory(
            agents.data.pages.flatMap(({ items }) => items),
            kept.data.items,
          ).map((agent) => (
            <AgentNotes key={agent.id ?? ''} agent={agent} />
          ))}
        </ul>
      )}
      {agents.hasNextPage && (
        <Button className="mt-4" onClick={() => void agents.fetchNextPage()}>
          Show more agents
        </Button>
      )}
    </Section>
  )
}

function AgentNotes({ agent }: { readonly agent: MemoryAgentId }) {
  const [open, setOpen] = useState(false)
  const panel = useId()
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={panel}
        onClick={() => setOpen(!open)}
        className="flex w-full items-center gap-3 px-4 py-3 text-left hover:bg-hover"
      >
        <span className="min-w-0 flex-1">
          <span className="block font-medium [overflow-wrap:anywhere]">{agent.name}</span>
          <span className="block text-xs text-ink-3">
            <Summary agent={agent} />
          </span>
        </span>
        <ChevronRight
          size={16}
          aria-hidden="true"
          className={classNames('shrink-0 text-ink-3 transition-transform', open && 'rotate-90')}
        />
      </button>
      <div id={panel} hidden={!open} className="border-t border-line px-4 py-4">
        {open && <MemoryEditor agentId={agent.id} name={agent.name} />}
      </div>
    </li>
  )
}

function Summary({ agent: { kept } }: { readonly agent: MemoryAgentId }) {
  if (!kept || kept.text.trim() === '') return 'Remembers nothing'
  const lines = kept.text.split('\n').filter((line) => line.trim() !== '').length
  return (
    <>
      {plural(lines, 'line')} · changed by {kept.author === 'agent' ? 'the agent' : 'you'}{' '}
      {kept.updated_at && <Timestamp at={kept.updated_at} />}
    </>
  )
}
