import type { ApiKeyId, LoginSessionId, Timestamp, UserId } from '../base/ids.ts'
import type { Permission } from './principal.ts'

/** What a person may let an app do, widest last. */
export const appScopes = ['skills:read', 'skills:run', 'skills:write'] as const
export type AppScope = (typeof appScopes)[number]

const scopePermissions: Readonly<Record<AppScope, readonly Permission[]>> = {
  'skills:read': ['skills.read', 'conversations.use'],
  'skills:run': ['skills.read', 'conversations.use'],
  'skills:write': ['skills.read', 'skills.write', 'conversations.use'],
}

/** The permissions of the key that carries these scopes. */
export function permissionsOfScopes(scopes: readonly AppScope[]): readonly Permission[] {
  return [...new Set(scopes.flatMap((scope) => scopePermissions[scope]))]
}

/** The known scopes of an OAuth `scope`, each once; all of them where it says nothing. Others count as not asked for. */
export function readAppScopes(scope: string | undefined): readonly AppScope[] {
  if (scope === undefined || scope.trim() === '') return appScopes
  const words = new Set(scope.split(' '))
  return appScopes.filter((one) => words.has(one))
}

/** An app that acts for a person by OAuth. What it may do is what its key may do, which ends with that key. */
export interface ConnectedApp {
  /** Of its key, whose secret nobody has. */
  readonly id: ApiKeyId
  readonly userId: UserId
  readonly clientId: string
  /** What the app calls itself. Untrusted text. */
  readonly name: string
  /** The host that describes the app; null where nobody vouches for its name. */
  readonly host: string | null
  readonly redirectUri: string
  readonly scopes: readonly AppScope[]
  /** The one address that its tokens count at. */
  readonly resource: string
  /** In which the person agreed; null when they used a key. */
  readonly sessionId: LoginSessionId | null
  readonly createdAt: Timestamp
  /** When it fetched its first token; null until then. */
  readonly connectedAt: Timestamp | null
}

/** A secret of an app, by its hash. A code and a refresh token count once. */
export interface AppToken {
  readonly hash: string
  readonly kind: 'code' | 'access' | 'refresh'
  /** Of a code: the challenge that only the app that asked can meet; otherwise empty. */
  readonly challenge: string
  readonly expiresAt: Timestamp
}
