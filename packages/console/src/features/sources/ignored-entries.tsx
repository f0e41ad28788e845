import type { IgnoredEntryBody, SourceBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../shared/design/button.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { useAction } from '../../shared/design/use-action.ts'
import { ignoredQuery, refreshSources } from '../../shared/queries/source-queries.ts'
import { stopIgnoring } from '../../shared/queries/stop-ignoring.ts'
import { useMayWriteSkills } from '../../shared/session/use-me.ts'

/** What people ignore of a source; nothing where they ignore nothing. */
export function IgnoredEntries({ source }: { readonly source: SourceBody }) {
  const ignored = useQuery(ignoredQuery(source.id))
  const items = ignored.data?.items ?? []
  if (items.length === 0) return null
  return (
    <details className="border-t border-line px-4 py-2">
      <summary className="min-h-6 text-xs text-ink-2">Ignored ({items.length})</summary>
      <ul aria-label={`Ignored of ${source.name}`} className="divide-y divide-line">
        {items.map((item) => (
          <IgnoredEntry key={item.id} sourceId={source.id} item={item} />
        ))}
      </ul>
    </details>
  )
}

interface IgnoredEntryProps {
  readonly sourceId: string
  readonly item: IgnoredEntryBody
}

function IgnoredEntry({ sourceId, item }: IgnoredEntryProps) {
  const { name, path, digest, reason, by_name, at } = item
  const writes = useMayWriteSkills('org')
  const watch = useAction({
    mutationFn: () => stopIgnoring(sourceId, item),
    onSettled: refreshSources,
  })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 [overflow-wrap:anywhere]">
      <div className="min-w-48 flex-1">
        <p>
          <span className="font-medium">
            <MarkedText text={name} />
          </span>{' '}
          <span className="font-mono text-xs text-ink-3">
            <MarkedText text={digest === null ? path : `${path} @ ${digest.slice(7, 15)}`} />
          </span>
        </p>
        <p className="text-xs text-ink-2">
          {digest === null ? 'All versions' : 'This version'}, by{' '}
          <MarkedText text={by_name ?? 'a former member'} /> <Timestamp at={at} />
          {reason !== '' && (
            <>
              : “<MarkedText text={reason} />”
            </>
          )}
        </p>
      </div>
      {writes && (
        <Button disabled={watch.isPending} onClick={() => watch.mutate()}>
          Stop ignoring
        </Button>
      )}
    </li>
  )
}
