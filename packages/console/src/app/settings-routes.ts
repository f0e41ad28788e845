import { createRoute, redirect } from '@tanstack/react-router'
import { pageOfAnchor } from '../features/settings/settings-pages.ts'
import { lazyPage } from '../shared/api/lazy-page.ts'
import { grantsSearch } from '../shared/api/search-params.ts'
import { isWide } from '../shared/browser/use-wide.ts'
import { app } from './app-route.ts'
import { pagesOf } from './pages-of.ts'

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
const grants = createRoute({
  getParentRoute: () => layout,
  path: '/grants',
  validateSearch: grantsSearch,
  component: lazyPage(() => import('../features/tools/grants-page.tsx'), 'GrantsPage'),
})

const page = pagesOf(() => layout)

/** The settings: their list, their sub-pages, and what is below those. */
export const settings = layout.addChildren([
  index,
  page(
    '/general',
    () => import('../features/settings/organisation-pages.tsx'),
    'GeneralSettingsPage',
  ),
  page('/models', () => import('../features/models/models-page.tsx'), 'ModelsPage'),
  page('/skills', () => import('../features/settings/organisation-pages.tsx'), 'SkillSettingsPage'),
  page(
    '/approvals',
    () => import('../features/settings/organisation-pages.tsx'),
    'ApprovalSettingsPage',
  ),
  page(
    '/routing',
    () => import('../features/settings/organisation-pages.tsx'),
    'RoutingSettingsPage',
  ),
  page(
    '/agent-tools',
    () => import('../features/settings/organisation-pages.tsx'),
    'AgentToolsPage',
  ),
  page('/sandbox', () => import('../features/settings/sub-pages.tsx'), 'SandboxPage'),
  page(
    '/connections',
    () => import('../features/connectors/connectors-page.tsx'),
    'ConnectorsPage',
  ),
  page('/members', () => import('../features/settings/sub-pages.tsx'), 'MembersPage'),
  page('/keys', () => import('../features/settings/sub-pages.tsx'), 'KeysPage'),
  page('/usage', () => import('../features/settings/sub-pages.tsx'), 'UsagePage'),
  page('/you', () => import('../features/settings/sub-pages.tsx'), 'YouPage'),
  page('/tools', () => import('../features/authored/authored-tools-page.tsx'), 'AuthoredToolsPage'),
  page(
    '/tools/$id',
    () => import('../features/authored/authored-tool-page.tsx'),
    'AuthoredToolPage',
  ),
  page('/tool-rules', () => import('../features/tools/tool-rules-page.tsx'), 'ToolRulesPage'),
  grants,
])
