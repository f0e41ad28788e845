import { Resource } from './resource.ts'

/** Everything that waits for a person's decision. */
export class InboxResource extends Resource {
  /** One page, and how many there are of which kind. */
  readonly list = this.call('get', '/api/v1/inbox')

  /** Every import and update that matches, for `arrivals.decide`. */
  readonly keys = this.call('get', '/api/v1/inbox/keys')
}
