import type { AuthoredToolBody } from '@repertoire/protocol'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { pagedQuery, wholeQuery } from '../../shared/api/query-options.ts'

const everything = ['authored-tools'] as const

export interface AuthoredFilter {
  readonly everyone: boolean
  readonly deleted: boolean
}

export function authoredToolsQuery(filter: AuthoredFilter) {
  return pagedQuery([...everything, 'list', filter], (page) =>
    api.authoredTools.list({ ...filter, limit: 100, ...page }),
  )
}

export function authoredToolQuery(id: string) {
  return wholeQuery([...everything, 'one', id], () => api.authoredTools.get(id))
}

/** A version never changes. */
export function authoredVersionQuery(id: string, number: number) {
  return queryOptions({
    queryKey: [...everything, 'one', id, 'version', number],
    queryFn: () => api.authoredTools.version(id, number),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Puts an answer where the page reads it, and has the lists read again. */
export async function wasApplied(tool: AuthoredToolBody | null): Promise<void> {
  if (tool) {
    const { queryKey } = authoredToolQuery(tool.id)
    // An answer that is still on its way may be from before.
    await queryClient.cancelQueries({ queryKey, exact: true })
    queryClient.setQueryData(queryKey, tool)
  }
  await queryClient.invalidateQueries({ queryKey: [...everything, 'list'] })
}
