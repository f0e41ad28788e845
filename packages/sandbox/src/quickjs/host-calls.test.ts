import { describe, expect, it } from 'vitest'
import { codeBounds } from './code-job.ts'
import { HostCalls } from './host-calls.ts'
import type { AnswerMessage } from './messages.ts'

function scene() {
  const answers: AnswerMessage[] = []
  const called: string[] = []
  const open: (() => void)[] = []
  const calls = new HostCalls(
    {
      note: async () => {
        called.push('note')
        return { value: 1 }
      },
      wait: () => new Promise((resolve) => open.push(() => resolve({ value: 2 }))),
    },
    (answer) => answers.push(answer),
  )
  return { calls, answers, called, open }
}

/** What a thread could send that does not do as our bootstrap does. */
describe('the host’s side of calls', () => {
  it('B4: names of the prototype are no functions', async () => {
    const { calls, answers } = scene()
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'Note', ''])
      await calls.take({ id: 1, name, args: '[]' })
    expect(answers).toHaveLength(6)
    for (const answer of answers)
      expect(answer).toEqual({ id: 1, ok: false, text: '"There is no such function."' })
  })

  it('B4: arguments that are no list of JSON are refused', async () => {
    const { calls, answers, called } = scene()
    for (const args of ['{}', '1', 'undefined', '[', '"[]"', ''])
      await calls.take({ id: 1, name: 'note', args })
    expect(answers.every(({ ok }) => !ok)).toBe(true)
    expect(called).toEqual([])
  })

  it('B4: both caps hold, whatever the thread counts', async () => {
    const { calls, answers, open } = scene()
    for (let id = 0; id < 40; id += 1) void calls.take({ id, name: 'wait', args: '[]' })
    expect(open).toHaveLength(codeBounds.pendingCalls)
    expect(answers).toHaveLength(8)
    for (const answer of open) answer()
    await expect.poll(() => answers.length).toBe(40)
    for (let id = 40; id < 200; id += 1) await calls.take({ id, name: 'note', args: '[]' })
    expect(calls.total).toBe(codeBounds.totalCalls)
    expect(answers.filter(({ ok }) => ok)).toHaveLength(codeBounds.totalCalls)
  })

  it('B4: after the end nothing is called, and nothing is answered', async () => {
    const { calls, answers, called, open } = scene()
    const waiting = calls.take({ id: 1, name: 'wait', args: '[]' })
    calls.end()
    await calls.take({ id: 2, name: 'note', args: '[]' })
    open[0]?.()
    await waiting
    expect([answers, called]).toEqual([[], []])
  })
})
