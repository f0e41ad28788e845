import { createFixedClock } from '@repertoire/core/testing'
import { describe, expect, it } from 'vitest'
import { newApiKey } from '../credentials/api-key-format.ts'
import { newSecret } from '../credentials/secret.ts'
import { createFailedKeyThrottle } from './failed-key-throttle.ts'

function createThrottle() {
  const clock = createFixedClock()
  const waiting: (() => void)[] = []
  const wait = () => new Promise<void>((resolve) => void waiting.push(resolve))
  const throttle = createFailedKeyThrottle({ clock, wait })
  const looked: string[] = []
  /** An attempt with a key of which the store knows no more than `right`. */
  const attempt = (address: string, key: string, right?: string) =>
    throttle.find({ address, key }, async (text) => {
      looked.push(text)
      return text === right ? 'found' : null
    })
  return { attempt, clock, waiting, looked }
}

const guess = () => newApiKey(newSecret).text
/** Another secret for the same public id. */
const sameId = (key: string) => `${key.slice(0, 14)}_${newSecret()}`
const tooMany = { problem: { code: 'auth.too-many-attempts' } }

describe('wrong API keys', () => {
  it('are answered at once ten times a minute, then after a delay', async () => {
    const { attempt, clock, waiting } = createThrottle()
    for (let time = 0; time < 10; time += 1) expect(await attempt('1.2.3.4', guess())).toBeNull()
    expect(waiting).toHaveLength(0)
    const slowed = attempt('1.2.3.4', guess())
    await expect.poll(() => waiting).toHaveLength(1)
    waiting[0]?.()
    expect(await slowed).toBeNull()
    clock.advance(60_000)
    await attempt('1.2.3.4', guess())
    expect(waiting).toHaveLength(1)
  })

  it.each([
    ['of one address, with any key', (n: number) => ['1.2.3.4', guess(), n] as const],
    ['of one /64 network', (n: number) => [`2001:db8:0:1::${n}`, guess(), n] as const],
  ])('are slowed and then refused: %s', async (_, next) => {
    const { attempt, waiting } = createThrottle()
    for (let n = 1; n <= 10; n += 1) await attempt(next(n)[0], next(n)[1])
    for (let n = 11; n <= 18; n += 1) void attempt(next(n)[0], next(n)[1])
    await expect.poll(() => waiting).toHaveLength(8)
    await expect(attempt(next(19)[0], next(19)[1])).rejects.toMatchObject(tooMany)
    expect(await attempt('2001:db8:0:2::1', guess())).toBeNull()
  })

  it('for one key id are slowed and then refused, also from many addresses', async () => {
    const { attempt, waiting } = createThrottle()
    const key = guess()
    for (let n = 1; n <= 10; n += 1) await attempt(`10.0.0.${n}`, sameId(key))
    for (let n = 11; n <= 18; n += 1) void attempt(`10.0.0.${n}`, sameId(key))
    await expect.poll(() => waiting).toHaveLength(8)
    await expect(attempt('10.0.0.19', sameId(key))).rejects.toMatchObject(tooMany)
    expect(await attempt('10.0.0.20', guess())).toBeNull()
  })
})

describe('a right key', () => {
  it.each([guess(), 'correct-horse-battery-staple-0123456789'])(
    'always gets in, whatever was tried from its address and for its id: %s',
    async (right) => {
      const { attempt, waiting } = createThrottle()
      for (let n = 1; n <= 30; n += 1) {
        void attempt('1.2.3.4', n % 2 ? sameId(right) : guess()).catch(() => undefined)
      }
      await expect.poll(() => waiting).toHaveLength(8)
      expect(await attempt('1.2.3.4', right, right)).toBe('found')
      expect(waiting).toHaveLength(8)
    },
  )

  it('that could be guessed is not looked up while many wrong ones wait', async () => {
    const { attempt, waiting, looked } = createThrottle()
    for (let n = 0; n < 18; n += 1) void attempt('1.2.3.4', `Passw0rd${n}`).catch(() => undefined)
    await expect.poll(() => waiting).toHaveLength(8)
    await expect(attempt('1.2.3.4', 'Passw0rd!', 'Passw0rd!')).rejects.toMatchObject(tooMany)
    expect(looked).not.toContain('Passw0rd!')
    expect(await attempt('5.6.7.8', 'Passw0rd!', 'Passw0rd!')).toBe('found')
  })
})
