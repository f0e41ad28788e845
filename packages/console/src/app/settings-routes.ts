import { createRoute, redirect } from '@tanstack/react-router'
import { pageOfAnchor } from '../features/settings/settings-pages.ts'
import { lazyPage } from '../shared/api/lazy-page.ts'
import { grantsSearch } from '../shared/api/search-params.ts'
import { isWide } from '../shared/browser/use-wide.ts'
import { app } from './app-route.ts'

const layout = createRoute({
  getParentRoute: () => app,
  path: '/settings',
  component: lazyPage(() => import('../features/settings/settings-layout.tsx'), 'SettingsLayout'),
})
const index = createRoute({
  getParentRoute: () => layout,
  path: '/',
  // Beside the list something is always open; an anchor is of the one page that settings were.
  beforeLoad: ({ location: { hash } }) => {
    if (isWide() || hash !== '') throw redirect({ to: pageOfAnchor(hash), replace: true })
  },
  component: lazyPage(() => import('../features/settings/settings-layout.tsx'), 'SettingsIndex'),
})
const general = createRoute({
  getParentRoute: () => layout,
  path: '/general',
  component: lazyPage(
    () => import('../features/settings/organisation-pages.tsx'),
    'GeneralSettingsPage',
  ),
})
const models = createRoute({
  getParentRoute: () => layout,
  path: '/models',
  component: lazyPage(() => import('../features/models/models-page.tsx'), 'ModelsPage'),
})
const skills = createRoute({
  getParentRoute: () => layout,
  path: '/skills',
  component: lazyPage(
    () => import('../features/settings/organisation-pages.tsx'),
    'SkillSettingsPage',
  ),
})
const approvals = createRoute({
  getParentRoute: () => layout,
  path: '/approvals',
  component: lazyPage(
    () => import('../features/settings/organisation-pages.tsx'),
    'ApprovalSettingsPage',
  ),
})
const routing = createRoute({
  getParentRoute: () => layout,
  path: '/routing',
  component: lazyPage(
    () => import('../features/settings/organisation-pages.tsx'),
    'RoutingSettingsPage',
  ),
})
const agentTools = createRoute({
  getParentRoute: () => layout,
  path: '/agent-tools',
  component: lazyPage(
    () => import('../features/settings/organisation-pages.tsx'),
    'AgentToolsPage',
  ),
})
const sandbox = createRoute({
  getParentRoute: () => layout,
  path: '/sandbox',
  component: lazyPage(() => import('../features/settings/sub-pages.tsx'), 'SandboxPage'),
})
const connections = createRoute({
  getParentRoute: () => layout,
  path: '/connections',
  component: lazyPage(() => import('../features/connectors/connectors-page.tsx'), 'ConnectorsPage'),
})
const members = createRoute({
  getParentRoute: () => layout,
  path: '/members',
  component: lazyPage(() => import('../features/settings/sub-pages.tsx'), 'MembersPage'),
})
const keys = createRoute({
  getParentRoute: () => layout,
  path: '/keys',
  component: lazyPage(() => import('../features/settings/sub-pages.tsx'), 'KeysPage'),
})
const usage = createRoute({
  getParentRoute: () => layout,
  path: '/usage',
  component: lazyPage(() => import('../features/settings/sub-pages.tsx'), 'UsagePage'),
})
const you = createRoute({
  getParentRoute: () => layout,
  path: '/you',
  component: lazyPage(() => import('../features/settings/sub-pages.tsx'), 'YouPage'),
})
const authoredTools = createRoute({
  getParentRoute: () => layout,
  path: '/tools',
  component: lazyPage(
    () => import('../features/authored/authored-tools-page.tsx'),
    'AuthoredToolsPage',
  ),
})
const authoredTool = createRoute({
  getParentRoute: () => layout,
  path: '/tools/$id',
  component: lazyPage(
    () => import('../features/authored/authored-tool-page.tsx'),
    'AuthoredToolPage',
  ),
})
const toolRules = createRoute({
  getParentRoute: () => layout,
  path: '/tool-rules',
  component: lazyPage(() => import('../features/tools/tool-rules-page.tsx'), 'ToolRulesPage'),
})
const grants = createRoute({
  getParentRoute: () => layout,
  path: '/grants',
  validateSearch: grantsSearch,
  component: lazyPage(() => import('../features/tools/grants-page.tsx'), 'GrantsPage'),
})

/** The settings: their list, their sub-pages, and what is below those. */
export const settings = layout.addChildren([
  index,
  general,
  models,
  skills,
  approvals,
  routing,
  agentTools,
  sandbox,
  connections,
  members,
  keys,
  usage,
  you,
  authoredTools,
  authoredTool,
  toolRules,
  grants,
])
