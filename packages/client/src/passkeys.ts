import { Resource } from './resource.ts'

/** Passkeys of oneself; for pages, because a browser makes and uses them. */
export class PasskeysResource extends Resource {
  readonly list = this.call('get', '/api/v1/passkeys')
  readonly prepare = this.call('post', '/api/v1/passkeys/challenge')
  readonly create = this.call('post', '/api/v1/passkeys')
  readonly remove = this.call('delete', '/api/v1/passkeys/{id}')
  readonly startLogin = this.call('post', '/api/v1/session/passkey/challenge')
  readonly login = this.call('post', '/api/v1/session/passkey')
}
