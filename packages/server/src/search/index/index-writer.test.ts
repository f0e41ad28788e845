import type { TenantId } from '@repertoire/core/base'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createIndexWriter } from './index-writer.ts'

const [a, b] = ['ten_a' as TenantId, 'ten_b' as TenantId]

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function saverOf(save: (id: TenantId) => Promise<void> = async () => {}) {
  const saved: string[] = []
  const failures: unknown[] = []
  const writer = createIndexWriter({
    search: {
      save: async (id) => {
        saved.push(id)
        await save(id)
      },
    },
    clock: { now: () => Date.now() },
    onError: (error) => failures.push(error),
  })
  return { writer, saved, failures }
}

test('an index is kept once after its last change, each tenant’s for itself', async () => {
  const { writer, saved } = saverOf()
  writer.recordChange(b)
  for (let step = 0; step < 4; step += 1) {
    writer.recordChange(a)
    await vi.advanceTimersByTimeAsync(2_000)
  }
  expect(saved).toEqual([b])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(saved).toEqual([b, a])
})

test('an index that never rests is kept each minute', async () => {
  const { writer, saved } = saverOf()
  for (let second = 0; second < 130; second += 1) {
    writer.recordChange(a)
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(saved).toEqual([a, a])
})

test('a failure is reported, and the next change tries again', async () => {
  let left = 1
  const { writer, saved, failures } = saverOf(async () => {
    if (left-- > 0) throw new Error('disk full')
  })
  writer.recordChange(a)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(failures).toEqual([new Error('disk full')])
  writer.recordChange(a)
  await vi.advanceTimersByTimeAsync(5_000)
  expect([saved, failures.length]).toEqual([[a, a], 1])
})

test('stopping waits for the save that runs, and starts none', async () => {
  let finish = () => {}
  const { writer, saved } = saverOf(() => new Promise((done) => (finish = done)))
  writer.recordChange(a)
  await vi.advanceTimersByTimeAsync(5_000)
  writer.recordChange(b)
  let isStopped = false
  const stopped = writer.stop().then(() => (isStopped = true))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(isStopped).toBe(false)
  finish()
  await stopped
  writer.recordChange(b)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(saved).toEqual([a])
})
