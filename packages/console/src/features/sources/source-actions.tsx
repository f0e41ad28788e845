import { Power, RefreshCw } from 'lucide-react'
import { api } from '../../shared/api/api.ts'
import { Button } from '../../shared/design/button.tsx'
import { EditRemoveMenu } from '../../shared/design/edit-remove-menu.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { useAction } from '../../shared/design/use-action.ts'
import { refreshSources } from '../../shared/queries/source-queries.ts'
import { SourceDialog } from './source-dialog.tsx'
import type { AddedSource } from './source-draft.ts'

/** Sync or stop, and the rest in a menu. */
export function SourceActions({ source }: { readonly source: AddedSource }) {
  const { id, name, enabled } = source
  const running = source.last_sync_status === 'running'
  const change = useAction({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: refreshSources,
  })
  const act = (what: () => Promise<unknown>) => change.mutate(what)
  const remove = async () => {
    await api.sources.remove(id)
    showToast(`${name} was removed`, { description: 'The skills that came of it stay.' })
  }
  return (
    <div className="flex items-center gap-2">
      {running ? (
        <Button
          size="small"
          disabled={change.isPending}
          aria-label={`Stop the sync of ${name}`}
          onClick={() => act(() => api.sources.cancel(id))}
        >
          Stop
        </Button>
      ) : (
        <Button
          size="small"
          disabled={change.isPending || !enabled}
          aria-label={`Sync ${name}`}
          onClick={() => act(() => api.sources.sync(id))}
        >
          <RefreshCw size={13} aria-hidden="true" /> Sync
        </Button>
      )}
      <EditRemoveMenu
        name={name}
        edit={(onClose) => <SourceDialog source={source} onClose={onClose} />}
        actions={[
          {
            label: 'Read everything again',
            icon: <RefreshCw size={14} />,
            onSelect: () => act(() => api.sources.sync(id, { force: true })),
          },
          {
            label: enabled ? 'Disable' : 'Enable',
            icon: <Power size={14} />,
            onSelect: () => act(() => api.sources.update(id, { enabled: !enabled })),
          },
        ]}
        loss="Its skills stay as they are and get no more updates. What waits for a review goes with it."
        onRemove={() => act(remove)}
      />
    </div>
  )
}
