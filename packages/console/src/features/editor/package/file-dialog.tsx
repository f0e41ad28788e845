import type { DraftFile } from './draft-files.ts'
import { PathDialog } from './path-dialog.tsx'
import type { FileActions } from './use-file-actions.ts'

interface FileDialogProps {
  readonly actions: FileActions
  readonly files: readonly DraftFile[]
}

/** Asks for the path of a new file, or for another path of one. */
export function FileDialog({ actions, files }: FileDialogProps) {
  const { naming, name } = actions
  if (naming === null) return null
  const isNew = naming === 'new'
  return (
    <PathDialog
      title={isNew ? 'New file' : 'Rename or move the file'}
      confirm={isNew ? 'Add file' : 'Rename'}
      path={isNew ? '' : naming.entry.path}
      others={isNew ? files : files.filter(({ entry }) => entry.path !== naming.entry.path)}
      onPath={name}
      onClose={() => name(null)}
    />
  )
}
