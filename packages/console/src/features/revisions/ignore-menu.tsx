import type { IgnoredEntryBody, PendingRevisionBody } from '@repertoire/protocol'
import { useNavigate } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { api } from '../../shared/api/api.ts'
import { Button } from '../../shared/design/button.tsx'
import { ActionMenu } from '../../shared/design/menu.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { useAction } from '../../shared/design/use-action.ts'
import { stopIgnoring } from '../../shared/queries/stop-ignoring.ts'
import { useAfterDecision } from '../../shared/reading/decision-place.tsx'
import { refreshReviews } from './revision-queries.ts'
import { undoMs } from './use-decide-revision.ts'

interface IgnoreMenuProps {
  readonly arrival: PendingRevisionBody
  /** Why, as the person wrote it. */
  readonly note: string
}

/** Keeps a version, or a skill, of a source out of the inbox without a judgement of its content. */
export function IgnoreMenu({ arrival, note }: IgnoreMenuProps) {
  const { source_id: sourceId, path, digest, name } = arrival
  const navigate = useNavigate()
  const toList = useAfterDecision(() => navigate({ to: '/reviews' }))
  const undo = useAction({
    mutationFn: (ignored: IgnoredEntryBody) => stopIgnoring(sourceId ?? '', ignored),
    onSettled: refreshReviews,
  })
  const ignore = useAction({
    mutationFn: (version: string | null) =>
      api.sources.ignore(sourceId ?? '', { path, digest: version, reason: note }),
    onSuccess: async (made) => {
      const what =
        made.digest === null ? `${name} is ignored` : `This version of ${name} is ignored`
      showToast(what, {
        duration: undoMs,
        action: { label: 'Undo', onClick: () => undo.mutate(made) },
      })
      await toList()
    },
    onSettled: refreshReviews,
  })
  if (sourceId === null) return null
  return (
    <ActionMenu
      trigger={
        <Button disabled={ignore.isPending}>
          Ignore <ChevronDown size={14} aria-hidden="true" />
        </Button>
      }
      actions={[
        { label: 'Ignore this version', onSelect: () => ignore.mutate(digest) },
        { label: 'Ignore this skill', onSelect: () => ignore.mutate(null) },
      ]}
    />
  )
}
