import { Resource } from './resource.ts'

/** Where the digest of what waits in the inbox is sent. For owners. */
export class InboxNotificationResource extends Resource {
  readonly get = this.call('get', '/api/v1/inbox/notification')

  /** A secret that is made now is in the answer, and never shown again. */
  readonly set = this.call('post', '/api/v1/inbox/notification')

  /** Rejected as `notification.not-found` where none is sent. */
  readonly remove = this.call('delete', '/api/v1/inbox/notification')

  /** Sends how much waits now. A refusal of whoever receives it is an answer, not an error. */
  readonly test = this.call('post', '/api/v1/inbox/notification/test')
}
