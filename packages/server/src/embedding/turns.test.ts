import { createCallingModel, createInMemoryStore } from '@repertoire/core/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { randomIds, systemClock } from '../platform/system/system-ports.ts'
import { defineTool } from '../runtime/own-tools/define-tool.ts'
import { createRepertoire, type Repertoire, type RepertoireEvent } from './create-repertoire.ts'
import type { RepertoireOptions } from './repertoire-options.ts'

const log = { level: 'silent' } as const
const open: Repertoire[] = []
afterEach(async () => {
  for (const repertoire of open.splice(0)) await repertoire.close()
})

function sending() {
  const calls: unknown[] = []
  const tool = defineTool({
    ...{ name: 'send_report', description: 'Sends a report.', tier: 'ALWAYS_CONFIRM' },
    input: z.object({ to: z.string() }),
    execute: (input) => calls.push(input),
  })
  return { tool, calls }
}

/** A repertoire whose turn in `chat` was begun by a process that is gone: nobody follows it, and it waits for a person. */
async function withOpenTurn(onApproval?: RepertoireOptions['onApproval']) {
  const { tool, calls } = sending()
  const model = createCallingModel({ id: 's', name: 'send_report', input: { to: 'Ada' } })
  const store = createInMemoryStore({ clock: systemClock, ids: randomIds })
  const first = await createRepertoire({ model, tools: [tool], store, log })
  // Its iterator is never ended, like that of a killed process.
  const turn = first.ask('Send it.', { conversation: 'chat' })
  for (;;) {
    const { value } = await turn.next()
    if (value?.event === 'approval_required') break
  }
  const again = await createRepertoire({
    ...{ model, tools: [tool], store, log },
    ...(onApproval && { onApproval }),
  })
  open.push(again, first)
  return { repertoire: again, calls }
}

const names = (events: readonly RepertoireEvent[]) => events.map(({ event }) => event)

describe('a turn of an earlier process', () => {
  it('is followed from its beginning, with its question, to its end', async () => {
    const { repertoire, calls } = await withOpenTurn()
    const seen: RepertoireEvent[] = []
    for await (const event of repertoire.resume('chat')) {
      seen.push(event)
      if (event.event === 'approval_required') await repertoire.answer(event, true)
    }
    expect(names(seen)).toContain('approval_required')
    expect(seen.at(-1)?.event).toBe('run_completed')
    expect(calls).toEqual([{ to: 'Ada' }])
    expect(await Array.fromAsync(repertoire.resume('chat'))).toEqual([])
  })

  it('has its question answered by the callback, once, and no is no', async () => {
    const asked: string[] = []
    const { repertoire, calls } = await withOpenTurn((_approval, question) => {
      asked.push(question)
      return false
    })
    const seen = await Array.fromAsync(repertoire.resume('chat'))
    expect(seen.at(-1)?.event).toBe('run_completed')
    expect(asked).toHaveLength(1)
    expect(calls).toEqual([])
  })

  it('makes the conversation busy, which says what it waits for and what to call', async () => {
    const { repertoire } = await withOpenTurn()
    const busy = Array.fromAsync(repertoire.ask('Go on.', { conversation: 'chat' }))
    await expect(busy).rejects.toMatchObject({
      problem: {
        code: 'conversation.busy',
        message: expect.stringContaining('waits for an answer'),
        hint: expect.stringMatching(/resume\(conversation\).*cancel\(conversation\)/),
        details: { waiting_for: [{ type: 'tool_call' }] },
      },
    })
  })

  it('is cancelled with its question, and nothing is done', async () => {
    const { repertoire, calls } = await withOpenTurn()
    expect(await repertoire.cancel('chat')).toBe(true)
    expect(await repertoire.cancel('chat')).toBe(false)
    expect(await repertoire.cancel('another')).toBe(false)
    // A turn that is open would make the conversation busy.
    const turn = repertoire.ask('Hello.', { conversation: 'chat' })
    expect((await turn.next()).value?.event).toBe('message_received')
    await turn.return()
    expect(calls).toEqual([])
  })

  it('is nobody else’s to follow or to cancel', async () => {
    const { repertoire } = await withOpenTurn()
    const bob = await repertoire.as({ userId: 'bob', name: 'Bob' })
    expect(await Array.fromAsync(bob.resume('chat'))).toEqual([])
    expect(await bob.cancel('chat')).toBe(false)
    expect(await repertoire.cancel('chat')).toBe(true)
  })
})
