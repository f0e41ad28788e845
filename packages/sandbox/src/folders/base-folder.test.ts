import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeBaseFolder } from './base-folder.ts'

describe.skipIf(process.platform !== 'linux')('the base folder of a process', () => {
  let parent = ''
  const shared = (): string => join(parent, `repertoire-sandbox-${process.getuid?.()}`)
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'base-'))
  })
  afterEach(() => rmSync(parent, { recursive: true }))

  it('is unique, and keeps the folders of live processes', async () => {
    const one = await makeBaseFolder(parent)
    const two = await makeBaseFolder(parent)
    expect(readdirSync(shared()).toSorted()).toEqual([basename(one), basename(two)].toSorted())
  })

  it('removes folders of exited processes, even when their PID was reused', async () => {
    const mine = basename(await makeBaseFolder(parent))
    const [namespace, pid, started] = mine.split('-')
    const gone = [`${namespace}-4194999-123-aa`, `${namespace}-${pid}-1-bb`]
    // Processes of another namespace look like exited ones.
    const foreign = `1-4194999-${started}-cc`
    for (const name of [...gone, foreign]) {
      mkdirSync(join(shared(), name, 'slot-1/work'), { recursive: true })
      writeFileSync(join(shared(), name, 'slot-1/work/file'), 'left')
    }
    const next = basename(await makeBaseFolder(parent))
    expect(readdirSync(shared()).toSorted()).toEqual([mine, foreign, next].toSorted())
  })

  it('is not created where others could write', async () => {
    mkdirSync(shared())
    chmodSync(shared(), 0o777)
    await expect(makeBaseFolder(parent)).rejects.toThrow(/remove it/)
  })
})
