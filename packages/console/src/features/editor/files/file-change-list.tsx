import type { ManifestEntryBody } from '@repertoire/protocol'
import { Link } from '@tanstack/react-router'
import { Badge, type BadgeVariant } from '../../../shared/design/badge.tsx'
import { MarkedText } from '../../../shared/design/marked-text.tsx'
import { plural } from '../../../shared/design/numbers.ts'
import { type FileChange, fileChanges } from './file-changes.ts'

const tones: Record<FileChange['kind'], BadgeVariant> = {
  added: 'good',
  removed: 'bad',
  changed: 'accent',
  'made executable': 'warn',
  'no longer executable': 'neutral',
}

const maxShown = 200

interface RevisionFiles {
  readonly skillId: string
  readonly number: number
  readonly files: readonly ManifestEntryBody[]
}

interface FileChangeListProps {
  readonly from: RevisionFiles
  readonly to: RevisionFiles
}

/** The files beside SKILL.md that are not the same in two revisions, of one skill or of two. */
export function FileChangeList({ from, to }: FileChangeListProps) {
  const changes = fileChanges(from.files, to.files)
  if (changes.length === 0) return null
  return (
    <section aria-label="Changed files" className="mt-4">
      <h3 className="mb-1.5 text-xs font-medium text-ink-2">
        {plural(changes.length, 'other file')} not the same
      </h3>
      <ul className="card max-h-64 divide-y divide-line overflow-y-auto">
        {changes.slice(0, maxShown).map(({ path, kind }) => (
          <li key={path} className="flex min-h-8 items-center gap-3 px-3 py-1">
            <FileLink path={path} of={kind === 'removed' ? from : to} />
            <Badge tone={tones[kind]}>{kind}</Badge>
          </li>
        ))}
      </ul>
      {changes.length > maxShown && (
        <p className="mt-1 text-xs text-ink-3">and {changes.length - maxShown} more</p>
      )}
    </section>
  )
}

function FileLink({ path, of }: { readonly path: string; readonly of: RevisionFiles }) {
  return (
    <Link
      to="/skills/$id"
      params={{ id: of.skillId }}
      search={{ tab: 'files', file: path, revision: of.number }}
      className="min-w-0 flex-1 font-mono text-xs [overflow-wrap:anywhere] hover:underline"
    >
      <MarkedText text={path} />
    </Link>
  )
}
