import type { ConversationId, TenantId, UserId } from '@repertoire/core/base'
import type { LoggedEvent } from '@repertoire/core/domain'
import type { ChangeNotification, Store } from '@repertoire/core/ports'
import type { LiveText } from '@repertoire/core/use'
import type { LiveTexts } from '../../runtime/live-texts.ts'
import { toWireEvent } from '../wire/event.ts'
import { encodeFrame } from './frame.ts'

/** The followed conversation and its viewer. */
export interface FeedKey {
  readonly tenantId: TenantId
  readonly viewer: UserId
  readonly conversationId: ConversationId
}

/** An event with the encoded frame that all streams of the conversation share. */
export interface EncodedEvent {
  readonly logged: LoggedEvent
  readonly frame: Uint8Array
}

/** A subscriber. It is woken by notifications and reads events when it is ready. */
export interface FeedSubscriber {
  /** There may be new events. */
  wake(): void
  /** A live text has begun or grown. */
  text(): void
  keepAlive(): void
  /** The server stops. */
  end(): void
}

/**
 * Fans one subscription of the store out to all open streams. Streams that read from the same position at the
 * same time share one query and its encoded frames.
 */
export interface EventFeed {
  follow(key: FeedKey, follower: FeedSubscriber): () => void
  /** What models are answering in this conversation, whole up to now. */
  liveTexts(key: FeedKey): readonly LiveText[]
  /** Oldest first, after `after`; at most {@link feedPageSize}. */
  read(key: FeedKey, after: number): Promise<readonly EncodedEvent[]>
  /** Called by a timer, so that every subscriber sends a keep-alive. */
  keepAlive(): void
  /** Number of open streams. */
  followers(): number
  /** True when no read is running. */
  idle(): boolean
  close(): void
}

export const feedPageSize = 200

interface Channel {
  readonly followers: Set<FeedSubscriber>
  /**
   * Running reads by their start position. A notification clears the map, because they may be older than the
   * change.
   */
  readonly reads: Map<number, Promise<readonly EncodedEvent[]>>
  readonly unsubscribeText: () => void
}

export interface EventFeedDeps {
  readonly store: Pick<Store, 'tenant' | 'watch'>
  readonly texts: LiveTexts
}

export function createEventFeed(deps: EventFeedDeps): EventFeed {
  const channels = new Map<ConversationId, Channel>()
  const unsubscribeStore = deps.store.watch((notification) => {
    for (const channel of affectedChannels(channels, notification)) {
      channel.reads.clear()
      for (const follower of channel.followers) follower.wake()
    }
  })

  function open(conversationId: ConversationId): Channel {
    const followers = new Set<FeedSubscriber>()
    const unsubscribeText = deps.texts.subscribe(conversationId, () => {
      for (const follower of followers) follower.text()
    })
    const channel = { followers, reads: new Map(), unsubscribeText }
    channels.set(conversationId, channel)
    return channel
  }

  async function load(key: FeedKey, after: number): Promise<readonly EncodedEvent[]> {
    const range = { after, limit: feedPageSize }
    const { conversations } = deps.store.tenant(key.tenantId)
    const events = await conversations.events(key.viewer, key.conversationId, range)
    return events.map((logged) => ({ logged, frame: encodeFrame(toWireEvent(logged)) }))
  }

  return {
    follow(key, follower) {
      const channel = channels.get(key.conversationId) ?? open(key.conversationId)
      channel.followers.add(follower)
      return () => {
        channel.followers.delete(follower)
        if (channel.followers.size > 0 || channels.get(key.conversationId) !== channel) return
        channel.unsubscribeText()
        channels.delete(key.conversationId)
      }
    },
    liveTexts: ({ conversationId }) => deps.texts.of(conversationId),
    read(key, after) {
      const reads = channels.get(key.conversationId)?.reads
      const known = reads?.get(after)
      if (known) return known
      const read = load(key, after)
      reads?.set(after, read)
      const forget = () => {
        if (reads?.get(after) === read) reads.delete(after)
      }
      read.then(forget, forget)
      return read
    },
    keepAlive() {
      for (const follower of everyFollower(channels)) follower.keepAlive()
    },
    followers: () => everyFollower(channels).length,
    idle: () => [...channels.values()].every((channel) => channel.reads.size === 0),
    close() {
      unsubscribeStore()
      for (const follower of everyFollower(channels)) follower.end()
    },
  }
}

function affectedChannels(
  channels: ReadonlyMap<ConversationId, Channel>,
  notification: ChangeNotification,
): readonly Channel[] {
  if (notification.kind === 'anything') return [...channels.values()]
  if (notification.kind !== 'conversation') return []
  const channel = channels.get(notification.conversationId)
  return channel ? [channel] : []
}

function everyFollower(channels: ReadonlyMap<ConversationId, Channel>): readonly FeedSubscriber[] {
  return [...channels.values()].flatMap((channel) => [...channel.followers])
}
