import type { AppRequest, ConnectedAppBody } from '@repertoire/protocol'

/** The request in an address; null for an address that asks for nothing. */
export function readAppRequest(search: string): AppRequest | null {
  const fields = Object.fromEntries(new URLSearchParams(search))
  const { client_id } = fields
  if (!client_id) return null
  const rest = [
    ...['response_type', 'redirect_uri', 'scope', 'state', 'code_challenge'],
    ...['code_challenge_method', 'resource'],
  ].flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]]))
  return { client_id, ...Object.fromEntries(rest) }
}

/** What each scope lets an app do, for a person who decides. */
export const scopeTexts: Readonly<Record<ConnectedAppBody['scopes'][number], string>> = {
  'skills:read': 'Find and read your skills, and enable them for its conversations',
  'skills:run': 'Run scripts of skills on this server, under the same approvals',
  'skills:write': 'Propose skills and changes of skills in your name',
}
