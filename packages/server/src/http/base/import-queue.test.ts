import { type Principal, rolePermissions } from '@repertoire/core/domain'
import { describe, expect, it } from 'vitest'
import { createImportQueue } from './import-queue.ts'

const person = (tenantId: string, userId: string) =>
  ({ tenantId, userId, role: 'member', permissions: rolePermissions('member') }) as Principal

describe('the queue of imports', () => {
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
})
