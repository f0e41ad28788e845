import type { ConversationId, RunId } from '@repertoire/core/base'
import type { ProcessMessages } from '@repertoire/core/ports'
import type { TextDelta } from '@repertoire/core/use'
import { expect, it } from 'vitest'
import { createLiveTexts, type LiveTextWriter } from '../live-texts.ts'
import { shareLiveTexts } from './shared-live-texts.ts'

const conversationId = 'cnv_1' as ConversationId
const runId = 'run_1' as RunId
const key = new Uint8Array(32).fill(7)
const piece = (offset: number, text: string, step = 1): TextDelta => ({ runId, step, offset, text })

/** Processes on one database; `lose` says which messages do not arrive. */
function database(lose: (n: number) => boolean = () => false) {
  const sent: string[] = []
  const listeners = new Map<number, (message: string) => void>()
  const ticks: (() => void)[] = []
  function process(secret = key): LiveTextWriter {
    const own = ticks.length
    const messages: ProcessMessages = {
      send: async (texts) => {
        for (const text of texts) {
          const n = sent.push(text) - 1
          if (lose(n)) continue
          for (const [id, listener] of listeners) if (id !== own) listener(text)
        }
      },
      listen: (listener) => {
        listeners.set(own, listener)
        return () => void listeners.delete(own)
      },
    }
    const every = (_ms: number, task: () => void) => {
      ticks.push(task)
      return () => undefined
    }
    const local = createLiveTexts((error) => {
      throw error
    })
    return shareLiveTexts(local, { messages, key: secret, timers: { every } })
  }
  const flush = async () => {
    for (const tick of ticks) tick()
    await Promise.resolve()
  }
  return { sent, process, flush }
}

const textOf = (texts: LiveTextWriter) => texts.of(conversationId).map(({ text }) => text)

it('C8: what a model answers in one process grows in another, and ends with its step', async () => {
  const { process, flush, sent } = database()
  const [one, other] = [process(), process()]
  one.add(conversationId, piece(0, 'First, '))
  one.add(conversationId, piece(7, 'look'))
  await flush()
  expect(textOf(other)).toEqual(['First, look'])
  expect(sent).toHaveLength(1)
  one.add(conversationId, piece(11, ' there.'))
  await flush()
  expect(textOf(other)).toEqual(['First, look there.'])
  one.endStep(conversationId, { runId, step: 1 })
  await flush()
  expect(textOf(other)).toEqual([])
})

it('C8: a long text arrives in messages that the database takes, whatever letters it has', async () => {
  const { process, flush, sent } = database()
  const [one, other] = [process(), process()]
  const text = '\u0001🙂\n'.repeat(5_000)
  one.add(conversationId, piece(0, text))
  await flush()
  expect(textOf(other)).toEqual([text])
  expect(Math.max(...sent.map((message) => Buffer.byteLength(message)))).toBeLessThan(7_500)
})

it('C8: after a lost piece a text grows no further until its step begins anew', async () => {
  const { process, flush } = database((n) => n === 1)
  const [one, other] = [process(), process()]
  for (const [offset, text] of [
    [0, 'a'],
    [1, 'b'],
    [2, 'c'],
  ] as const) {
    one.add(conversationId, piece(offset, text))
    await flush()
  }
  expect(textOf(other)).toEqual(['a'])
  one.add(conversationId, piece(0, 'again'))
  await flush()
  expect(textOf(other)).toEqual(['again'])
})

it('C8: a flood is cut, and its end still arrives', async () => {
  const { process, flush, sent } = database()
  const [one, other] = [process(), process()]
  one.add(conversationId, piece(0, 'x'.repeat(60_000)))
  one.add(conversationId, piece(60_000, 'y'.repeat(60_000)))
  await flush()
  expect(textOf(other)).toEqual(['x'.repeat(60_000)])
  expect(sent.length).toBeLessThan(90)
  one.endRun(conversationId, runId)
  await flush()
  expect(textOf(other)).toEqual([])
})

it('C8: the text of a process that died goes in time', async () => {
  const { process, flush } = database()
  const [one, other] = [process(), process()]
  one.add(conversationId, piece(0, 'Half an ans'))
  await flush()
  expect(textOf(other)).toHaveLength(1)
  for (let n = 0; n < 1_600; n += 1) await flush()
  expect(textOf(other)).toEqual([])
})

it('C8: whoever listens on the database without the key reads nothing', async () => {
  const { process, flush, sent } = database()
  const [one, other] = [process(), process(new Uint8Array(32).fill(8))]
  one.add(conversationId, piece(0, 'canary-91'))
  await flush()
  expect(sent.join()).not.toMatch(/canary|cnv_1|run_1/)
  expect(Buffer.from(sent.join(), 'base64').toString('latin1')).not.toContain('canary')
  expect(textOf(other)).toEqual([])
})
