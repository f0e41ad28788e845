import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { sourcesQuery } from '../../shared/queries/source-queries.ts'

interface SourceFilterProps {
  readonly sourceId: string
  readonly onClear: () => void
}

/** Says that the list has the skills of one source alone, and takes that away. */
export function SourceFilter({ sourceId, onClear }: SourceFilterProps) {
  const { data } = useQuery(sourcesQuery)
  const source = data?.items.find(({ id }) => id === sourceId)
  return (
    <p className="mb-3 flex flex-wrap items-center gap-2 text-xs text-ink-2">
      <span className="[overflow-wrap:anywhere]">
        Only skills from <MarkedText text={source?.name ?? sourceId} />
      </span>
      <button
        type="button"
        onClick={onClear}
        className="inline-flex min-h-6 items-center gap-1 underline underline-offset-2 hover:text-ink"
      >
        <X size={11} aria-hidden="true" /> Show all
      </button>
    </p>
  )
}
