import { Link } from '@tanstack/react-router'
import { shortcutTable } from '../shared/browser/shortcuts.ts'
import { Modal } from '../shared/design/dialog.tsx'
import { Key } from '../shared/design/keys.tsx'

interface ShortcutsDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

export function ShortcutsDialog({ open, onClose }: ShortcutsDialogProps) {
  return (
    <Modal open={open} onClose={onClose} title="Keyboard shortcuts">
      <dl className="divide-y divide-line">
        {shortcutTable.map(({ keys, does }) => (
          <div key={does} className="flex items-center justify-between gap-4 py-1.5">
            <dt>{does}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-xs text-ink-3">
        Single-key shortcuts can be switched off in Settings. What the words mean is in the{' '}
        <Link to="/help/glossary" onClick={onClose} className="underline hover:text-ink">
          glossary
        </Link>
        .
      </p>
    </Modal>
  )
}
