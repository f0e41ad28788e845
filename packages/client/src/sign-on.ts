import type { SignOnIdentities, SignOnProviders } from '@repertoire/protocol'
import { segment, type Transport } from './transport.ts'

/** Login at identity providers, and people it keeps out. */
export class SignOnResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  providers(): Promise<SignOnProviders> {
    return this.#transport.json('/api/v1/sign-on')
  }

  /** People who were removed here and are refused. */
  removed(): Promise<SignOnIdentities> {
    return this.#transport.json('/api/v1/sign-on/removed')
  }

  /** Lets a removed person sign in again, as a new member. */
  readmit(id: string): Promise<void> {
    return this.#transport.json(`/api/v1/sign-on/removed/${segment(id)}`, { method: 'DELETE' })
  }
}
