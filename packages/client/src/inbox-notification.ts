import type {
  InboxNotificationChange,
  InboxNotificationSet,
  InboxNotificationState,
  InboxNotificationTest,
} from '@repertoire/protocol'
import type { Transport } from './transport.ts'

const path = '/api/v1/inbox/notification'

/** Where the digest of what waits in the inbox is sent. For owners. */
export class InboxNotificationResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  get(): Promise<InboxNotificationState> {
    return this.#transport.json(path)
  }

  /** A secret that is made now is in the answer, and never shown again. */
  set(body: InboxNotificationChange): Promise<InboxNotificationSet> {
    return this.#transport.json(path, { method: 'POST', body })
  }

  /** Rejected as `notification.not-found` where none is sent. */
  remove(): Promise<void> {
    return this.#transport.json(path, { method: 'DELETE' })
  }

  /** Sends how much waits now. A refusal of whoever receives it is an answer, not an error. */
  test(): Promise<InboxNotificationTest> {
    return this.#transport.json(`${path}/test`, { method: 'POST' })
  }
}
