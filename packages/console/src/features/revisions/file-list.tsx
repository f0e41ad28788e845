import type { PendingRevisionBody } from '@repertoire/protocol'
import { Badge, type BadgeVariant } from '../../shared/design/badge.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { formatBytes } from '../../shared/design/numbers.ts'

type File = PendingRevisionBody['files'][number]

const changes: Record<
  File['change'],
  { readonly text: string; readonly tone: BadgeVariant } | null
> = {
  added: { text: 'new', tone: 'good' },
  changed: { text: 'changed', tone: 'accent' },
  removed: { text: 'removed', tone: 'bad' },
  same: null,
}

interface FileListProps {
  readonly files: readonly File[]
  readonly chosen: string | null
  readonly onChoose: (path: string) => void
}

/** Every file beside SKILL.md, and what the arrival does to it. */
export function FileList({ files, chosen, onChoose }: FileListProps) {
  return (
    <ul aria-label="Files" className="card max-h-[65vh] divide-y divide-line overflow-auto">
      {files.map((file) => {
        const change = changes[file.change]
        return (
          <li key={file.path}>
            <button
              type="button"
              aria-pressed={chosen === file.path}
              onClick={() => onChoose(file.path)}
              className="flex w-full flex-wrap items-center gap-x-2 gap-y-1 px-3 py-2 text-left text-xs hover:bg-hover aria-pressed:bg-accent-soft"
            >
              <span className="min-w-0 flex-1 font-mono [overflow-wrap:anywhere]">
                <MarkedText text={file.path} />
              </span>
              {file.executable && <Badge tone="warn">runs</Badge>}
              {change && <Badge tone={change.tone}>{change.text}</Badge>}
              <span className="text-xs text-ink-3">{formatBytes(file.size)}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
