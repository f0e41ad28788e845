import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
// @ts-expect-error Plain JavaScript that has to run before anything is installed.
import { isSatisfying } from './install-node.mjs'

const here = import.meta.dirname
const locks = join(here, '../../.node')

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'repertoire-launch-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Starts a process that runs this code with the launcher's modules at hand. */
function start(code: string) {
  const file = join(folder, `${randomUUID()}.mjs`)
  const imports = [
    `import { exitLike, run } from ${JSON.stringify(join(here, 'run-child.mjs'))}`,
    `import { oneAtATime } from ${JSON.stringify(join(here, 'one-at-a-time.mjs'))}`,
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
  it('takes the Node at hand exactly when it satisfies engines', () => {
    const enough = ['22.18.0', '22.19.1', '23.0.0', '24.21.0', '100.0.0']
    const old = ['18.20.8', '20.20.2', '22.0.0', '22.17.9', '9.99.0']
    expect(enough.filter((version) => !isSatisfying(version))).toEqual([])
    expect(old.filter((version) => isSatisfying(version))).toEqual([])
  })

  it('ends with 2 and its commands when it does not know one', () => {
    for (const args of [[], ['nonsense'], ['toString']]) {
      const ended = spawnSync(process.execPath, [join(here, '../launch.mjs'), ...args], {
        encoding: 'utf8',
      })
      expect([ended.status, ended.stdout]).toEqual([2, ''])
      expect(ended.stderr).toContain(
        'start | dev | test | check | bench | proof | screenshots | reference | cli',
      )
    }
  })

  it('ends with the exit code of what it ran', async () => {
    const ended = await start(`exitLike(await run(process.execPath, ['-e', 'process.exit(7)']))`)
      .ended
    expect(ended).toMatchObject({ code: 7, signal: null })
  })

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'passes %s on, and waits for the goodbye',
    async (signal) => {
      const program = `process.on('${signal}', () => { console.log('goodbye'); process.exit(3) })
        setInterval(() => {}, 1000); console.log('ready')`
      const { child, ended, ready } = start(
        `exitLike(await run(process.execPath, ['-e', ${JSON.stringify(program)}]))`,
      )
      await ready
      child.kill(signal)
      expect(await ended).toEqual({ code: 3, signal: null, printed: 'ready\ngoodbye\n' })
    },
  )

  it('stops what it ran when the shell that npm put around it is killed', async () => {
    const goodbye = join(folder, 'goodbye')
    const program = `process.on('SIGTERM', () => {
        require('node:fs').writeFileSync(${JSON.stringify(goodbye)}, ''); process.exit(0)
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
    // Its output is closed once everything it had started is gone.
    await new Promise((resolve) => shell.on('close', resolve))
    expect(existsSync(goodbye)).toBe(true)
  })

  it('dies of the signal that what it ran died of', async () => {
    const program = `process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000)`
    const { ended } = start(
      `exitLike(await run(process.execPath, ['-e', ${JSON.stringify(program)}]))`,
    )
    expect(await ended).toMatchObject({ code: null, signal: 'SIGTERM' })
  })
})

describe('preparation by several starts at once', () => {
  const name = `test-${process.pid}`
  afterEach(() => rmSync(join(locks, `${name}.lock`), { force: true }))

  it('is done by one at a time', async () => {
    const log = join(folder, 'log')
    const work = `await oneAtATime('${name}', async () => {
      appendFileSync(${JSON.stringify(log)}, 'in ')
      for (let turn = 0; turn < 50; turn++) await new Promise((go) => setImmediate(go))
      appendFileSync(${JSON.stringify(log)}, 'out ')
    })`
    const all = await Promise.all([1, 2, 3].map(() => start(work).ended))
    expect(all.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(readFileSync(log, 'utf8')).toBe('in out in out in out ')
    expect(existsSync(join(locks, `${name}.lock`))).toBe(false)
  })

  it('is taken over from one that died', async () => {
    const gone = spawnSync(process.execPath, ['-e', '0']).pid
    mkdirSync(locks, { recursive: true })
    writeFileSync(join(locks, `${name}.lock`), JSON.stringify({ pid: gone, host: hostname() }))
    const { ended } = start(`await oneAtATime('${name}', () => console.log('mine'))`)
    expect(await ended).toMatchObject({ code: 0, printed: 'mine\n' })
  })

  it('lets the next one in after it failed', async () => {
    const failed = await start(
      `await oneAtATime('${name}', () => { throw new Error('no') }).catch(() => process.exit(4))`,
    ).ended
    expect(failed.code).toBe(4)
    const next = await start(`await oneAtATime('${name}', () => console.log('mine'))`).ended
    expect(next).toMatchObject({ code: 0, printed: 'mine\n' })
  })
})
