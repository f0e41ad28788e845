import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from './button.tsx'
import { Confirm } from './dialog.tsx'
import { ActionMenu } from './menu.tsx'
import type { ActionMenuProps } from './open-menu.tsx'

interface EditRemoveMenuProps {
  readonly name: string
  /** The dialog that changes it. */
  readonly edit: (onClose: () => void) => ReactNode
  /** What can be done beside it. */
  readonly actions?: ActionMenuProps['actions']
  /** What is lost with it. */
  readonly loss: string
  readonly onRemove: () => void
}

/** The menu of a row: change the thing, or remove it after a question. */
export function EditRemoveMenu({ name, edit, actions = [], loss, onRemove }: EditRemoveMenuProps) {
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <ActionMenu
        trigger={
          <IconButton label={`More for ${name}`}>
            <Ellipsis size={16} />
          </IconButton>
        }
        actions={[
          { label: 'Edit…', icon: <Pencil size={14} />, onSelect: () => setOpen('edit') },
          ...actions,
          {
            ...{ label: 'Remove…', icon: <Trash2 size={14} />, danger: true },
            onSelect: () => setOpen('remove'),
          },
        ]}
      />
      {open === 'edit' && edit(close)}
      <Confirm
        open={open === 'remove'}
        title={`Remove ${name}?`}
        description={loss}
        confirm="Remove"
        onConfirm={onRemove}
        onClose={close}
      />
    </>
  )
}
