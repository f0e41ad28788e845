import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFixedClock } from '@repertoire/core/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { createFolderHealth } from './folder-health.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'repertoire-health-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const failing = (code: string) => async () => {
  throw Object.assign(new Error(code), { code })
}

describe('the folders of a server', () => {
  it('are written for a moment, and those that are not there yet are no problem', async () => {
    const folders = [dataDir, join(dataDir, 'blobs')]
    const health = createFolderHealth({ dataDir, folders, clock: createFixedClock() })
    await health.check()
    expect(readdirSync(dataDir)).toEqual([])
    expect(await health.freeBytes()).toBeGreaterThan(0)
  })

  it.each([
    ['ENOSPC', 'store.full'],
    ['EDQUOT', 'store.full'],
    ['EACCES', 'store.folder-unusable'],
    ['EROFS', 'store.folder-unusable'],
  ])('%s: are reported as %s', async (reason, code) => {
    const parts = { dataDir, folders: [dataDir], clock: createFixedClock() }
    const health = createFolderHealth({ ...parts, write: failing(reason) })
    await expect(health.check()).rejects.toMatchObject({ problem: { code, kind: 'unavailable' } })
  })

  it('are tried once in five seconds, however often somebody asks', async () => {
    const clock = createFixedClock()
    let tries = 0
    const write = async () => {
      tries += 1
    }
    const health = createFolderHealth({ dataDir, folders: [dataDir], clock, write })
    await Promise.all([health.check(), health.check()])
    await health.check()
    expect(tries).toBe(1)
    clock.advance(5_000)
    await health.check()
    expect(tries).toBe(2)
  })

  it('do not keep anybody waiting where the disk does not answer, and are not tried on top of that', async () => {
    const clock = createFixedClock()
    let tries = 0
    const write = () => {
      tries += 1
      return new Promise<void>(() => undefined)
    }
    const parts = { dataDir, folders: [dataDir], clock, write, deadlineMs: 10 }
    const health = createFolderHealth(parts)
    for (let asked = 0; asked < 3; asked += 1) {
      await expect(health.check()).rejects.toMatchObject({ problem: { code: 'store.slow' } })
      clock.advance(60_000)
    }
    expect(tries).toBe(1)
  })
})
