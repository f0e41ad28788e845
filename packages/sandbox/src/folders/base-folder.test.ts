import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeBaseFolder } from './base-folder.ts'

describe.skipIf(process.platform !== 'linux')('the folder of a process', () => {
  let parent = ''
  const shared = (): string => join(parent, `repertoire-sandbox-${process.getuid?.()}`)
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'base-'))
  })
  afterEach(() => rmSync(parent, { recursive: true }))

  it('is its own each time, and does not disturb the others of processes that live', async () => {
    const one = await makeBaseFolder(parent)
    const two = await makeBaseFolder(parent)
    expect(readdirSync(shared()).toSorted()).toEqual([basename(one), basename(two)].toSorted())
  })

  it('sweeps what processes left that are no more, even when their number came again', async () => {
    const mine = basename(await makeBaseFolder(parent))
    const [namespace, pid, started] = mine.split('-')
    const gone = [`${namespace}-4194999-123-aa`, `${namespace}-${pid}-1-bb`]
    // Processes of another namespace cannot be told from dead ones.
    const foreign = `1-4194999-${started}-cc`
    for (const name of [...gone, foreign]) {
      mkdirSync(join(shared(), name, 'slot-1/work'), { recursive: true })
      writeFileSync(join(shared(), name, 'slot-1/work/file'), 'left')
    }
    const next = basename(await makeBaseFolder(parent))
    expect(readdirSync(shared()).toSorted()).toEqual([mine, foreign, next].toSorted())
  })

  it('is not made where others could write', async () => {
    mkdirSync(shared())
    chmodSync(shared(), 0o777)
    await expect(makeBaseFolder(parent)).rejects.toThrow(/remove it/)
  })
})
