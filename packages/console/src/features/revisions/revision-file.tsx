import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { formatBytes } from '../../shared/design/numbers.ts'
import { Loading, QueryPlaceholder } from '../../shared/design/states.tsx'
import { CodeText } from '../../shared/reading/code-text.tsx'
import { DiffView } from '../../shared/reading/diff-view.tsx'
import { revisionFileQuery } from './revision-queries.ts'

interface ArrivalFileProps {
  readonly id: string
  readonly path: string
  /** The path with what would not be seen spelled out. */
  readonly label: string
}

/** One file as it came, beside the one here. */
export function RevisionFile({ id, path, label }: ArrivalFileProps) {
  const file = useQuery(revisionFileQuery(id, path))
  if (!file.isSuccess) return <QueryPlaceholder for={file} what="The file" />
  const { text, base_text: before, size } = file.data
  if (text === null && before === null) {
    return (
      <p className="text-xs text-ink-2">
        This file is not text, or too large to show
        {size !== null && ` (${formatBytes(size)})`}. Its bytes are those of the digest.
      </p>
    )
  }
  if (before !== null)
    return <DiffView label={label} path={path} before={before} after={text ?? ''} />
  return (
    <div className="card max-h-[65vh] overflow-auto">
      <Suspense fallback={<Loading label="Loading the text" />}>
        <CodeText path={path} text={text ?? ''} />
      </Suspense>
    </div>
  )
}
