import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { lazyPage } from '../shared/api/lazy-page.ts'
import { queryClient, skillQuery, skillsQuery, tagsQuery } from '../shared/api/queries.ts'
import {
  auditSearch,
  authorizeSearch,
  browseSearch,
  chatSearch,
  compareSearch,
  deviceSearch,
  editorSearch,
  inboxSearch,
  loginSearch,
  overviewSearch,
  plainSearch,
  registrySearch,
  reviewsSearch,
  routingSearch,
  skillsSearch,
  tracesSearch,
  triggersSearch,
} from '../shared/api/search-params.ts'
import { Loading } from '../shared/design/states.tsx'
import { app, requireMe, root } from './app-route.ts'
import { navigationFor } from './navigation.ts'
import { NotFound } from './not-found.tsx'
import { PageFailed } from './page-failed.tsx'
import { pagesOf } from './pages-of.ts'
import { settings } from './settings-routes.ts'

/** Nothing is drawn yet: what the page shows may come into its first frame, if it comes at once. */
function beforeFirstFrame(answer: Promise<unknown>): Promise<unknown> | undefined {
  if (router.state.resolvedLocation) return
  return Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 100))])
}

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: loginSearch,
  component: lazyPage(() => import('../features/login/login-page.tsx'), 'LoginPage'),
})

