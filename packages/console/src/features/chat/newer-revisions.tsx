import type { PinnedSkillBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { conversationSkillsQuery, queryClient } from '../../shared/api/queries.ts'
import { Button } from '../../shared/design/button.tsx'
import { plural } from '../../shared/design/numbers.ts'
import { showToast } from '../../shared/design/show-toast.ts'
import { useAction } from '../../shared/design/use-action.ts'

/** The skills of a conversation, compared with the library of now. */
export function usePinned(conversationId: string): readonly PinnedSkillBody[] {
  const { data } = useQuery(conversationSkillsQuery(conversationId))
  return data?.pinned ?? []
}

/** Those that have gone on since the conversation took them up, and are still to be had. */
export function driftOf(pinned: readonly PinnedSkillBody[]): readonly PinnedSkillBody[] {
  return pinned.filter(({ newer_revisions: newer, withdrawn }) => newer > 0 && withdrawn === null)
}

/** `2 newer revisions`. */
export function newerRevisionLabel({ newer_revisions: newer }: PinnedSkillBody): string {
  return `${newer} newer ${newer === 1 ? 'revision' : 'revisions'}`
}

/** Beside the budget: that there is something newer than what the agent goes by. */
export function DriftChip({ drift }: { readonly drift: readonly PinnedSkillBody[] }) {
  const [only] = drift
  if (!only) return null
  const words =
    drift.length === 1 ? newerRevisionLabel(only) : `${plural(drift.length, 'skill')} changed`
  const title = drift.map((pinned) => `${pinned.name}: ${newerRevisionLabel(pinned)}`).join('\n')
  return (
    <span
      title={title}
      className="whitespace-nowrap rounded-full border border-accent/25 bg-accent-soft px-2 text-xs leading-5 text-accent-ink"
    >
      {words}
    </span>
  )
}

interface UpgradeProps {
  readonly conversationId: string
  readonly pinned: PinnedSkillBody
}

/** What is newer of one skill, and the newest by a click where its text stands in the prompt. */
export function Upgrade({ conversationId, pinned }: UpgradeProps) {
  const upgrade = useAction({
    mutationFn: () => api.conversations.upgrade(conversationId, pinned.slug),
    onSuccess: () => showToast(`The agent goes by the newest “${pinned.name}” now`),
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: ['conversations', 'one', conversationId] }),
  })
  return (
    <p className="mt-1 flex flex-wrap items-center gap-2 text-xs text-accent-ink">
      Revision {pinned.revision}, {pinned.newer_revisions} newer
      {pinned.delivery === 'system' && (
        <Button
          size="small"
          disabled={upgrade.isPending}
          aria-label={`Upgrade ${pinned.name} to its newest revision`}
          onClick={() => upgrade.mutate()}
        >
          Upgrade
        </Button>
      )}
    </p>
  )
}

/** Skills whose text the agent read in some turn: it reads the newest when it uses them again. */
export function ReadEarlier({ drift }: { readonly drift: readonly PinnedSkillBody[] }) {
  const read = drift.filter(({ delivery }) => delivery === 'result')
  if (read.length === 0) return null
  return (
    <div className="mt-4 border-t border-line pt-3">
      <h3 className="text-xs font-semibold">Read earlier, changed since</h3>
      <ul className="mt-1 flex flex-col gap-1 text-xs text-ink-2">
        {read.map((pinned) => (
          <li key={pinned.id}>
            {pinned.name}: revision {pinned.revision}, {newerRevisionLabel(pinned)}
          </li>
        ))}
      </ul>
      <p className="mt-1 text-xs text-ink-3">
        Ask the agent to use one again: it reads the newest then.
      </p>
    </div>
  )
}
