import { describe, expect, it } from 'vitest'
import { type SingleUse, WarmPool } from './warm-pool.ts'

/** An item that starts on request and records what happens to it. */
class Shot implements SingleUse {
  readonly kind: string
  discarded = false
  start: () => void = () => undefined
  fail: (error: Error) => void = () => undefined
  end: () => void = () => undefined
  readonly ready = new Promise<void>((resolve, reject) => {
    this.start = resolve
    this.fail = reject
  })
  readonly ended = new Promise<void>((resolve) => {
    this.end = resolve
  })

  constructor(kind: string) {
    this.kind = kind
    this.ready.catch(() => undefined)
  }

  discard(): Promise<void> {
    this.discarded = true
    this.end()
    return Promise.resolve()
  }
}

function poolOf(options: { size?: number; maxKinds?: number; idleMs?: number } = {}) {
  const started: Shot[] = []
  const pool = new WarmPool<string, Shot>({
    start: (kind) => {
      const shot = new Shot(kind)
      started.push(shot)
      return shot
    },
    size: () => options.size ?? 2,
    maxKinds: options.maxKinds ?? 8,
    idleMs: options.idleMs ?? 60_000,
  })
  const nextTick = (): Promise<void> => new Promise(setImmediate)
  return { pool, started, nextTick }
}

describe('the warm pool', () => {
  it('starts nothing before the first request, then fills up in the background', async () => {
    const { pool, started, nextTick } = poolOf()
    expect(started).toHaveLength(0)
    const first = pool.take('python')
    expect([started.length, pool.waiting]).toEqual([1, 0])
    first.start()
    await nextTick()
    expect([started.length, pool.waiting]).toEqual([3, 2])
    await pool.close()
  })

  it('within its size every request gets a warm item, and refilling blocks nobody', async () => {
    const { pool, started, nextTick } = poolOf({ size: 3 })
    pool.take('python').start()
    await nextTick()
    const ahead = started.slice(1)
    for (const shot of ahead) shot.start()
    // All at once, with no time in between to start anything.
    const items = [pool.take('python'), pool.take('python'), pool.take('python')]
    expect(items).toEqual(ahead)
    await nextTick()
    expect(pool.waiting).toBe(3)
    await pool.close()
  })

  it('never returns an item twice', async () => {
    const { pool, started, nextTick } = poolOf()
    const items = new Set<Shot>()
    for (let n = 0; n < 50; n += 1) {
      const shot = pool.take(n % 3 === 0 ? 'python' : 'node')
      expect(items.has(shot)).toBe(false)
      expect(shot.kind).toBe(n % 3 === 0 ? 'python' : 'node')
      items.add(shot)
      for (const one of started) one.start()
      await nextTick()
    }
    await pool.close()
  })

  it('does not restart failed or dead items by itself', async () => {
    const { pool, started, nextTick } = poolOf()
    pool.take('python').fail(new Error('broken'))
    await nextTick()
    expect(started).toHaveLength(1)
    pool.take('python').start()
    await nextTick()
    expect(pool.waiting).toBe(2)
    started.at(-1)?.end()
    await nextTick()
    expect([started.length, pool.waiting, started.at(-1)?.discarded]).toEqual([4, 1, true])
    await pool.close()
  })

  it('keeps a limited number of kinds, and discards the least recently used', async () => {
    const { pool, started, nextTick } = poolOf({ size: 1, maxKinds: 2 })
    for (const kind of ['a', 'b', 'a', 'c']) {
      pool.take(kind).start()
      for (const shot of started) shot.start()
      await nextTick()
    }
    const kept = started.filter((shot) => shot.kind === 'b' && !shot.discarded)
    expect(pool.waiting).toBe(2)
    expect(kept).toHaveLength(1) // The item that was taken.
    await pool.close()
  })

  it('discards unused kinds', async () => {
    const { pool, started, nextTick } = poolOf({ idleMs: 0 })
    pool.take('python').start()
    await nextTick()
    pool.reap()
    expect(pool.waiting).toBe(0)
    expect(started.slice(1).every((shot) => shot.discarded)).toBe(true)
    await pool.close()
  })

  it('closing discards all, and nothing is started afterwards', async () => {
    const { pool, started, nextTick } = poolOf()
    const first = pool.take('python')
    const second = pool.take('python')
    first.start()
    await nextTick()
    await pool.close()
    second.start()
    await nextTick()
    expect(pool.waiting).toBe(0)
    expect(started.filter((shot) => !shot.discarded)).toEqual([first, second])
  })
})
