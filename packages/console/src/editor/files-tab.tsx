import type { ManifestEntryBody } from '@repertoire/protocol'
import { Files } from 'lucide-react'
import { Badge } from '../design/badge.tsx'
import { formatBytes } from '../design/numbers.ts'
import { Empty } from '../design/states.tsx'

interface FilesTabProps {
  readonly skillId: string
  readonly files: readonly ManifestEntryBody[]
}

/** The files of the current revision, as they are kept. */
export function FilesTab({ skillId, files }: FilesTabProps) {
  if (files.length === 0) {
    return (
      <Empty icon={<Files size={20} />} title="No other files">
        This skill is its SKILL.md alone. Scripts and references come with a folder import.
      </Empty>
    )
  }
  return (
    <ul aria-label="Files" className="card mt-4 divide-y divide-line">
      {files.map((file) => (
        <li key={file.path} className="flex items-center gap-x-4 px-4 py-2">
          <a
            href={`/api/v1/skills/${encodeURIComponent(skillId)}/files?path=${encodeURIComponent(file.path)}`}
            target="_blank"
            rel="noopener noreferrer"
            className="min-w-0 flex-1 font-mono text-xs text-accent-ink underline underline-offset-2 [overflow-wrap:anywhere]"
          >
            {file.path}
          </a>
          {file.executable && <Badge>executable</Badge>}
          <span
            className="hidden font-mono text-2xs text-ink-3 sm:inline"
            title={`SHA-256 ${file.sha256}`}
          >
            {file.sha256.slice(0, 12)}
          </span>
          <span className="shrink-0 sm:w-20 text-right text-xs tabular-nums text-ink-3">
            {formatBytes(file.size)}
          </span>
        </li>
      ))}
    </ul>
  )
}
