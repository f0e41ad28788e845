import { describe, expect, it } from 'vitest'
import { type OneShot, WarmPool } from './warm-pool.ts'

/** Starts when it is told to, and remembers what became of it. */
class Shot implements OneShot {
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

function poolOf(options: { size?: number; mostKinds?: number; idleMs?: number } = {}) {
  const started: Shot[] = []
  const pool = new WarmPool<string, Shot>({
    start: (kind) => {
      const shot = new Shot(kind)
      started.push(shot)
      return shot
    },
    size: () => options.size ?? 2,
    mostKinds: options.mostKinds ?? 8,
    idleMs: options.idleMs ?? 60_000,
  })
  const settled = (): Promise<void> => new Promise(setImmediate)
  return { pool, started, settled }
}

describe('the warm pool', () => {
  it('starts nothing before it is asked, then fills up beside the first', async () => {
    const { pool, started, settled } = poolOf()
    expect(started).toHaveLength(0)
    const first = pool.take('python')
    expect([started.length, pool.waiting]).toEqual([1, 0])
    first.start()
    await settled()
    expect([started.length, pool.waiting]).toEqual([3, 2])
    await pool.close()
  })

  it('below its size nobody gets one that was not started ahead, and refilling blocks nobody', async () => {
    const { pool, started, settled } = poolOf({ size: 3 })
    pool.take('python').start()
    await settled()
    const ahead = started.slice(1)
    for (const shot of ahead) shot.start()
    // All at once, without a moment in between for anything to be started.
    const taken = [pool.take('python'), pool.take('python'), pool.take('python')]
    expect(taken).toEqual(ahead)
    await settled()
    expect(pool.waiting).toBe(3)
    await pool.close()
  })

  it('never gives one out twice', async () => {
    const { pool, started, settled } = poolOf()
    const taken = new Set<Shot>()
    for (let n = 0; n < 50; n += 1) {
      const shot = pool.take(n % 3 === 0 ? 'python' : 'node')
      expect(taken.has(shot)).toBe(false)
      expect(shot.kind).toBe(n % 3 === 0 ? 'python' : 'node')
      taken.add(shot)
      for (const one of started) one.start()
      await settled()
    }
    await pool.close()
  })

  it('does not start again by itself what fails or dies', async () => {
    const { pool, started, settled } = poolOf()
    pool.take('python').fail(new Error('broken'))
    await settled()
    expect(started).toHaveLength(1)
    pool.take('python').start()
    await settled()
    expect(pool.waiting).toBe(2)
    started.at(-1)?.end()
    await settled()
    expect([started.length, pool.waiting, started.at(-1)?.discarded]).toEqual([4, 1, true])
    await pool.close()
  })

  it('keeps so many kinds, and lets go of the one not asked for longest', async () => {
    const { pool, started, settled } = poolOf({ size: 1, mostKinds: 2 })
    for (const kind of ['a', 'b', 'a', 'c']) {
      pool.take(kind).start()
      for (const shot of started) shot.start()
      await settled()
    }
    const kept = started.filter((shot) => shot.kind === 'b' && !shot.discarded)
    expect(pool.waiting).toBe(2)
    expect(kept).toHaveLength(1) // The one that was taken.
    await pool.close()
  })

  it('lets go of kinds nobody asks for', async () => {
    const { pool, started, settled } = poolOf({ idleMs: 0 })
    pool.take('python').start()
    await settled()
    pool.reap()
    expect(pool.waiting).toBe(0)
    expect(started.slice(1).every((shot) => shot.discarded)).toBe(true)
    await pool.close()
  })

  it('closing lets go of all, and nothing is started afterwards', async () => {
    const { pool, started, settled } = poolOf()
    const first = pool.take('python')
    const second = pool.take('python')
    first.start()
    await settled()
    await pool.close()
    second.start()
    await settled()
    expect(pool.waiting).toBe(0)
    expect(started.filter((shot) => !shot.discarded)).toEqual([first, second])
  })
})
