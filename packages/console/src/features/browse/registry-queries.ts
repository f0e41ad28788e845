import type { RegistryListing, RegistryLists } from '@repertoire/protocol'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'

const shownAtOnce = 50

/** A registry's entry, with the registry that has it. */
export interface ListedSkill extends RegistryListing {
  readonly registry: RegistryLists['registry']
}

/** What a registry finds, or what is trending there while nothing is searched; below the key of the sources. */
export function registryQuery({
  q,
  sourceId,
}: {
  readonly q: string
  readonly sourceId: string | undefined
}) {
  const options = { limit: shownAtOnce, ...(sourceId !== undefined && { source_id: sourceId }) }
  return queryOptions({
    queryKey: ['sources', 'registry', 'list', q, sourceId ?? ''],
    queryFn: () =>
      q === '' ? api.sources.trendingInRegistry(options) : api.sources.searchRegistry(q, options),
    retry: false,
    staleTime: 60_000,
  })
}

/** What the package of an entry asks for, fetched and scanned without being kept. */
export function registryPackageQuery({ id, registry }: Pick<ListedSkill, 'id' | 'registry'>) {
  return queryOptions({
    queryKey: ['sources', 'registry', 'package', registry.source_id, id],
    queryFn: () =>
      api.sources.registrySkill(id, { source_id: registry.source_id, package: 'true' }),
    retry: false,
    staleTime: 60_000,
  })
}
