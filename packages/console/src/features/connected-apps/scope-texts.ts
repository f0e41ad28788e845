import type { ConnectedAppBody } from '@repertoire/protocol'

/** What each scope lets an app do, for a person who decides. */
export const scopeTexts: Readonly<Record<ConnectedAppBody['scopes'][number], string>> = {
  'skills:read': 'Find and read your skills, and enable them for its conversations',
  'skills:run': 'Run scripts of skills on this server, under the same approvals',
  'skills:write': 'Propose skills and changes of skills in your name',
}
