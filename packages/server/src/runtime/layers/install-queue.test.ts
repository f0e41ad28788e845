import { describe, expect, it } from 'vitest'
import { createInstallQueue } from './install-queue.ts'

const { signal } = new AbortController()

/** Work that continues until the test ends it. */
function openWork() {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      started.push(name)
      ends.set(name, () => resolve(name))
    })
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
  return { started, work, nextTurn, end: (name: string) => ends.get(name)?.() }
}

describe('the install queue', () => {
  it('C10: runs one installation for each organisation, and two at once', async () => {
    const { started, work, nextTurn, end } = openWork()
    const queue = createInstallQueue()
    const run = (group: string, name: string) =>
      queue.run({ key: name, group: `${group}/ann`, work: work(name), signal })
    const all = [run('a', 'a1'), run('a', 'a2'), run('b', 'b1'), run('c', 'c1')]
    await nextTurn()
    expect(started).toEqual(['a1', 'b1'])
    end('b1')
    await nextTurn()
    expect(started).toEqual(['a1', 'b1', 'c1'])
    end('a1')
    await nextTurn()
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2'])
    end('c1')
    end('a2')
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1', 'c1'])
    await queue.idle()
  })

  it('C10: the people of an organisation take turns', async () => {
    const { started, work, nextTurn, end } = openWork()
    const queue = createInstallQueue()
    const run = (group: string, name: string) =>
      queue.run({ key: name, group, work: work(name), signal })
    const all = [run('a/ann', 'a1'), run('a/ann', 'a2'), run('a/ann', 'a3'), run('a/bob', 'b1')]
    for (const name of ['a1', 'a2', 'b1', 'a3']) {
      await nextTurn()
      expect(started.at(-1)).toBe(name)
      end(name)
    }
    await Promise.all(all)
  })

  it('C10: does not start what nobody waits for any more, and accepts it again later', async () => {
    const { started, work, nextTurn, end } = openWork()
    const queue = createInstallQueue()
    const leaving = new AbortController()
    const first = queue.run({ key: 'a1', group: 'a/ann', work: work('a1'), signal })
    const request = { key: 'a2', group: 'a/ann', work: work('a2') }
    const left = queue.run({ ...request, signal: leaving.signal })
    leaving.abort()
    await expect(left).rejects.toThrow('aborted')
    end('a1')
    await nextTurn()
    expect(await first).toBe('a1')
    await queue.idle()
    expect(started).toEqual(['a1'])
    const again = queue.run({ ...request, signal })
    await nextTurn()
    end('a2')
    expect(await again).toBe('a2')
  })

  it('C10: nobody waits in another’s queue for a shared installation', async () => {
    const { started, work, nextTurn, end } = openWork()
    const queue = createInstallQueue()
    const run = (group: string, name: string) =>
      queue.run({ key: name, group: `${group}/ann`, work: work(name), signal })
    const all = [run('a', 'long'), run('a', 'both'), run('b', 'both')]
    await nextTurn()
    expect(started).toEqual(['long', 'both'])
    end('both')
    expect(await all[2]).toBe('both')
    await nextTurn()
    end('long')
    await nextTurn()
    end('both')
    expect(await Promise.all(all)).toEqual(['long', 'both', 'both'])
  })

  it('C10: waiting for another’s installation takes no slot', async () => {
    const { started, work, nextTurn, end } = openWork()
    const queue = createInstallQueue()
    const run = (group: string, name: string) =>
      queue.run({ key: name, group: `${group}/ann`, work: work(name), signal })
    const all = [run('a', 'both'), run('b', 'both'), run('c', 'other')]
    await nextTurn()
    expect(started).toEqual(['both', 'other'])
    end('both')
    end('other')
    expect(await Promise.all(all)).toEqual(['both', 'both', 'other'])
    expect(started).toEqual(['both', 'other'])
  })

  it('C10: an installation continues when one of two waiting callers leaves', async () => {
    const { started, work, nextTurn, end } = openWork()
    const queue = createInstallQueue()
    const leaving = new AbortController()
    const request = { key: 'a1', work: work('a1') }
    const left = queue.run({ ...request, group: 'a/ann', signal: leaving.signal })
    await nextTurn()
    const stays = queue.run({ ...request, group: 'b/bob', signal })
    leaving.abort()
    await expect(left).rejects.toThrow('aborted')
    end('a1')
    expect(await stays).toBe('a1')
    expect(started).toEqual(['a1'])
  })

  it('C10: a key requested twice is installed once, and again after a failure', async () => {
    const queue = createInstallQueue()
    let count = 0
    const work = async () => {
      count += 1
      if (count === 1) throw new Error('no')
      return count
    }
    const request = { key: 'k', group: 'a/ann', work, signal }
    const both = await Promise.allSettled([
      queue.run(request),
      queue.run({ ...request, group: 'b/bob' }),
    ])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await queue.run(request)).toBe(2)
  })
})
