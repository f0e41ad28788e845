import { expect, it } from 'vitest'
import { fewAtOnce } from './few-at-once.ts'

it('works on a few at once, and gives the results in the order of the items', async () => {
  const gates = new Map<number, () => void>()
  const work = (item: number) =>
    new Promise<string>((resolve) => gates.set(item, () => resolve(`done ${item}`)))
  const all = fewAtOnce({ items: [1, 2, 3, 4], atOnce: 3, work })
  expect([...gates.keys()]).toEqual([1, 2, 3])
  gates.get(3)?.()
  await expect.poll(() => [...gates.keys()]).toEqual([1, 2, 3, 4])
  for (const open of gates.values()) open()
  expect(await all).toEqual(['done 1', 'done 2', 'done 3', 'done 4'])
})

it('begins no further one after a failure, or a stop', async () => {
  const begun: number[] = []
  const failing = fewAtOnce({
    items: [1, 2, 3],
    atOnce: 1,
    work: async (item) => {
      begun.push(item)
      if (item === 2) throw new Error('no')
    },
  })
  await expect(failing).rejects.toThrow('no')
  expect(begun).toEqual([1, 2])
  const stop = new AbortController()
  const stopped = fewAtOnce({
    items: [1, 2, 3],
    atOnce: 1,
    work: async (item) => {
      if (item === 2) stop.abort()
      return item
    },
    signal: stop.signal,
  })
  expect(await stopped).toEqual([1, 2])
})
