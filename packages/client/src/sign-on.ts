import { Resource } from './resource.ts'

/** Login at identity providers, and people it keeps out. */
export class SignOnResource extends Resource {
  readonly providers = this.call('get', '/api/v1/sign-on')

  /** People who were removed here and are refused. */
  readonly removed = this.call('get', '/api/v1/sign-on/removed')

  /** Lets a removed person sign in again, as a new member. */
  readonly readmit = this.call('delete', '/api/v1/sign-on/removed/{id}')
}
