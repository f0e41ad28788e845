import type { Timestamp } from '../base/ids.ts'
import type { InboxNotification } from '../domain/inbox-notification.ts'

/** The one notification of an organisation. */
export interface InboxNotificationStore {
  get(): Promise<InboxNotification | null>
  /** Stores it if this version is there now, 0 for none. Of many that write at once, one gets true. */
  put(notification: InboxNotification, expectedVersion: number): Promise<boolean>
  /** False when there is none. */
  remove(): Promise<boolean>
}

export interface DigestMessage {
  /** The same at every try, so that whoever receives it knows it again. */
  readonly id: string
  readonly at: Timestamp
  readonly body: string
}

/** The address that an owner chose. */
export interface DigestWebhook {
  /** Throws ProblemError `outbound.*`, `notification.refused` or `notification.secret-unreadable`. */
  send(
    target: Pick<InboxNotification, 'url' | 'encryptedSecret'>,
    message: DigestMessage,
  ): Promise<void>
}
