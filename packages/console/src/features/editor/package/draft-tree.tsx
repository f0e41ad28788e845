import { FilePlus2 } from 'lucide-react'
import { IconButton } from '../../../shared/design/button.tsx'
import { buildTree } from '../files/file-tree.ts'
import { TreeView } from '../files/tree-view.tsx'
import type { DraftFile } from './draft-files.ts'
import type { FileActions } from './use-file-actions.ts'

interface DraftTreeProps {
  readonly files: readonly DraftFile[]
  /** Path of the file that is open. */
  readonly shown: string
  readonly onOpen: (path: string) => void
  /** Null where this person cannot change files. */
  readonly actions: FileActions | null
}

/** The files of a skill as the next save leaves them. Deleted ones are struck through until then. */
export function DraftTree({ files, shown, onOpen, actions }: DraftTreeProps) {
  const pathsOf = (some: readonly DraftFile[]) => new Set(some.map(({ entry }) => entry.path))
  function onFileKey(key: 'F2' | 'Delete', path: string): void {
    const file = files.find(({ entry }) => entry.path === path)
    if (!file || file.deleted || path === 'SKILL.md') return
    if (key === 'F2') actions?.rename(file)
    else actions?.remove(file)
  }
  return (
    <div className="card max-h-48 shrink-0 overflow-y-auto lg:max-h-none lg:w-[220px]">
      {actions && (
        <div className="flex items-center justify-between border-b border-line py-0.5 pl-3 pr-1">
          <span className="text-xs text-ink-3">Files</span>
          <IconButton label="New file" onClick={actions.add}>
            <FilePlus2 size={15} />
          </IconButton>
        </div>
      )}
      <TreeView
        nodes={buildTree(files.map(({ entry }) => entry))}
        shown={shown}
        onOpen={onOpen}
        edited={pathsOf(files.filter(({ changed }) => changed))}
        deleted={pathsOf(files.filter(({ deleted }) => deleted))}
        onFileKey={actions ? onFileKey : undefined}
      />
    </div>
  )
}
