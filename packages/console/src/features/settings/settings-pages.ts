/** The sub-pages of the settings, in the order of their list. The words find them in the palette, too. */
export const settingsPages = [
  {
    to: '/settings/general',
    label: 'General',
    words: 'Text for every agent, search of the registry',
    needs: null,
  },
  {
    to: '/settings/models',
    label: 'Models',
    words: 'Providers, keys, the default model, prices',
    needs: 'settings.write',
  },
  {
    to: '/settings/skills',
    label: 'Skills and budget',
    words: 'Prompt budget, skills made by agents, updates, tests, scanner, curator',
    needs: null,
  },
  {
    to: '/settings/approvals',
    label: 'Approvals',
    words:
      'Who has to agree, how long they have, digest of the inbox by webhook, rules for tools, grants',
    needs: null,
  },
  {
    to: '/settings/routing',
    label: 'Routing',
    words: 'The catalogue of each turn, score table, synonyms',
    needs: null,
  },
  {
    to: '/settings/agent-tools',
    label: 'Agents’ tools',
    words: 'Presets, groups of tools, web pages, outbound requests',
    needs: null,
  },
  {
    to: '/settings/sandbox',
    label: 'Sandbox',
    words: 'What runs scripts and commands',
    needs: 'conversations.use',
  },
  {
    to: '/settings/connections',
    label: 'Connectors',
    words: 'MCP servers, connections',
    needs: 'conversations.use',
  },
  {
    to: '/settings/members',
    label: 'Members',
    words: 'People, roles, invitations, service accounts',
    needs: 'members.write',
  },
  {
    to: '/settings/keys',
    label: 'Keys and sessions',
    words: 'API keys, connected apps, passkeys, browsers',
    needs: null,
  },
  { to: '/settings/usage', label: 'Usage', words: 'Quotas and limits', needs: null },
  {
    to: '/settings/you',
    label: 'You',
    words: 'Theme, shortcuts, what agents remember, signing out',
    needs: null,
  },
] as const

export type SettingsPlace = (typeof settingsPages)[number]['to']

/** Pages of their own below a sub-page, whose entry of the list stays marked. */
const below: Readonly<Record<string, SettingsPlace>> = {
  '/settings/tools': '/settings/agent-tools',
  '/settings/tool-rules': '/settings/approvals',
  '/settings/grants': '/settings/approvals',
}

/** The sub-page that an address belongs to. */
export function settingsPlaceOf(pathname: string): SettingsPlace | null {
  const [, settings, name] = pathname.split('/')
  const address = `/${settings}/${name}`
  return settingsPages.find(({ to }) => to === address)?.to ?? below[address] ?? null
}

/** Where a part is now that was addressed by its anchor on the one page of before. */
export function pageOfAnchor(anchor: string): SettingsPlace {
  if (anchor === 'remembered') return '/settings/you'
  return anchor === 'account' ? '/settings/keys' : '/settings/general'
}
