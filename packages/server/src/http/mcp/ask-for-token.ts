import type { AppScope } from '@repertoire/core/domain'
import type { Context } from 'hono'
import type { HttpEnvironment } from '../base/environment.ts'
import { problemResponse } from '../base/middleware/problem.ts'
import { resourceMetadataOf } from '../oauth/oauth-addresses.ts'
import { presetNamed, scopesOfPreset, toolScopes } from './mcp-presets.ts'

/** A 401 that says where a client gets a token, and for what. */
export function askForToken(response: Response, c: Context<HttpEnvironment>): Response {
  const preset = presetNamed(c.req.query('preset') ?? null)
  const scopes = preset ? scopesOfPreset(preset) : (['skills:read'] as const)
  const error = c.req.header('authorization') === undefined ? [] : ['error="invalid_token"']
  response.headers.set('www-authenticate', challenge(c, scopes, error))
  return response
}

/**
 * The 403 for a call that the person did not allow, so that the client can ask for more. It goes by the header, which the
 * protocol of 2026-07-28 has; for others, as behind it, the tool is not there.
 */
export function askForScope(
  c: Context<HttpEnvironment>,
  scopes: readonly AppScope[],
): Response | undefined {
  const needed = toolScopes.get(c.req.header('mcp-name') ?? '')
  if (needed === undefined || scopes.includes(needed)) return undefined
  const response = problemResponse(c, {
    code: 'auth.scope-missing',
    kind: 'forbidden',
    message: `The person who connected this app did not allow ${needed}.`,
    hint: 'Ask them again for it.',
    details: { scope: needed },
  })
  const error = ['error="insufficient_scope"']
  response.headers.set('www-authenticate', challenge(c, [...scopes, needed], error))
  return response
}

function challenge(
  c: Context<HttpEnvironment>,
  scopes: readonly AppScope[],
  error: readonly string[],
): string {
  const parts = [
    'Bearer realm="repertoire"',
    ...error,
    `resource_metadata="${resourceMetadataOf(c.get('external'))}"`,
    `scope="${scopes.join(' ')}"`,
  ]
  return parts.join(', ')
}
