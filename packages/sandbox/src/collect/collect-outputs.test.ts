import { execFileSync } from 'node:child_process'
import { chmod, link, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultLimits } from '../execution/default-limits.ts'
import type { ExecutionLimits } from '../execution/execution.ts'
import { removeFolder } from '../folders/remove-folder.ts'
import { collectOutputs } from './collect-outputs.ts'
import { putFiles } from './put-files.ts'

describe('outputs of a workspace', () => {
  let outside = ''
  let folder = ''
  beforeEach(async () => {
    outside = await mkdtemp(join(tmpdir(), 'collect-'))
    folder = join(outside, 'work')
    await mkdir(folder)
    await writeFile(join(outside, 'secret'), 'secret of the host')
  })
  afterEach(() => rm(outside, { recursive: true, force: true }))

  const collect = (limits: Partial<ExecutionLimits> = {}) =>
    collectOutputs(folder, [], { ...defaultLimits, ...limits })

  it('nothing behind a link', async () => {
    await symlink('../secret', join(folder, 'relative'))
    await symlink(join(outside, 'secret'), join(folder, 'absolute'))
    await symlink(outside, join(folder, 'folder'))
    await link(join(outside, 'secret'), join(folder, 'hard'))
    const { outputs, skipped } = await collect()
    expect(outputs).toEqual([])
    expect(skipped).toEqual([
      { path: 'absolute', why: 'a symbolic link' },
      { path: 'folder', why: 'a symbolic link' },
      { path: 'hard', why: 'a hard link' },
      { path: 'relative', why: 'a symbolic link' },
    ])
  })

  it('no FIFO, socket or device, and none of them blocks', async () => {
    execFileSync('mkfifo', [join(folder, 'fifo')])
    const server = createServer().listen(join(folder, 'socket'))
    await new Promise((resolve) => server.once('listening', resolve))
    const { outputs, skipped } = await collect()
    server.close()
    expect(outputs).toEqual([])
    expect(skipped.map(({ path }) => path)).toEqual(['fifo', 'socket'])
  })

  it('no setuid bit: only the executable bit', async () => {
    await writeFile(join(folder, 'tool'), 'x')
    await chmod(join(folder, 'tool'), 0o6755)
    const { outputs } = await collect()
    expect(outputs).toEqual([{ path: 'tool', bytes: new Uint8Array([120]), executable: true }])
  })

  it('no more than the limits, and skipped files are reported', async () => {
    for (const [name, size] of [
      ['a', 50],
      ['b', 80],
      ['c', 40],
    ] as const)
      await writeFile(join(folder, name), Buffer.alloc(size))
    const bytes = await collect({ workspaceBytes: 100 })
    expect(bytes.outputs.map(({ path }) => path)).toEqual(['a', 'c'])
    expect(bytes.skipped).toEqual([{ path: 'b', why: 'too large' }])
    const entries = await collect({ workspaceEntries: 2 })
    expect(entries.outputs.map(({ path }) => path)).toEqual(['a', 'b'])
    expect(entries.skipped).toEqual([{ path: '', why: 'too many entries' }])
  })

  it('nothing in too deep folders, which are removed anyway', async () => {
    const deep = join(folder, ...Array.from({ length: 60 }, () => 'd'))
    await mkdir(deep, { recursive: true })
    await writeFile(join(deep, 'file'), 'x')
    const { outputs, skipped } = await collect()
    expect(outputs).toEqual([])
    expect(skipped).toEqual([{ path: 'd/'.repeat(16).slice(0, -1), why: 'the folder is too deep' }])
    await removeFolder(folder)
    expect(await readdir(outside)).toEqual(['secret'])
  })

  it('folders without permissions or with too long paths are removed anyway', async () => {
    await mkdir(join(folder, 'locked/inside'), { recursive: true })
    await chmod(join(folder, 'locked'), 0)
    const long = 'x'.repeat(200)
    const deeper = `mkdir ${long} && cd ${long}; `.repeat(30)
    execFileSync('bash', ['-c', deeper], { cwd: folder, stdio: 'ignore' })
    await removeFolder(folder)
    expect(await readdir(outside)).toEqual(['secret'])
  })

  it('only new or changed files', async () => {
    const before = [
      { path: 'same', bytes: Buffer.from('same'), executable: false },
      { path: 'in/bits', bytes: Buffer.from('bits'), executable: false },
      { path: 'changed', bytes: Buffer.from('before'), executable: true },
    ]
    await putFiles(folder, before, null)
    expect(await collectOutputs(folder, before, defaultLimits)).toEqual({
      outputs: [],
      skipped: [],
    })
    await chmod(join(folder, 'in/bits'), 0o755)
    await writeFile(join(folder, 'changed'), 'after')
    const { outputs } = await collectOutputs(folder, before, defaultLimits)
    expect(outputs.map(({ path, executable }) => [path, executable])).toEqual([
      ['changed', true],
      ['in/bits', true],
    ])
  })
})
