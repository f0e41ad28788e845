import type { Login, LoginLinkBody, Me, SessionList } from '@repertoire/protocol'
import { segment, type Transport } from './transport.ts'

/** A browser's login. */
export class SessionResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  login(login: Login): Promise<Me> {
    return this.#transport.json('/api/v1/session', { method: 'POST', body: login })
  }

  /** A one-time link that logs a browser in as the holder of the key. */
  link(): Promise<LoginLinkBody> {
    return this.#transport.json('/api/v1/session/link', { method: 'POST' })
  }

  logout(): Promise<void> {
    return this.#transport.json('/api/v1/session', { method: 'DELETE' })
  }

  me(): Promise<Me> {
    return this.#transport.json('/api/v1/me')
  }
  /** The sessions of oneself, or of a member. */
  list(userId?: string): Promise<SessionList> {
    return this.#transport.json('/api/v1/sessions', { query: { user_id: userId } })
  }

  end(id: string): Promise<void> {
    return this.#transport.json(`/api/v1/sessions/${segment(id)}`, { method: 'DELETE' })
  }

  /** All but the one that asks, unless that is included. */
  endAll(which: { userId?: string; includeCurrent?: boolean } = {}): Promise<{ ended: number }> {
    const query = { user_id: which.userId, include_current: which.includeCurrent }
    return this.#transport.json('/api/v1/sessions', { method: 'DELETE', query })
  }
}
