import type { ConversationId, TextDelta } from '@repertoire/core'

export type TextListener = (delta: TextDelta) => void

/** Hands pieces of answers to whoever listens to the conversation, in this process only. */
export interface TextHub {
  publish(conversationId: ConversationId, delta: TextDelta): void
  /** Returns how to stop listening. */
  listen(conversationId: ConversationId, listener: TextListener): () => void
}

/** `onFault` gets what a listener throws; the others and the run go on. */
export function createTextHub(onFault: (error: unknown) => void): TextHub {
  const listeners = new Map<ConversationId, Set<TextListener>>()
  return {
    publish: (conversationId, delta) => {
      for (const listener of listeners.get(conversationId) ?? []) {
        try {
          listener(delta)
        } catch (error) {
          onFault(error)
        }
      }
    },
    listen: (conversationId, listener) => {
      const own = listeners.get(conversationId) ?? new Set()
      listeners.set(conversationId, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0 && listeners.get(conversationId) === own) {
          listeners.delete(conversationId)
        }
      }
    },
  }
}
