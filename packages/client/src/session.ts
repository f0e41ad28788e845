import type { Login, Me } from '@repertoire/protocol'
import type { Transport } from './transport.ts'

/** A browser's login. */
export class SessionResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  login(login: Login): Promise<Me> {
    return this.#transport.json('/api/v1/session', { method: 'POST', body: login })
  }

  logout(): Promise<void> {
    return this.#transport.json('/api/v1/session', { method: 'DELETE' })
  }

  me(): Promise<Me> {
    return this.#transport.json('/api/v1/me')
  }
}
