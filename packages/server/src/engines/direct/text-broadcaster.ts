import type { ConversationId, TextDelta } from '@repertoire/core'

export type TextListener = (delta: TextDelta) => void

/** Publishes text deltas of answers to the subscribers of a conversation, in this process only. */
export interface TextBroadcaster {
  publish(conversationId: ConversationId, delta: TextDelta): void
  /** Returns how to unsubscribe. */
  subscribe(conversationId: ConversationId, listener: TextListener): () => void
}

/** `onError` gets what a listener throws. Other listeners and the run continue. */
export function createTextBroadcaster(onError: (error: unknown) => void): TextBroadcaster {
  const listeners = new Map<ConversationId, Set<TextListener>>()
  return {
    publish: (conversationId, delta) => {
      for (const listener of listeners.get(conversationId) ?? []) {
        try {
          listener(delta)
        } catch (error) {
          onError(error)
        }
      }
    },
    subscribe: (conversationId, listener) => {
      const subscribers = listeners.get(conversationId) ?? new Set()
      listeners.set(conversationId, subscribers.add(listener))
      return () => {
        subscribers.delete(listener)
        if (subscribers.size === 0 && listeners.get(conversationId) === subscribers) {
          listeners.delete(conversationId)
        }
      }
    },
  }
}
