import type { ManifestEntryBody, SkillBody } from '@repertoire/protocol'
import { Download, MoreHorizontal, Pencil, Trash2, Undo2 } from 'lucide-react'
import { Badge } from '../../../shared/design/badge.tsx'
import { Button, buttonClass, IconButton } from '../../../shared/design/button.tsx'
import { classNames } from '../../../shared/design/class-names.ts'
import { ActionMenu } from '../../../shared/design/menu.tsx'
import { formatBytes } from '../../../shared/design/numbers.ts'
import { fileHref } from '../../../shared/queries/skill-file-query.ts'
import { isScriptFile, RunScript } from '../files/run-script.tsx'
import type { DraftFile } from './draft-files.ts'
import type { FileActions } from './use-file-actions.ts'

export type SideView = 'fields' | 'preview' | 'try'

const labels: Readonly<Record<SideView, string>> = {
  fields: 'Fields',
  preview: 'Preview',
  try: 'Try it',
}

interface EditorHeaderProps {
  readonly skill: SkillBody
  readonly file: DraftFile
  /** Null where this person cannot rename and delete files. */
  readonly actions: FileActions | null
  /** This person may run its scripts. */
  readonly runs: boolean
  readonly sides: readonly SideView[]
  readonly side: SideView | null
  readonly onSide: (side: SideView | null) => void
}

/** What the file is, and what can be seen beside its text. */
export function EditorHeader(props: EditorHeaderProps) {
  const { skill, file, actions, runs, sides, side, onSide } = props
  const { entry, saved } = file
  return (
    <header className="flex flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-line px-3 py-1.5 text-xs">
      <span
        className={classNames(
          'min-w-0 flex-1 basis-32 font-mono [overflow-wrap:anywhere]',
          file.deleted && 'line-through',
        )}
      >
        {entry.path}
      </span>
      {file.deleted && <Badge tone="bad">Deleted with the next save</Badge>}
      {file.changed && !file.deleted && <Badge tone="warn">Unsaved</Badge>}
      <span className="tabular-nums text-ink-3" title={saved ? `SHA-256 ${saved.sha256}` : ''}>
        {typeOf(entry)}
        {formatBytes(entry.size)}
      </span>
      {runs && saved && isScriptFile(saved) && <RunScript skillId={skill.id} path={saved.path} />}
      {saved && (
        <a
          href={fileHref({ skillId: skill.id, digest: skill.digest, entry: saved })}
          download
          title={`Download ${saved.path}`}
          className={buttonClass('quiet', 'small')}
        >
          <Download size={14} aria-hidden="true" />
          <span className="sr-only">Download {saved.path}</span>
        </a>
      )}
      {actions && <FileMenu file={file} actions={actions} />}
      <fieldset className="flex gap-1">
        <legend className="sr-only">Beside the text</legend>
        {sides.map((one) => (
          <Button
            key={one}
            size="small"
            variant="quiet"
            aria-pressed={side === one}
            onClick={() => onSide(side === one ? null : one)}
            className="aria-pressed:bg-hover aria-pressed:text-ink"
          >
            {labels[one]}
          </Button>
        ))}
      </fieldset>
    </header>
  )
}

/** What can be done to a file other than SKILL.md. */
function FileMenu({ file, actions }: { readonly file: DraftFile; readonly actions: FileActions }) {
  const { path } = file.entry
  if (path === 'SKILL.md') return null
  if (file.deleted) {
    return (
      <Button size="small" onClick={() => actions.undelete(file)}>
        <Undo2 size={14} aria-hidden="true" /> Undo
        <span className="sr-only"> deleting {path}</span>
      </Button>
    )
  }
  return (
    <ActionMenu
      trigger={
        <IconButton label={`More about ${path}`}>
          <MoreHorizontal size={15} />
        </IconButton>
      }
      actions={[
        {
          label: 'Rename or move…',
          icon: <Pencil size={14} aria-hidden="true" />,
          onSelect: () => actions.rename(file),
        },
        {
          label: 'Delete',
          icon: <Trash2 size={14} aria-hidden="true" />,
          danger: true,
          onSelect: () => actions.remove(file),
        },
      ]}
    />
  )
}

/** `PDF · `, after the ending of its name. */
function typeOf({ path }: ManifestEntryBody): string {
  const ending = /\.([a-z0-9]{1,8})$/i.exec(path)?.[1]
  return ending ? `${ending.toUpperCase()} · ` : ''
}
