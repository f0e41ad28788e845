import type { PinnedSkillBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { conversationSkillsQuery, queryClient } from '../../shared/api/queries.ts'
import { Button } from '../../shared/design/button.tsx'
import { formatCount } from '../../shared/design/numbers.ts'
import { showToast } from '../../shared/design/show-toast.ts'
import { useAction } from '../../shared/design/use-action.ts'
import { KeepFetched } from './keep-fetched.tsx'

interface SkillsInContextProps {
  readonly conversationId: string
  /** Only texts that were given as results, which the budget does not count. */
  readonly given?: boolean
  readonly title: string
}

/** The skills whose texts take room of every request, the largest first, each with a button that drops it. */
export function SkillsInContext({ conversationId, given = false, title }: SkillsInContextProps) {
  const { data } = useQuery(conversationSkillsQuery(conversationId))
  const shown = (data?.pinned ?? [])
    .filter(({ context_tokens: tokens }) => tokens > 0)
    .filter(({ delivery }) => !given || delivery === 'result')
    .sort((one, other) => other.context_tokens - one.context_tokens)
  if (shown.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-xs font-semibold">{title}</h3>
      <ul aria-label={title} className="flex flex-col gap-2">
        {shown.map((pinned) => (
          <Row key={pinned.id} conversationId={conversationId} pinned={pinned} />
        ))}
      </ul>
    </div>
  )
}

interface RowProps {
  readonly conversationId: string
  readonly pinned: PinnedSkillBody
}

function Row({ conversationId, pinned }: RowProps) {
  const { name, slug, from, context_tokens: tokens } = pinned
  const drop = useAction({
    mutationFn: () => api.conversations.deactivate(conversationId, slug),
    onSuccess: () =>
      showToast(`“${name}” is out of the conversation`, {
        description: from
          ? 'The agent has to fetch it again.'
          : 'The agent loads it again when it needs it.',
      }),
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: ['conversations', 'one', conversationId] }),
  })
  return (
    <li className="flex items-center gap-3 text-xs">
      <span className="min-w-0 flex-1 truncate" title={name}>
        {name}
      </span>
      {from && <KeepFetched conversationId={conversationId} pinned={pinned} />}
      <span className="shrink-0 tabular-nums">about {formatCount(tokens)} tokens</span>
      <Button
        size="small"
        disabled={drop.isPending}
        onClick={() => drop.mutate()}
        aria-label={`Drop ${name}`}
      >
        Drop
      </Button>
    </li>
  )
}
