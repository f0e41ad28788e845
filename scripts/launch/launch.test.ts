import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
// @ts-expect-error Plain JavaScript that has to run before anything is installed.
import { satisfiesVersion } from './install-node.mjs'

const here = import.meta.dirname
const locks = join(here, '../../.node')

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'repertoire-launch-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Starts a process that runs this code with the launcher's modules imported. */
function start(code: string) {
  const file = join(folder, `${randomUUID()}.mjs`)
  const imports = [
    `import { exitLike, run } from ${JSON.stringify(join(here, 'run-child.mjs'))}`,
    `import { withLock } from ${JSON.stringify(join(here, 'file-lock.mjs'))}`,
    `import { appendFileSync } from 'node:fs'`,
  ]
  writeFileSync(file, `${imports.join('\n')}\n${code}`)
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  const ended = new Promise<{ code: number | null; signal: string | null; printed: string }>(
    (resolve) => child.on('close', (code, signal) => resolve({ code, signal, printed })),
  )
  const ready = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()))
  return { child, ended, ready }
}

describe('the launcher', () => {
  it('uses the present Node exactly when it satisfies engines', () => {
    const enough = ['22.18.0', '22.19.1', '23.0.0', '24.21.0', '100.0.0']
    const old = ['18.20.8', '20.20.2', '22.0.0', '22.17.9', '9.99.0']
    expect(enough.filter((version) => !satisfiesVersion(version))).toEqual([])
    expect(old.filter((version) => satisfiesVersion(version))).toEqual([])
  })

  it('lists its commands and exits with 2 for an unknown one', () => {
    for (const args of [[], ['nonsense'], ['toString']]) {
      const ended = spawnSync(process.execPath, [join(here, '../launch.mjs'), ...args], {
        encoding: 'utf8',
      })
      expect([ended.status, ended.stdout]).toEqual([2, ''])
      expect(ended.stderr).toContain(
        'start | dev | test | build | release | check | bench | proof | screenshots | train-word-vectors | train-passage-classifier | build-python-client | reference | cli',
      )
    }
  })

  it('exits with the exit code of the program it ran', async () => {
    const ended = await start(`exitLike(await run(process.execPath, ['-e', 'process.exit(7)']))`)
      .ended
    expect(ended).toMatchObject({ code: 7, signal: null })
  })

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'passes %s on, and waits for the program to shut down',
    async (signal) => {
      const program = `process.on('${signal}', () => { console.log('shutdown'); process.exit(3) })
        setInterval(() => {}, 1000); console.log('ready')`
      const { child, ended, ready } = start(
        `exitLike(await run(process.execPath, ['-e', ${JSON.stringify(program)}]))`,
      )
      await ready
      child.kill(signal)
      expect(await ended).toEqual({ code: 3, signal: null, printed: 'ready\nshutdown\n' })
    },
  )

  it('stops the program it ran when npm’s shell around it is killed', async () => {
    const shutdown = join(folder, 'shutdown')
    const program = `process.on('SIGTERM', () => {
        require('node:fs').writeFileSync(${JSON.stringify(shutdown)}, ''); process.exit(0)
      }); setInterval(() => {}, 1000); console.log('ready')`
    const file = join(folder, 'launcher.mjs')
    const module = JSON.stringify(join(here, 'run-child.mjs'))
    writeFileSync(
      file,
      `import { run } from ${module}
       await run(process.execPath, ['-e', ${JSON.stringify(program)}])`,
    )
    const shell = spawn('sh', ['-c', `"$0" "$1"; true`, process.execPath, file], {
      env: { ...process.env, npm_lifecycle_event: 'start' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise((resolve) => shell.stdout.once('data', resolve))
    shell.kill('SIGTERM')
    // The output closes after every process of the shell has exited.
    await new Promise((resolve) => shell.on('close', resolve))
    expect(existsSync(shutdown)).toBe(true)
  })

  it('exits by the signal that ended the program it ran', async () => {
    const program = `process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000)`
    const { ended } = start(
      `exitLike(await run(process.execPath, ['-e', ${JSON.stringify(program)}]))`,
    )
    expect(await ended).toMatchObject({ code: null, signal: 'SIGTERM' })
  })
})

describe('concurrent preparation', () => {
  const name = `test-${process.pid}`
  afterEach(() => rmSync(join(locks, `${name}.lock`), { force: true }))

  it('runs once at a time', async () => {
    const log = join(folder, 'log')
    const work = `await withLock('${name}', async () => {
      appendFileSync(${JSON.stringify(log)}, 'in ')
      for (let turn = 0; turn < 50; turn++) await new Promise((go) => setImmediate(go))
      appendFileSync(${JSON.stringify(log)}, 'out ')
    })`
    const all = await Promise.all([1, 2, 3].map(() => start(work).ended))
    expect(all.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(readFileSync(log, 'utf8')).toBe('in out in out in out ')
    expect(existsSync(join(locks, `${name}.lock`))).toBe(false)
  })

  it('takes over the lock of a dead process', async () => {
    const gone = spawnSync(process.execPath, ['-e', '0']).pid
    mkdirSync(locks, { recursive: true })
    writeFileSync(join(locks, `${name}.lock`), JSON.stringify({ pid: gone, host: hostname() }))
    const { ended } = start(`await withLock('${name}', () => console.log('mine'))`)
    expect(await ended).toMatchObject({ code: 0, printed: 'mine\n' })
  })

  it('releases the lock after a failure', async () => {
    const failed = await start(
      `await withLock('${name}', () => { throw new Error('no') }).catch(() => process.exit(4))`,
    ).ended
    expect(failed.code).toBe(4)
    const next = await start(`await withLock('${name}', () => console.log('mine'))`).ended
    expect(next).toMatchObject({ code: 0, printed: 'mine\n' })
  })
})
