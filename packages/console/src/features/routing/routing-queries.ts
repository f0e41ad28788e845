import type { RoutingQuestion } from '@repertoire/protocol'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'

/** What routing settings can name. */
export const routingOptionsQuery = queryOptions({
  queryKey: ['routing', 'options'],
  queryFn: () => api.routing.options(),
  staleTime: 300_000,
})

/** Why skills are offered for a message. Asked anew each time it is opened: skills change. */
export function explainQuery(question: RoutingQuestion) {
  return queryOptions({
    queryKey: ['routing', 'explain', question],
    queryFn: () => api.routing.explain(question),
    staleTime: 0,
  })
}

/** Skills whose slug, name or text fits what is typed. */
export function skillOffersQuery(typed: string) {
  return queryOptions({
    queryKey: ['skills', 'offers', typed],
    queryFn: ({ signal }) => api.skills.list({ q: typed, archived: false, limit: 20 }, signal),
  })
}
