import { describe, expect, it } from 'vitest'
import { codeBounds } from './code-job.ts'
import { HostCalls } from './host-calls.ts'
import type { AnswerMessage } from './messages.ts'

function createHostCallsFixture() {
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

/** Messages a compromised thread could send. */
describe('the host side of calls', () => {
  it('B4: prototype names are not functions', async () => {
    const { calls, answers } = createHostCallsFixture()
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'Note', ''])
      await calls.take({ id: 1, name, args: '[]' })
    expect(answers).toHaveLength(6)
    for (const answer of answers)
      expect(answer).toEqual({ id: 1, ok: false, text: '"There is no such function."' })
  })

  it('B4: arguments that are not a JSON array are rejected', async () => {
    const { calls, answers, called } = createHostCallsFixture()
    for (const args of ['{}', '1', 'undefined', '[', '"[]"', ''])
      await calls.take({ id: 1, name: 'note', args })
    expect(answers.every(({ ok }) => !ok)).toBe(true)
    expect(called).toEqual([])
  })

  it('B4: both caps hold, whatever the thread counts', async () => {
    const { calls, answers, open } = createHostCallsFixture()
    for (let id = 0; id < 40; id += 1) void calls.take({ id, name: 'wait', args: '[]' })
    expect(open).toHaveLength(codeBounds.pendingCalls)
    expect(answers).toHaveLength(8)
    for (const answer of open) answer()
    await expect.poll(() => answers.length).toBe(40)
    for (let id = 40; id < 200; id += 1) await calls.take({ id, name: 'note', args: '[]' })
    expect(calls.total).toBe(codeBounds.totalCalls)
    expect(answers.filter(({ ok }) => ok)).toHaveLength(codeBounds.totalCalls)
  })

  it('B4: after the end nothing is called or answered', async () => {
    const { calls, answers, called, open } = createHostCallsFixture()
    const waiting = calls.take({ id: 1, name: 'wait', args: '[]' })
    calls.end()
    await calls.take({ id: 2, name: 'note', args: '[]' })
    open[0]?.()
    await waiting
    expect([answers, called]).toEqual([[], []])
  })
})
