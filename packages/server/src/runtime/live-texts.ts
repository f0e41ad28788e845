import type { ConversationId, RunId } from '@repertoire/core/base'
import type { LiveText, RunStep, TextDelta } from '@repertoire/core/use'

/** The answers that models are giving now, as far as this process gets them. */
export interface LiveTexts {
  /** Those of a conversation, whole up to now. */
  of(conversationId: ConversationId): readonly LiveText[]
  /** Calls the listener whenever one of them has grown. Returns how to unsubscribe. */
  subscribe(conversationId: ConversationId, listener: () => void): () => void
}

/** The side of the engine: it adds what arrives, and removes what the log has. */
export interface LiveTextWriter extends LiveTexts {
  add(conversationId: ConversationId, delta: TextDelta): void
  endStep(conversationId: ConversationId, step: RunStep): void
  endRun(conversationId: ConversationId, runId: RunId): void
}

/** `onError` gets what a listener throws. Other listeners and the run continue. */
export function createLiveTexts(onError: (error: unknown) => void): LiveTextWriter {
  const listeners = new Map<ConversationId, Set<() => void>>()
  const texts = new Map<ConversationId, LiveText[]>()

  function keepOnly(conversationId: ConversationId, stays: (text: LiveText) => boolean): void {
    const kept = texts.get(conversationId)?.filter(stays) ?? []
    if (kept.length > 0) texts.set(conversationId, kept)
    else texts.delete(conversationId)
  }

  function grow(conversationId: ConversationId, { offset, text, ...step }: TextDelta): void {
    const known = texts.get(conversationId) ?? []
    const before = known.find((one) => isSameStep(one, step))
    if (before && offset > 0) {
      Object.assign(before, { text: before.text.slice(0, offset) + text })
      return
    }
    texts.set(conversationId, [...known.filter((one) => one !== before), { ...step, text }])
  }

  return {
    of: (conversationId) => texts.get(conversationId) ?? [],
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
    add: (conversationId, delta) => {
      grow(conversationId, delta)
      for (const listener of listeners.get(conversationId) ?? []) {
        try {
          listener()
        } catch (error) {
          onError(error)
        }
      }
    },
    endStep: (conversationId, step) => keepOnly(conversationId, (text) => !isSameStep(text, step)),
    endRun: (conversationId, runId) => keepOnly(conversationId, (text) => text.runId !== runId),
  }
}

function isSameStep(one: RunStep, other: RunStep): boolean {
  return one.runId === other.runId && one.step === other.step && one.fork === other.fork
}
