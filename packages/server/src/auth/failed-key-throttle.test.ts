import { createFixedClock } from '@repertoire/core/testing'
import { describe, expect, it } from 'vitest'
import { newApiKey } from './api-key-format.ts'
import { createFailedKeyThrottle } from './failed-key-throttle.ts'
import { newSecret } from './secret.ts'

function createThrottle() {
  const clock = createFixedClock()
  const waiting: (() => void)[] = []
  const wait = () => new Promise<void>((resolve) => void waiting.push(resolve))
  const throttle = createFailedKeyThrottle({ clock, wait })
  return { throttle, clock, waiting }
}

const guess = () => newApiKey(newSecret).text

describe('wrong API keys', () => {
  it('are answered at once ten times a minute, then after a delay', async () => {
    const { throttle, clock, waiting } = createThrottle()
    const key = guess()
    for (let time = 0; time < 10; time += 1) await throttle.recordFailure('1.2.3.4', key)
    expect(waiting).toHaveLength(0)
    const slowed = throttle.recordFailure('1.2.3.4', key)
    expect(waiting).toHaveLength(1)
    waiting[0]?.()
    await slowed
    clock.advance(60_000)
    await throttle.recordFailure('1.2.3.4', key)
    expect(waiting).toHaveLength(1)
  })

  it('count by address and key id: nobody else is slowed', async () => {
    const { throttle, waiting } = createThrottle()
    const key = guess()
    for (let time = 0; time < 12; time += 1) void throttle.recordFailure('1.2.3.4', key)
    const slowed = waiting.length
    expect(slowed).toBeGreaterThan(0)
    await throttle.recordFailure('5.6.7.8', key)
    await throttle.recordFailure('1.2.3.4', guess())
    expect(waiting).toHaveLength(slowed)
  })

  it('are refused without a look-up while many of one address and key id wait', () => {
    const { throttle } = createThrottle()
    for (let time = 0; time < 18; time += 1) void throttle.recordFailure('1.2.3.4', 'Passw0rd!')
    expect(() => throttle.check('1.2.3.4', 'Passw0rd?')).toThrow(
      expect.objectContaining({
        problem: expect.objectContaining({ code: 'auth.too-many-attempts' }),
      }),
    )
    expect(() => throttle.check('5.6.7.8', 'Passw0rd?')).not.toThrow()
    expect(() => throttle.check('1.2.3.4', guess())).not.toThrow()
  })
})
