import type { AgentBody } from '@repertoire/protocol'
import { Link } from '@tanstack/react-router'
import { MessagesSquare, Trash2 } from 'lucide-react'
import { api } from '../../shared/api/api.ts'
import { buttonClass, IconButton } from '../../shared/design/button.tsx'
import { AskFirst } from '../../shared/design/dialog.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { plural } from '../../shared/design/numbers.ts'
import { showToast } from '../../shared/design/show-toast.ts'
import { useAction } from '../../shared/design/use-action.ts'
import { refreshAgents } from '../../shared/queries/agent-queries.ts'

interface AgentRowProps {
  readonly agent: AgentBody
  readonly writable: boolean
}

export function AgentRow({ agent, writable }: AgentRowProps) {
  const { id, name, instruction, model_id, skill_ids } = agent
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-48 flex-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Link
            to="/agents/$id"
            params={{ id }}
            data-list-row
            className="font-semibold tracking-tight [overflow-wrap:anywhere] hover:underline"
          >
            <MarkedText text={name} />
          </Link>
          <span className="text-xs text-ink-3">
            {skill_ids.length === 0 ? 'No skills' : plural(skill_ids.length, 'skill')}
          </span>
          {model_id !== null && (
            <span title="Its model" className="text-xs text-ink-3">
              {model_id}
            </span>
          )}
        </div>
        {instruction && (
          <p className="mt-0.5 line-clamp-2 text-ink-2 [overflow-wrap:anywhere]">
            <MarkedText text={instruction} />
          </p>
        )}
      </div>
      <Link
        to="/chat"
        search={{ agent: id }}
        aria-label={`Start a conversation with ${name}`}
        className={buttonClass('secondary', 'small')}
      >
        <MessagesSquare size={14} aria-hidden="true" /> Start a conversation
      </Link>
      {writable && <DeleteAgent agent={agent} />}
    </li>
  )
}

function DeleteAgent({ agent }: { readonly agent: AgentBody }) {
  const remove = useAction({
    mutationFn: () => api.agents.remove(agent.id),
    onSuccess: async () => {
      await refreshAgents()
      showToast(`${agent.name} is deleted`)
    },
  })
  return (
    <AskFirst
      title="Delete this agent?"
      description={`Conversations with “${agent.name}” can still be read, but not gone on with. Its skills stay in the library.`}
      confirm="Delete"
      onConfirm={() => remove.isPending || remove.mutate()}
    >
      <IconButton label={`Delete ${agent.name}`}>
        <Trash2 size={15} />
      </IconButton>
    </AskFirst>
  )
}
