import type { SkillBody } from '@repertoire/protocol'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { pagedQuery, wholeQuery } from '../../shared/api/query-options.ts'
import { refreshInbox } from '../../shared/queries/inbox-queries.ts'

export type ReviewFilters = Pick<
  NonNullable<Parameters<typeof api.reviews.list>[0]>,
  'state' | 'kind' | 'verdict' | 'source_id'
>

export function reviewsQuery(filters: ReviewFilters) {
  return infiniteQueryOptions({
    ...pagedQuery(['reviews', 'list', filters], (page) =>
      api.reviews.list({ ...filters, limit: 100, ...page }),
    ),
    placeholderData: (previous) => previous,
  })
}

export function revisionQuery(id: string) {
  return queryOptions({
    queryKey: ['reviews', 'one', id],
    queryFn: () => api.reviews.get(id),
    // The skill that it changes may have another head than a moment ago: each look is a new one.
    staleTime: 0,
  })
}

/** What agents and members propose and waits for somebody. */
export const pendingProposalsQuery = queryOptions({
  queryKey: ['reviews', 'proposed'],
  queryFn: async () => {
    const kinds = ['proposal', 'offer'] as const
    const pages = kinds.map((kind) => api.reviews.list({ state: 'held', kind, limit: 100 }))
    return (await Promise.all(pages)).flatMap(({ items }) => items)
  },
  refetchInterval: 15_000,
})

/** What this person offered and their agents proposed, the newest first. */
export const ownProposalsQuery = queryOptions({
  queryKey: ['reviews', 'mine'],
  queryFn: () => api.reviews.list({ mine: 'true', limit: 100 }),
  refetchInterval: 60_000,
})

/** What this person offered, the newest first: of a personal skill, or what became this skill of the organisation. */
export function ownOffersQuery({ id, scope }: Pick<SkillBody, 'id' | 'scope'>) {
  return queryOptions({
    queryKey: ['reviews', 'mine', id, scope],
    queryFn: () =>
      api.reviews.list({
        ...{ kind: 'offer', mine: 'true', limit: 50 },
        ...(scope === 'user' ? { offered_skill_id: id } : { skill_id: id }),
      }),
    refetchInterval: ({ state }) =>
      state.data?.items.some((one) => one.state === 'held') ? 15_000 : false,
  })
}

/** One file, by the digest it is of; never fetched twice. */
export function revisionFileQuery(id: string, path: string) {
  return queryOptions({
    queryKey: ['reviews', 'file', id, path],
    queryFn: () => api.reviews.file(id, path),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Of one content; not run again while somebody looks through the entries. */
export function importTriggerTestsQuery({ id, digest }: { id: string; digest: string }) {
  return queryOptions({
    queryKey: ['reviews', 'trigger-tests', id, digest],
    queryFn: () => api.reviews.triggerTests(id),
    staleTime: 60_000,
  })
}

/** What is known of a skill's current content. */
export function trustQuery(skillId: string) {
  return wholeQuery(['skills', 'one', skillId, 'trust'], () => api.reviews.trustOf(skillId))
}

/** After a decision: the arrivals, and the library that they became part of. */
export async function refreshReviews(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['reviews'] }),
    queryClient.invalidateQueries({ queryKey: ['sources'] }),
    queryClient.invalidateQueries({ queryKey: ['skills'] }),
    refreshInbox(),
  ])
}
