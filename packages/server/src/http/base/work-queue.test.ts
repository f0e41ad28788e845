import { type Principal, rolePermissions } from '@repertoire/core/domain'
import { describe, expect, it, vi } from 'vitest'
import { createTestServer, skillMd } from '../../testing/test-server.ts'
import { createImportQueue, createSearchQueue } from './work-queue.ts'

const person = (tenantId: string, userId: string) =>
  ({ tenantId, userId, role: 'member', permissions: rolePermissions('member') }) as Principal

describe('a queue of work', () => {
  it('serves another person and another organisation before the rest of somebody’s imports', async () => {
    const queue = createImportQueue()
    const started: string[] = []
    const ends: (() => void)[] = []
    const start = (principal: Principal, name: string) =>
      queue.run(principal, () => {
        started.push(name)
        return new Promise<void>((resolve) => ends.push(resolve))
      })
    const ann = person('one', 'ann')
    const all = [1, 2, 3, 4].map((n) => start(ann, `ann ${n}`))
    all.push(start(person('one', 'bob'), 'bob'), start(person('two', 'eve'), 'eve'))
    all.push(start(person('one', 'cid'), 'cid'))
    await expect.poll(() => started).toEqual(['ann 1', 'ann 2', 'bob', 'eve'])
    ends[3]?.()
    ends[2]?.()
    await expect.poll(() => started.at(-1)).toBe('cid')
    for (const n of [0, 1, 4, 5, 6]) {
      await expect.poll(() => ends.length).toBeGreaterThan(n)
      ends[n]?.()
    }
    await Promise.all(all)
  })

  it('goes on after an import that failed', async () => {
    const queue = createImportQueue()
    const fails = () => queue.run(person('one', 'ann'), () => Promise.reject(new Error('no')))
    for (let n = 0; n < 5; n += 1) await expect(fails()).rejects.toThrow('no')
    expect(await queue.run(person('one', 'ann'), async () => 'yes')).toBe('yes')
  })

  it('answers other requests between the works of a flood', async () => {
    const queue = createSearchQueue()
    const order: string[] = []
    const search = (n: number) => queue.run(person('one', 'ann'), async () => order.push(`${n}`))
    const flood = Promise.all(Array.from({ length: 20 }, (_, n) => search(n)))
    setImmediate(() => order.push('another request'))
    await flood
    expect(order.slice(0, 10)).toContain('another request')
  })
})

describe('the requests that wait in a queue', () => {
  it('are searches that were not answered just now, and new skills', async () => {
    const server = await createTestServer()
    const [searches, saves] = [server.app.searchQueue, server.app.saveQueue].map((queue) =>
      vi.spyOn(queue, 'run'),
    )
    await server.call('/api/v1/skills', { body: { content: skillMd('refunds', 'Do.\n') } })
    expect(saves).toHaveBeenCalledTimes(1)
    await server.call('/api/v1/skills?q=refunds')
    await server.call('/api/v1/skills?q=refunds')
    await server.call('/api/v1/skills')
    expect(searches).toHaveBeenCalledTimes(1)
  })
})