const home = createRoute({
  getParentRoute: () => app,
  path: '/',
  beforeLoad: async ({ location }) => {
    const [first] = navigationFor(await requireMe(location.href))
    throw redirect({ to: first?.to ?? '/settings' })
  },
})
const skills = createRoute({
  getParentRoute: () => app,
  path: '/skills',
  validateSearch: skillsSearch,
  loaderDeps: ({ search: { peek: _, ...filters } }) => filters,
  // The tags stand above the list, which would move under a click when they came after it.
  loader: ({ deps }) =>
    beforeFirstFrame(
      Promise.all([
        queryClient.prefetchQuery(tagsQuery),
        queryClient.prefetchInfiniteQuery(skillsQuery(deps)),
      ]),
    ),
  component: lazyPage(() => import('../features/skills/skills-page.tsx'), 'SkillsPage'),
})
const skill = createRoute({
  getParentRoute: () => app,
  path: '/skills/$id',
  validateSearch: editorSearch,
  loader: ({ params }) => beforeFirstFrame(queryClient.prefetchQuery(skillQuery(params.id))),
  component: lazyPage(() => import('../features/editor/skill-page.tsx'), 'SkillPage'),
})
const compare = createRoute({
  getParentRoute: () => app,
  path: '/skills/compare',
  validateSearch: compareSearch,
  component: lazyPage(() => import('../features/editor/compare/compare-page.tsx'), 'ComparePage'),
})
const chat = createRoute({
  getParentRoute: () => app,
  path: '/chat',
  validateSearch: chatSearch,
  component: lazyPage(() => import('../features/chat/new-chat-page.tsx'), 'NewChatPage'),
})
const inbox = createRoute({
  getParentRoute: () => app,
  path: '/inbox',
  validateSearch: inboxSearch,
  component: lazyPage(() => import('../features/inbox/inbox-page.tsx'), 'InboxPage'),
})
const browse = createRoute({
  getParentRoute: () => app,
  path: '/sources/browse',
  validateSearch: browseSearch,
  component: lazyPage(() => import('../features/browse/browse-page.tsx'), 'BrowsePage'),
})
const registry = createRoute({
  getParentRoute: () => app,
  path: '/sources/registry',
  validateSearch: registrySearch,
  component: lazyPage(() => import('../features/browse/registry-page.tsx'), 'RegistryPage'),
})
const reviews = createRoute({
  getParentRoute: () => app,
  path: '/reviews',
  validateSearch: reviewsSearch,
  component: lazyPage(() => import('../features/revisions/revisions-page.tsx'), 'RevisionsPage'),
})
const routing = createRoute({
  getParentRoute: () => app,
  path: '/routing',
  validateSearch: routingSearch,
  component: lazyPage(() => import('../features/routing/routing-page.tsx'), 'RoutingPage'),
})
const allTriggers = createRoute({
  getParentRoute: () => app,
  path: '/triggers/everybody',
  validateSearch: triggersSearch,
  component: lazyPage(
    () => import('../features/triggers/all-triggers-page.tsx'),
    'AllTriggersPage',
  ),
})
/** Addresses of the previous release. */
const renamed = [
  ['/signals', '/triggers'],
  ['/arrivals', '/reviews'],
  ['/proposals', '/reviews'],
] as const
const oldPages = renamed.flatMap(([before, now]) =>
  [before, `${before}/$`].map((path) =>
    createRoute({
      getParentRoute: () => app,
      path,
      validateSearch: (search: Record<string, unknown>) => search,
      beforeLoad: ({ location }) => {
        throw redirect({ href: location.href.replace(before, now), replace: true })
      },
    }),
  ),
)
const traces = createRoute({
  getParentRoute: () => app,
  path: '/traces',
  validateSearch: tracesSearch,
  component: lazyPage(() => import('../features/traces/traces-page.tsx'), 'TracesPage'),
})
const device = createRoute({
  getParentRoute: () => app,
  path: '/device',
  validateSearch: deviceSearch,
  component: lazyPage(() => import('../features/login/device-page.tsx'), 'DevicePage'),
})
const authorize = createRoute({
  getParentRoute: () => app,
  path: '/authorize',
  validateSearch: authorizeSearch,
  component: lazyPage(
    () => import('../features/connected-apps/authorize-page.tsx'),
    'AuthorizePage',
  ),
})
const overview = createRoute({
  getParentRoute: () => app,
  path: '/overview',
  validateSearch: overviewSearch,
  component: lazyPage(() => import('../features/overview/overview-page.tsx'), 'OverviewPage'),
})
const audit = createRoute({
  getParentRoute: () => app,
  path: '/audit',
  validateSearch: auditSearch,
  component: lazyPage(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
})

/** Within the frame for whoever is signed in. */
const elsewhere = createRoute({ getParentRoute: () => app, path: '$', component: NotFound })

const page = pagesOf(() => app)
const pages = [
  home,
  skills,
  page('/skills/new', () => import('../features/editor/new-skill-page.tsx'), 'NewSkillPage'),
  page('/skills/import', () => import('../features/import/import-page.tsx'), 'ImportPage'),
  page('/skills/deleted', () => import('../features/deleted/deleted-page.tsx'), 'DeletedPage'),
  compare,
  skill,
  chat,
  page(
    '/chat/deleted',
    () => import('../features/chat/deleted-conversations-page.tsx'),
    'DeletedConversationsPage',
  ),
  page('/chat/$id', () => import('../features/chat/conversation-page.tsx'), 'ConversationPage'),
  page('/agents', () => import('../features/agents/agents-page.tsx'), 'AgentsPage'),
  page('/agents/new', () => import('../features/agents/agent-pages.tsx'), 'NewAgentPage'),
  page('/agents/$id', () => import('../features/agents/agent-pages.tsx'), 'AgentPage'),
  inbox,
  page('/approvals', () => import('../features/approvals/approvals-page.tsx'), 'ApprovalsPage'),
  page(
    '/integrations',
    () => import('../features/integrations/integrations-page.tsx'),
    'IntegrationsPage',
  ),
  page('/sources', () => import('../features/sources/sources-page.tsx'), 'SourcesPage'),
  browse,
  registry,
  reviews,
  page('/reviews/$id', () => import('../features/revisions/revision-page.tsx'), 'RevisionPage'),
  routing,
  page('/triggers', () => import('../features/triggers/triggers-page.tsx'), 'TriggersPage'),
  allTriggers,
  page('/triggers/new', () => import('../features/triggers/trigger-pages.tsx'), 'NewTriggerPage'),
  page('/triggers/$id', () => import('../features/triggers/trigger-pages.tsx'), 'TriggerPage'),
  ...oldPages,
  overview,
  traces,
  device,
  authorize,
  page('/help/glossary', () => import('../features/help/glossary-page.tsx'), 'GlossaryPage'),
  page('/connect', () => import('../features/connect/connect-page.tsx'), 'ConnectPage'),
  settings,
  page('/runs', () => import('../features/traces/executions-page.tsx'), 'ExecutionsPage'),
  audit,
  elsewhere,
]

/**
 * The pages and their typed addresses. Search parameters are plain text in the address bar; what a page does not
 * know is taken out before it sees it.
 */
export const router = createRouter({
  routeTree: root.addChildren([login, app.addChildren(pages)]),
  defaultPreload: 'intent',
  scrollRestoration: true,
  scrollToTopSelectors: ['#main'],
  defaultPendingComponent: () => <Loading label="Loading the page" />,
  defaultErrorComponent: PageFailed,
  defaultNotFoundComponent: NotFound,
  ...plainSearch,
  search: { strict: true },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
