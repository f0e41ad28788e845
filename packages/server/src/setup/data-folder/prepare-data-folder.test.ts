import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { spawnServer, startServerProcess } from '../../testing/server-process.ts'
import { dataFolderMode } from './data-folder-mode.ts'
import { prepareDataFolder } from './prepare-data-folder.ts'

let parent: string
let dataDir: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'repertoire-data-'))
  dataDir = join(parent, 'data')
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

const modeOf = (...path: string[]) => statSync(join(dataDir, ...path)).mode & 0o7777

async function prepare(mode = 0o700) {
  const logged: object[] = []
  const logger = { warn: (fields: object, text: string) => void logged.push({ ...fields, text }) }
  await prepareDataFolder({ dataDir, mode, hasDatabase: true, logger: logger as never })
  return logged
}

describe('the data folder', () => {
  it('is made closed to other accounts, and its database too', async () => {
    expect(await prepare()).toEqual([])
    expect([modeOf(), modeOf('repertoire.db')]).toEqual([0o700, 0o600])
  })

  it('is closed when it was there before with wider modes, which is told once', async () => {
    mkdirSync(join(dataDir, 'blobs'), { recursive: true })
    const files = ['repertoire.db', 'repertoire.db-wal', 'secret.key', 'local.json']
    for (const file of files) {
      writeFileSync(join(dataDir, file), '')
      chmodSync(join(dataDir, file), 0o644)
    }
    chmodSync(dataDir, 0o2777)
    chmodSync(join(dataDir, 'blobs'), 0o755)
    const [told, ...more] = await prepare()
    expect(told).toMatchObject({ closed: expect.arrayContaining([dataDir]) })
    expect(more).toEqual([])
    expect([modeOf(), modeOf('blobs')]).toEqual([0o2700, 0o700])
    expect(files.map((file) => modeOf(file))).toEqual(files.map(() => 0o600))
    expect(await prepare()).toEqual([])
  })

  it('says what to do where a file has its name, or nothing can be made', async () => {
    writeFileSync(dataDir, '')
    await expect(prepare()).rejects.toThrow(
      `The data folder ${dataDir} is not a folder; choose another one with --data.`,
    )
    if (process.platform !== 'linux') return
    dataDir = '/proc/nope/below'
    await expect(prepare()).rejects.toThrow('cannot be made there; choose another one')
  })

  it('leaves a folder as it is that is a link to a shared one', async () => {
    const shared = join(parent, 'shared')
    mkdirSync(shared)
    chmodSync(shared, 0o2770)
    mkdirSync(dataDir, { mode: 0o700 })
    symlinkSync(shared, join(dataDir, 'blobs'))
    expect(await prepare()).toEqual([])
    expect(statSync(shared).mode & 0o7777).toBe(0o2770)
  })

  it.skipIf(process.getuid?.() !== 0)(
    'leaves a folder as it is that belongs to another account, and tells that it is open',
    async () => {
      mkdirSync(join(dataDir, 'blobs'), { recursive: true })
      chmodSync(dataDir, 0o700)
      chmodSync(join(dataDir, 'blobs'), 0o770)
      chownSync(join(dataDir, 'blobs'), 65_534, 65_534)
      expect(await prepare()).toMatchObject([{ open: [join(dataDir, 'blobs')] }])
      expect(modeOf('blobs')).toBe(0o770)
    },
  )

  it('gives nobody more than they had', async () => {
    mkdirSync(dataDir, { mode: 0o700 })
    expect(await prepare(0o711)).toEqual([])
    expect(modeOf()).toBe(0o700)
  })

  it('stays passable for the account of scripts when root runs the server and layers are inside', () => {
    const inside = { dataDir: '/d', layersDir: '/d/layers' }
    expect(dataFolderMode({ ...inside, isRoot: true })).toBe(0o711)
    expect(dataFolderMode({ ...inside, isRoot: false })).toBe(0o700)
    expect(dataFolderMode({ ...inside, layersDir: '/var/cache/l', isRoot: true })).toBe(0o700)
    expect(dataFolderMode({ ...inside, layersDir: '/dd', isRoot: true })).toBe(0o700)
  })
})

