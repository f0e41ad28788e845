import type { ConnectorBody } from '@repertoire/protocol'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { IconButton } from '../../shared/design/button.tsx'
import { Confirm } from '../../shared/design/dialog.tsx'
import { ActionMenu } from '../../shared/design/menu.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { useAction } from '../../shared/design/use-action.ts'
import { ConnectorDialog } from './connector-dialog.tsx'
import { refreshConnectors } from './connector-queries.ts'

/** What an owner can do with a connector that an owner added. */
export function ConnectorMenu({ connector }: { readonly connector: ConnectorBody }) {
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null)
  const { name, title } = connector
  const remove = useAction({
    mutationFn: () => api.connectors.remove(name),
    onSuccess: () => void showToast(`${title} was removed`),
    onSettled: refreshConnectors,
  })
  return (
    <>
      <ActionMenu
        trigger={
          <IconButton label={`More for ${title}`}>
            <Ellipsis size={16} />
          </IconButton>
        }
        actions={[
          { label: 'Edit…', icon: <Pencil size={14} />, onSelect: () => setOpen('edit') },
          {
            ...{ label: 'Remove…', icon: <Trash2 size={14} />, danger: true },
            onSelect: () => setOpen('remove'),
          },
        ]}
      />
      {open === 'edit' && <ConnectorDialog connector={connector} onClose={() => setOpen(null)} />}
      <Confirm
        open={open === 'remove'}
        title={`Remove ${title}?`}
        description="The values of its headers are deleted and cannot be brought back. Agents can no longer call its tools."
        confirm="Remove"
        onConfirm={() => remove.mutate()}
        onClose={() => setOpen(null)}
      />
    </>
  )
}
