import type { SourceBody, SourceItemBody } from '@repertoire/protocol'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Badge } from '../../shared/design/badge.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { PagedList } from '../../shared/design/paged-list.tsx'
import { sourceItemsQuery } from '../../shared/queries/source-queries.ts'

/** What a source has, read when somebody opens it. */
export function SourceItems({ source }: { readonly source: SourceBody }) {
  const [open, setOpen] = useState(false)
  return (
    <details
      className="border-t border-line px-4 py-2"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="min-h-6 text-xs text-ink-2">What it has</summary>
      {open && <Items source={source} />}
    </details>
  )
}

function Items({ source }: { readonly source: SourceBody }) {
  const items = useInfiniteQuery(sourceItemsQuery(source.id))
  return (
    <PagedList
      list={items}
      what="Skills of the source"
      whenEmpty={<p className="py-2 text-xs text-ink-3">No skill was found in it.</p>}
    >
      {(found) => (
        <ul aria-label={`Skills of ${source.name}`} className="divide-y divide-line">
          {found.map((item) => (
            <Item key={item.path} item={item} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

function Item({ item }: { readonly item: SourceItemBody }) {
  const { path, name, state, skill_id: id, slug, problem, edited_here } = item
  return (
    <li className="py-2 [overflow-wrap:anywhere]">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {id ? (
          <Link
            to="/skills/$id"
            params={{ id }}
            className="inline-block min-h-6 font-medium underline underline-offset-2"
          >
            <MarkedText text={slug ?? name} />
          </Link>
        ) : (
          <span className="font-medium">
            <MarkedText text={name} />
          </span>
        )}
        <span className="font-mono text-xs text-ink-3">
          <MarkedText text={path} />
        </span>
        {state === 'missing' && <Badge tone="warn">Gone from the source</Badge>}
        {state === 'failed' && <Badge tone="bad">Not readable</Badge>}
        {edited_here && <Badge tone="accent">Edited here</Badge>}
      </p>
      {problem && (
        <p className="text-xs text-bad-ink">
          <MarkedText text={`${problem.message} ${problem.hint ?? ''}`} />
        </p>
      )}
    </li>
  )
}
