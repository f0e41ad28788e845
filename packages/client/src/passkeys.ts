import type {
  Me,
  PasskeyBody,
  PasskeyCreate,
  PasskeyList,
  PasskeyLogin,
  PasskeyOptions,
} from '@repertoire/protocol'
import { segment, type Transport } from './transport.ts'

/** Passkeys of oneself; for pages, because a browser makes and uses them. */
export class PasskeysResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  list(): Promise<PasskeyList> {
    return this.#transport.json('/api/v1/passkeys')
  }

  prepare(): Promise<PasskeyOptions> {
    return this.#transport.json('/api/v1/passkeys/challenge', { method: 'POST' })
  }

  create(passkey: PasskeyCreate): Promise<PasskeyBody> {
    return this.#transport.json('/api/v1/passkeys', { method: 'POST', body: passkey })
  }

  remove(id: string): Promise<void> {
    return this.#transport.json(`/api/v1/passkeys/${segment(id)}`, { method: 'DELETE' })
  }

  startLogin(): Promise<PasskeyOptions> {
    return this.#transport.json('/api/v1/session/passkey/challenge', { method: 'POST' })
  }

  login(answer: PasskeyLogin): Promise<Me> {
    return this.#transport.json('/api/v1/session/passkey', { method: 'POST', body: answer })
  }
}
