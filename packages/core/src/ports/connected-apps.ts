import type { TenantId, Timestamp } from '../base/ids.ts'
import type { AppToken, ConnectedApp } from '../domain/connected-app.ts'

/** The apps of an organisation's people. One is removed by removing its key. */
export interface ConnectedAppStore {
  /** The oldest first, also those that have not fetched a token. */
  list(): Promise<readonly ConnectedApp[]>
  /** Adds one whose key exists, with its first code. Throws ProblemError `key.not-found`. */
  create(app: ConnectedApp, code: AppToken): Promise<void>
  /** Replaces a code or refresh token with new ones. False when it was used before, or is gone. */
  spend(
    hash: string,
    next: { readonly tokens: readonly AppToken[]; readonly now: Timestamp },
  ): Promise<boolean>
  /** False when there was none. */
  removeToken(hash: string): Promise<boolean>
}

/** The app of a token, and whose it is. */
export interface AppTokenHolder {
  readonly tenantId: TenantId
  readonly app: ConnectedApp
  readonly token: AppToken
  readonly isSpent: boolean
  /** By which the app's key is found. */
  readonly keyHash: string
}
