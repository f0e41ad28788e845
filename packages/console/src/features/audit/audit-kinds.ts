/** What an entry is about, by the word with which its action begins. */
export const auditKinds = {
  skill: 'Skills',
  approval: 'Approvals',
  arrival: 'Pending imports',
  source: 'Sources',
  session: 'Sign-ins',
  key: 'API keys',
  access: 'Refused access',
  member: 'Members',
  settings: 'Settings',
  agent: 'Agents',
  'authored-tool': 'Tools by agents',
  grant: 'Tool grants',
  signal: 'Triggers',
  script: 'Scripts',
  audit: 'This log',
} as const
