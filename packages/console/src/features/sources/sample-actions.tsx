import type { SourceBody } from '@repertoire/protocol'
import { RotateCcw, Trash2 } from 'lucide-react'
import { api } from '../../shared/api/api.ts'
import { Button } from '../../shared/design/button.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { useAction } from '../../shared/design/use-action.ts'
import { refreshSources } from '../../shared/queries/source-queries.ts'

/** Removes all samples, or brings them back. */
export function SampleActions({ source: { id, enabled } }: { readonly source: SourceBody }) {
  const change = useAction({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: refreshSources,
  })
  const restore = async () => {
    await api.sources.restore(id)
    showToast('The samples are back')
  }
  const remove = async () => {
    await api.sources.remove(id)
    showToast('The samples were removed', {
      description: 'Those that somebody edited stay.',
      action: { label: 'Undo', onClick: () => change.mutate(restore) },
    })
  }
  return (
    <Button
      size="small"
      disabled={change.isPending}
      onClick={() => change.mutate(enabled ? remove : restore)}
    >
      {enabled ? (
        <Trash2 size={13} aria-hidden="true" />
      ) : (
        <RotateCcw size={13} aria-hidden="true" />
      )}{' '}
      {enabled ? 'Remove samples' : 'Restore samples'}
    </Button>
  )
}