/** Only the child sees the mounts. */
const isolated = ['--user', '--map-root-user', '--mount']
const canMount =
  spawnSync('unshare', [...isolated, 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0

function startUnder(mount: string): { code: number | null; out: string } {
  const main = process.env.SERVER_MAIN ?? join(import.meta.dirname, '../../main.ts')
  const server = [process.execPath, '--conditions=repertoire-source', main]
  const args = ['sh', '-c', `${mount} && exec "$@"`, dataDir, ...server, '--port', '0', '--data']
  const { status, stdout, stderr } = spawnSync('unshare', [...isolated, ...args, dataDir], {
    encoding: 'utf8',
  })
  return { code: status, out: `${stdout}${stderr}` }
}

const oneLine = /^Repertoire cannot start: The data folder \S+ [^\n]+\n$/

describe('a start on a data folder that cannot be used', { timeout: 60_000 }, () => {
  it.skipIf(!canMount)('says in one line that it is read-only', () => {
    mkdirSync(dataDir)
    const { code, out } = startUnder('mount --bind "$0" "$0" && mount -o remount,ro,bind "$0"')
    expect([code, out]).toEqual([1, expect.stringMatching(oneLine)])
    expect(out).toContain('is read-only')
  })

  it.skipIf(!canMount)('says in one line that the disk is full', () => {
    mkdirSync(dataDir)
    const fill = 'head -c 1m /dev/zero > "$0/filler" 2>/dev/null; :'
    const { code, out } = startUnder(`mount -t tmpfs -o size=64k tmpfs "$0" && { ${fill}; }`)
    expect([code, out]).toEqual([1, expect.stringMatching(oneLine)])
    expect(out).toContain('full disk')
  })

  it('says in one line that it is a file', async () => {
    writeFileSync(dataDir, '')
    const server = spawnServer(['--port', '0', '--data', dataDir])
    expect(await server.exited).toBe(1)
    expect(server.logged()).toMatch(oneLine)
  })

  it.skipIf(process.getuid?.() !== 0)('says in one line that another account owns it', () => {
    mkdirSync(dataDir, { mode: 0o755 })
    chmodSync(parent, 0o755)
    const main = process.env.SERVER_MAIN ?? join(import.meta.dirname, '../../main.ts')
    const args = ['--conditions=repertoire-source', main, '--port', '0', '--data', dataDir]
    const { status, stderr } = spawnSync(process.execPath, args, {
      ...{ uid: 65_534, gid: 65_534, encoding: 'utf8', cwd: '/', env: { PATH: process.env.PATH } },
    })
    expect([status, stderr]).toEqual([1, expect.stringMatching(oneLine)])
    expect(stderr).toContain('may not be written by this account')
  })

  it('says in one line that another server uses it, whose address the command line keeps', async () => {
    const first = await startServerProcess(dataDir, { SANDBOX_BACKEND: 'off' })
    const address = readFileSync(join(dataDir, 'local.json'), 'utf8')
    const second = spawnServer(['--port', '0', '--data', dataDir])
    expect(await second.exited).toBe(1)
    expect(second.logged()).toMatch(oneLine)
    expect(second.logged()).toContain(`is in use by the server at ${first.url}`)
    expect(readFileSync(join(dataDir, 'local.json'), 'utf8')).toBe(address)
    await first.stop('SIGKILL')
    const third = await startServerProcess(dataDir, { SANDBOX_BACKEND: 'off' })
    await third.stop('SIGTERM')
  })

  it('closes a folder that was open, and starts', async () => {
    mkdirSync(dataDir)
    chmodSync(dataDir, 0o755)
    execFileSync('touch', [join(dataDir, 'repertoire.db')])
    chmodSync(join(dataDir, 'repertoire.db'), 0o644)
    const server = await startServerProcess(dataDir, { SANDBOX_BACKEND: 'off' })
    const warnings = server
      .logged()
      .split('\n')
      .filter((line) => line.includes('closed now'))
    expect(warnings).toHaveLength(1)
    expect(modeOf() & 0o066).toBe(0)
    for (const file of ['repertoire.db', 'repertoire.db-wal', 'local.json']) {
      expect([file, modeOf(file)]).toEqual([file, 0o600])
    }
    await server.stop('SIGTERM')
  })

  it.skipIf(process.getuid?.() !== 0)(
    'lets the account of scripts of a root server pass to the layers, and read nothing else',
    async () => {
      chmodSync(parent, 0o755)
      mkdirSync(join(dataDir, 'layers'), { recursive: true, mode: 0o755 })
      mkdirSync(join(dataDir, 'blobs'), { mode: 0o755 })
      const server = await startServerProcess(dataDir, { SANDBOX_BACKEND: 'off' })
      const asScript = (...command: [string, ...string[]]) =>
        spawnSync(command[0], command.slice(1), { uid: 65_534, gid: 65_534 }).status
      expect(modeOf()).toBe(0o711)
      expect(asScript('ls', join(dataDir, 'layers'))).toBe(0)
      for (const path of ['.', 'blobs']) expect(asScript('ls', join(dataDir, path))).not.toBe(0)
      for (const file of ['repertoire.db', 'local.json']) {
        expect(asScript('cat', join(dataDir, file))).not.toBe(0)
      }
      await server.stop('SIGTERM')
    },
  )
})
