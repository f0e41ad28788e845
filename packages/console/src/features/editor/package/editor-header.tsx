import type { ManifestEntryBody } from '@repertoire/protocol'
import { Download } from 'lucide-react'
import { Badge } from '../../../shared/design/badge.tsx'
import { Button, buttonClass } from '../../../shared/design/button.tsx'
import { formatBytes } from '../../../shared/design/numbers.ts'
import { type FileAddress, fileHref } from '../../../shared/queries/skill-file-query.ts'
import { isScriptFile, RunScript } from '../files/run-script.tsx'

export type SideView = 'fields' | 'preview' | 'try'

const labels: Readonly<Record<SideView, string>> = {
  fields: 'Fields',
  preview: 'Preview',
  try: 'Try it',
}

interface EditorHeaderProps {
  readonly address: FileAddress
  readonly edited: boolean
  /** This person may run its scripts. */
  readonly runs: boolean
  readonly sides: readonly SideView[]
  readonly side: SideView | null
  readonly onSide: (side: SideView | null) => void
}

/** What the file is, and what can be seen beside its text. */
export function EditorHeader({ address, edited, runs, sides, side, onSide }: EditorHeaderProps) {
  const { entry } = address
  return (
    <header className="flex flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-line px-3 py-1.5 text-xs">
      <span className="min-w-0 flex-1 basis-32 font-mono [overflow-wrap:anywhere]">
        {entry.path}
      </span>
      {edited && <Badge tone="warn">Unsaved</Badge>}
      <span className="tabular-nums text-ink-3" title={`SHA-256 ${entry.sha256}`}>
        {typeOf(entry)}
        {formatBytes(entry.size)}
      </span>
      {runs && isScriptFile(entry) && <RunScript skillId={address.skillId} path={entry.path} />}
      <a
        href={fileHref(address)}
        download
        title={`Download ${entry.path}`}
        className={buttonClass('quiet', 'small')}
      >
        <Download size={14} aria-hidden="true" />
        <span className="sr-only">Download {entry.path}</span>
      </a>
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

/** `PDF · `, after the ending of its name. */
function typeOf({ path }: ManifestEntryBody): string {
  const ending = /\.([a-z0-9]{1,8})$/i.exec(path)?.[1]
  return ending ? `${ending.toUpperCase()} · ` : ''
}
