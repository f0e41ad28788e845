import type { CatalogItemBody, SourceBody } from '@repertoire/protocol'
import { useState } from 'react'
import { Button } from '../../shared/design/button.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { formatCount, plural } from '../../shared/design/numbers.ts'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { CatalogRow } from './catalog-row.tsx'

interface CatalogListProps {
  readonly items: readonly CatalogItemBody[]
  readonly sources: readonly SourceBody[]
}

const step = 100

/** Together by the source that has them, with when it was read. */
export function CatalogList({ items, sources }: CatalogListProps) {
  const [count, setCount] = useState(step)
  const groups = bySource(items.slice(0, count))
  return (
    <>
      {[...groups].map(([id, group]) => (
        <section key={id} className="mb-6">
          <header className="mb-2 flex flex-wrap items-baseline gap-x-2">
            <h2 className="text-sm text-ink-2 [overflow-wrap:anywhere]">
              <MarkedText text={group[0]?.source_name ?? ''} />
            </h2>
            <ReadAt source={sources.find((one) => one.id === id)} />
          </header>
          <ul
            aria-label={group[0]?.source_name}
            className="card divide-y divide-line overflow-hidden"
          >
            {group.map((item) => (
              <CatalogRow key={item.path} item={item} />
            ))}
          </ul>
        </section>
      ))}
      {items.length > count && (
        <div className="flex justify-center py-4">
          <Button onClick={() => setCount(count + step)}>
            Show {formatCount(Math.min(step, items.length - count))} more of{' '}
            {plural(items.length, 'skill')}
          </Button>
        </div>
      )}
    </>
  )
}

function bySource(items: readonly CatalogItemBody[]): ReadonlyMap<string, CatalogItemBody[]> {
  const groups = new Map<string, CatalogItemBody[]>()
  for (const item of items) {
    const group = groups.get(item.catalog_source_id)
    if (group) group.push(item)
    else groups.set(item.catalog_source_id, [item])
  }
  return groups
}

function ReadAt({ source }: { readonly source: SourceBody | undefined }) {
  if (!source) return null
  const { last_sync_status: status, last_sync_at: at, progress } = source
  return (
    <p className="text-xs text-ink-3 tabular-nums">
      {status === 'running' &&
        (progress && progress.total > 0
          ? `reading ${formatCount(progress.done)} of ${formatCount(progress.total)}`
          : 'being read now')}
      {status !== 'running' && at && (
        <>
          last read <Timestamp at={at} />
        </>
      )}
    </p>
  )
}
