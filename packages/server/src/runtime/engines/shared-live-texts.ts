import type { ConversationId, RunId } from '@repertoire/core/base'
import type { ProcessMessages } from '@repertoire/core/ports'
import type { RunStep, TextDelta } from '@repertoire/core/use'
import { createEncryptor, type Encryptor } from '../../platform/secrets/encryption.ts'
import type { Timers } from '../../platform/system/timers.ts'
import type { LiveTextWriter } from '../live-texts.ts'

/** How long pieces are gathered, so that a process sends a few messages a second however many models it asks. */
const flushMilliseconds = 200
/** UTF-16 units of text in one message, which is then at most 7 kB encrypted. */
const maxPieceText = 800
/** UTF-16 units of text that wait for being sent. What is more is not sent; its step appears when it is complete. */
const maxWaitingText = 64 * 1024
/** A text that has not grown for so long, in flushes: its process has died, or its end was lost. */
const maxQuietFlushes = 1_500
/** Steps of other processes that are kept at a time. */
const maxOtherSteps = 1_000
const context = ['live-text']

type Message =
  | { readonly conversationId: ConversationId; readonly grown: TextDelta }
  | { readonly conversationId: ConversationId; readonly ended: RunStep }
  | { readonly conversationId: ConversationId; readonly over: RunId }

interface OtherStep extends Pick<TextDelta, 'runId' | 'step' | 'fork'> {
  readonly conversationId: ConversationId
  length: number
  quiet: number
}

export interface SharedLiveTexts extends LiveTextWriter {
  close(): void
}

export interface SharingPorts {
  readonly messages: ProcessMessages
  /** Whoever may listen on the database must not read answers. */
  readonly key: Uint8Array
  readonly timers: Pick<Timers, 'every'>
}

/**
 * Live texts that the processes on one database share. A hint and never the truth: pieces may be lost, and what
 * comes after a lost one is left out until the log has the step.
 */
export function shareLiveTexts(local: LiveTextWriter, ports: SharingPorts): SharedLiveTexts {
  const { messages, key, timers } = ports
  const encryptor = createEncryptor(key)
  const others = createOtherSteps(local)
  let waiting: Message[] = []
  let waitingText = 0
  let sending = false

  function queue(message: Message): void {
    const size = 'grown' in message ? message.grown.text.length : 0
    if (waitingText + size > maxWaitingText) return
    waitingText += size
    const last = waiting.at(-1)
    const joined = last && joinPieces(last, message)
    if (joined) waiting[waiting.length - 1] = joined
    else waiting.push(message)
  }

  /** One request at a time keeps the order. */
  async function flush(): Promise<void> {
    others.age()
    if (sending || waiting.length === 0) return
    sending = true
    const sent = waiting.flatMap(inPieces)
    waiting = []
    waitingText = 0
    try {
      await messages.send(sent.map((one) => encryptor.encrypt(JSON.stringify(one), context)))
    } catch {
      // The log has the text when its step is complete.
    } finally {
      sending = false
    }
  }

  const stopListening = messages.listen((text) => {
    const message = readMessage(encryptor, text)
    if (message) others.apply(message)
  })
  const stopFlushing = timers.every(flushMilliseconds, () => void flush())
  return {
    of: local.of,
    subscribe: local.subscribe,
    add: (conversationId, grown) => {
      local.add(conversationId, grown)
      queue({ conversationId, grown })
    },
    endStep: (conversationId, ended) => {
      local.endStep(conversationId, ended)
      queue({ conversationId, ended })
    },
    endRun: (conversationId, over) => {
      local.endRun(conversationId, over)
      queue({ conversationId, over })
    },
    close: () => {
      stopFlushing()
      stopListening()
    },
  }
}

/** The steps of other processes, as far as their pieces have come without a gap. */
function createOtherSteps(local: LiveTextWriter) {
  const steps = new Map<string, OtherStep>()

  function grow(conversationId: ConversationId, { offset, text, ...step }: TextDelta): void {
    const id = keyOf(step)
    const known = steps.get(id)
    if (offset > 0 && known?.length !== offset) return
    if (!known && steps.size >= maxOtherSteps) return
    steps.set(id, { ...step, conversationId, length: offset + text.length, quiet: 0 })
    local.add(conversationId, { ...step, offset, text })
  }

  function remove(step: OtherStep): void {
    steps.delete(keyOf(step))
    local.endStep(step.conversationId, step)
  }

  return {
    apply: (message: Message) => {
      if ('grown' in message) return grow(message.conversationId, message.grown)
      for (const step of steps.values()) {
        const ends = 'over' in message ? step.runId === message.over : isSame(step, message.ended)
        if (ends) remove(step)
      }
    },
    age: () => {
      for (const step of steps.values()) {
        step.quiet += 1
        if (step.quiet > maxQuietFlushes) remove(step)
      }
    },
  }
}

const keyOf = ({ runId, step, fork = '' }: RunStep) => `${runId}/${step}/${fork}`
const isSame = (one: RunStep, other: RunStep) => keyOf(one) === keyOf(other)

/** One piece instead of two of the same step that follow each other. */
function joinPieces(before: Message, message: Message): Message | null {
  if (!('grown' in before) || !('grown' in message)) return null
  const [first, second] = [before.grown, message.grown]
  const follows = isSame(first, second) && second.offset === first.offset + first.text.length
  if (!follows) return null
  return { ...before, grown: { ...first, text: first.text + second.text } }
}

function inPieces(message: Message): readonly Message[] {
  if (!('grown' in message) || message.grown.text.length <= maxPieceText) return [message]
  const { conversationId, grown } = message
  return Array.from({ length: Math.ceil(grown.text.length / maxPieceText) }, (_, n) => {
    const text = grown.text.slice(n * maxPieceText, (n + 1) * maxPieceText)
    return { conversationId, grown: { ...grown, offset: grown.offset + n * maxPieceText, text } }
  })
}

/** Undefined for what was not written with our key. */
function readMessage(encryptor: Encryptor, text: string): Message | undefined {
  try {
    return JSON.parse(encryptor.decrypt(text, context)) as Message
  } catch {
    return undefined
  }
}
