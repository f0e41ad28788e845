import type { CatalogBody, CatalogItemBody, SourceBody } from '@repertoire/protocol'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../shared/api/api.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { sourcesQuery } from '../../shared/queries/source-queries.ts'

/** Everything that the enabled sources offer; below the key of the sources, so what changes them reads it again. */
export const catalogQuery = queryOptions({
  queryKey: ['sources', 'catalog'],
  queryFn: browseAll,
})

/** The filters and counts of the page are those of all skills, so it follows the pages. */
async function browseAll(): Promise<CatalogBody> {
  const items: CatalogItemBody[] = []
  let cursor: string | undefined
  for (;;) {
    const page = await api.sources.browse({ cursor, limit: 200 })
    items.push(...page.items)
    if (page.next_cursor === null) return { ...page, items }
    cursor = page.next_cursor
  }
}

/** Reads the catalogue again whenever a source was read, whoever asked for it. */
export function useFollowedSources(): readonly SourceBody[] {
  const { data } = useQuery(sourcesQuery)
  const read = data?.items.map(({ last_sync_at: at }) => at).join()
  const before = useRef(read)
  useEffect(() => {
    if (before.current !== undefined && before.current !== read)
      void queryClient.invalidateQueries({ queryKey: catalogQuery.queryKey })
    before.current = read
  }, [read])
  return data?.items ?? []
}

/** Shows at once that something was installed. */
export function markInstalled(
  { catalog_source_id: source, path }: CatalogItemBody,
  skillId: string,
): void {
  const installed = { installed: true, skill_id: skillId, arrival_id: null }
  queryClient.setQueryData<CatalogBody>(catalogQuery.queryKey, (before) =>
    before === undefined
      ? before
      : {
          ...before,
          items: before.items.map((item) =>
            item.catalog_source_id === source && item.path === path
              ? { ...item, ...installed, update_available: false }
              : item,
          ),
        },
  )
}
