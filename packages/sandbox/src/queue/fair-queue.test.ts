import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const drain = <Item>(queue: FairQueue<Item>): Item[] => {
  const items: Item[] = []
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) items.push(item)
  return items
}
const pushes = fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), n: fc.nat() }))

describe('the fair queue', () => {
  it('loses nothing, and keeps the order of each key', () => {
    fc.assert(
      fc.property(pushes, (all) => {
        const queue = new FairQueue<(typeof all)[number]>()
        for (const one of all) queue.push(one.key, one)
        expect(queue.size).toBe(all.length)
        const order = drain(queue)
        for (const key of ['a', 'b', 'c', 'd'])
          expect(order.filter((one) => one.key === key)).toEqual(
            all.filter((one) => one.key === key),
          )
        expect(queue.size).toBe(0)
      }),
    )
  })

  it('serves a key at most once more than another waiting key', () => {
    fc.assert(
      fc.property(pushes, (all) => {
        const queue = new FairQueue<string>()
        for (const { key } of all) queue.push(key, key)
        const left = new Map<string, number>()
        for (const { key } of all) left.set(key, (left.get(key) ?? 0) + 1)
        const served = new Map<string, number>()
        for (const key of drain(queue)) {
          served.set(key, (served.get(key) ?? 0) + 1)
          left.set(key, (left.get(key) ?? 0) - 1)
          for (const [other, count] of left)
            if (count > 0)
              expect(served.get(key)! - (served.get(other) ?? 0)).toBeLessThanOrEqual(1)
        }
      }),
    )
  })

  it('removes a cancelled item, once', () => {
    const queue = new FairQueue<number>()
    for (const n of [1, 2, 3]) queue.push('a', n)
    expect(queue.remove('a', 2)).toBe(true)
    expect(queue.remove('a', 2)).toBe(false)
    expect(queue.remove('b', 1)).toBe(false)
    expect(drain(queue)).toEqual([1, 3])
  })
})
