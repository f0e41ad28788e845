import type { SkillSummary } from '@repertoire/protocol'
import {
  infiniteQueryOptions,
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { holdDrafts } from '../browser/drafts.ts'
import { api } from './api.ts'
import { isFinal, isSignedOut } from './problem.ts'
import { pagedQuery, wholeQuery } from './query-options.ts'
import { onReachableAgain } from './reachability.ts'

// Before the next event of the page: the second press of a double press finds the button disabled.
notifyManager.setScheduler(queueMicrotask)

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: signInAgain }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, { meta }) => {
      if (meta?.signsIn !== true) signInAgain(error)
    },
  }),
  defaultOptions: {
    // What the browser says of its network is not waited for: the server may be on this very machine.
    queries: {
      staleTime: 10_000,
      networkMode: 'always',
      retry: (count, error) => !isFinal(error) && count < 2,
    },
    mutations: { networkMode: 'always' },
  },
})
onReachableAgain(() => void queryClient.invalidateQueries())

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => api.session.me(),
  staleTime: 60_000,
})

/** Identity providers that the login page offers. */
export const signOnQuery = queryOptions({
  queryKey: ['sign-on'],
  queryFn: () => api.signOn.providers(),
  staleTime: 60_000,
})

export const settingsQuery = wholeQuery(['settings'], () => api.settings.get())

/** The filters of the skill list as they stand in the URL. */
export interface SkillFilters {
  readonly q?: string
  readonly scope?: 'org' | 'user'
  /** Comma-separated. */
  readonly tags?: string
  readonly enabled?: 'true' | 'false'
  /** Only the archive; without it, all that is not in it. */
  readonly archived?: 'true'
  readonly provenance?: SkillSummary['provenance'] | 'agent'
  readonly source_id?: string
  /** More than the whole budget of a conversation. */
  readonly over_budget?: 'true'
  /** Never. */
  readonly used?: 'false'
  readonly scripts?: 'true'
  readonly findings?: 'true'
  readonly changed?: 'week'
  /** By slug without it. */
  readonly sort?: 'cost' | 'used' | 'changed'
  readonly order?: 'desc'
}

/** What the server is asked for a list with these filters; the archive only where it is asked for. */
export function skillListRequest({ changed, ...filters }: SkillFilters) {
  const archived: 'true' | 'false' = filters.archived ?? 'false'
  return { ...filters, archived, limit: 200, ...(changed && { changed_days: 7 }) }
}

/** What is in sight and a scroll further: the first rows wait for no more of them. */
const firstPage = 80

export function skillsQuery(filters: SkillFilters) {
  return infiniteQueryOptions({
    ...pagedQuery(['skills', 'list', filters], (page) =>
      api.skills.list({
        ...skillListRequest(filters),
        ...(page.cursor ? page : { limit: firstPage }),
      }),
    ),
    placeholderData: (previous) => previous,
  })
}

export const deletedQuery = pagedQuery(['skills', 'deleted'], (page) =>
  api.skills.deleted({ limit: 50, ...page }),
)

export const tagsQuery = wholeQuery(['skills', 'tags'], () => api.skills.tags())

export function skillQuery(id: string) {
  return wholeQuery(['skills', 'one', id], () => api.skills.get(id))
}

export function revisionsQuery(id: string) {
  return wholeQuery(['skills', 'one', id, 'revisions'], () => api.skills.revisions(id))
}

/** One immutable revision with its text; never fetched twice. */
export function revisionQuery(id: string, number: number) {
  return queryOptions({
    queryKey: ['skills', 'revision', id, number],
    queryFn: () => api.skills.revision(id, number),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The recorded system prompt of a model call; never fetched twice. */
export function promptQuery(conversationId: string, digest: string) {
  return queryOptions({
    queryKey: ['prompt', conversationId, digest],
    queryFn: () => api.conversations.prompt(conversationId, digest),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export const pendingApprovalsQuery = queryOptions({
  queryKey: ['approvals', 'pending'],
  queryFn: () => api.approvals.list({ status: 'pending', limit: 100 }),
  refetchInterval: 10_000,
})

/** The person's conversations; `title` is a part of their titles. */
export function conversationsQuery(title = '') {
  return pagedQuery(['conversations', 'list', title], (page) =>
    api.conversations.list({ limit: 50, ...page, ...(title && { title }) }),
  )
}

/** The person's own that can be restored, the last deleted first. */
export const deletedConversationsQuery = pagedQuery(['conversations', 'deleted'], (page) =>
  api.conversations.deleted({ limit: 50, ...page }),
)

/** Which revisions the conversation goes by; read again whenever its skills change. */
export function conversationSkillsQuery(id: string) {
  return queryOptions({
    queryKey: ['conversations', 'one', id, 'skills'],
    queryFn: () => api.conversations.skills(id),
    // What became of a skill in the library is no event of the conversation.
    refetchOnWindowFocus: 'always',
    refetchOnMount: 'always',
  })
}

export function conversationQuery(id: string) {
  return queryOptions({
    queryKey: ['conversations', 'one', id],
    queryFn: () => api.conversations.get(id),
    // A limit that somebody else has changed is no event of it.
    refetchOnWindowFocus: 'always',
  })
}

/** A session that ended while the page was open: its drafts wait, one signs in, then comes back to where one was. */
function signInAgain(error: unknown): void {
  if (!isSignedOut(error)) return
  holdDrafts()
  if (location.pathname === '/login') return
  const next = encodeURIComponent(location.pathname + location.search)
  location.assign(`/login?problem=session.ended&next=${next}`)
}
