import { expect, it } from 'vitest'
import { createOpenCalls } from './open-calls.ts'

const client = ['ten_1', 'usr_1', 'key_1', null]

it('a cancellation ends the call that it names, and no call of another client', () => {
  const calls = createOpenCalls()
  const mine = calls.open({ client, requestId: 1 })
  const others = [
    calls.open({ client, requestId: 2 }),
    calls.open({ client, requestId: '1' }),
    ...client.map((_, at) =>
      calls.open({ client: client.map((id, of) => (of === at ? 'other' : id)), requestId: 1 }),
    ),
  ]
  calls.cancel({ client, requestId: 1 })
  expect(mine.cancelled.aborted).toBe(true)
  expect(others.filter(({ cancelled }) => cancelled.aborted)).toEqual([])
})

it('a name that two calls have ends neither, until one of them is over', () => {
  const calls = createOpenCalls()
  const name = { client, requestId: 1 }
  const first = calls.open(name)
  const second = calls.open(name)
  calls.cancel(name)
  expect([first, second].some(({ cancelled }) => cancelled.aborted)).toBe(false)
  first.close()
  calls.cancel(name)
  expect([first, second].map(({ cancelled }) => cancelled.aborted)).toEqual([false, true])
})
