import type { PendingRevisionBulkDecision, PendingRevisionBulkResult } from '@repertoire/protocol'
import { expect, it } from 'vitest'
import { type BulkProgress, decideInBatches } from './decide-in-batches.ts'

const items = Array.from({ length: 1201 }, (_, at) => ({ id: `arr_${at}`, digest: 'sha256:0' }))
const problem = { code: 'arrival.not-clean', message: 'Read it first.' }
const answer = ({ items }: PendingRevisionBulkDecision) =>
  ({
    results: items.map(({ id }) => ({ id, problem: id === 'arr_7' ? problem : null })),
  }) as PendingRevisionBulkResult

it('decides about all of them, 500 at a time, and says which were refused and why', async () => {
  const sizes: number[] = []
  const steps: BulkProgress[] = []
  const end = await decideInBatches(
    async (body) => {
      sizes.push(body.items.length)
      return answer(body)
    },
    {
      ...{ items, decision: 'approve', enable: true, isStopped: () => false },
      onProgress: (step) => steps.push(step),
    },
  )
  expect(sizes).toEqual([500, 500, 201])
  expect(steps.map(({ done }) => done)).toEqual([0, 499, 999, 1200])
  expect(end).toMatchObject({ total: 1201, done: 1200, refused: [{ id: 'arr_7', ...problem }] })
  expect(end.decided).toEqual(items.filter(({ id }) => id !== 'arr_7'))
})

it('stops between two requests', async () => {
  let asked = 0
  const end = await decideInBatches(
    async (body) => {
      asked += 1
      return answer(body)
    },
    {
      ...{ items, decision: 'reject', enable: false, onProgress: () => {} },
      isStopped: () => asked === 1,
    },
  )
  expect([asked, end.done]).toEqual([1, 499])
})

it('switches nothing off: without a wish to switch on, it leaves every skill as it is', async () => {
  const wishes: unknown[] = []
  for (const enable of [true, false]) {
    await decideInBatches(
      async (body) => {
        wishes.push(body.enable)
        return answer(body)
      },
      {
        ...{ items: items.slice(0, 1), decision: 'approve', enable, onProgress: () => {} },
        isStopped: () => false,
      },
    )
  }
  expect(wishes).toEqual([true, undefined])
})
