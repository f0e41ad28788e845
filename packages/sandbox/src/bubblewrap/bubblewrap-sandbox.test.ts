import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemCalls } from '../attacks/attack-scripts.ts'
import { printNamespace, processesIn } from '../attacks/process-namespace.ts'
import { requestOf, runScript } from '../contract/run-script.ts'
import { defaultLimits } from '../execution/default-limits.ts'
import { makeBaseFolder } from '../folders/base-folder.ts'
import { openSandbox } from '../open-sandbox.ts'
import { BubblewrapSandbox } from './bubblewrap-sandbox.ts'
import { noBubblewrap } from './no-bubblewrap.ts'
import { prepareHost } from './prepare-host.ts'
import { findBubblewrap } from './probe-bubblewrap.ts'
import { processLimits } from './process-limits.ts'
import { SandboxInstance } from './sandbox-instance.ts'

const account = process.getuid?.() === 0 ? { uid: 59_917, gid: 59_917 } : null
const runtimes = [{ runtime: 'shell' as const, version: 'Bash' }]
const sizes = { concurrency: 2, queueLimit: 1_000, poolSize: 2, idleMs: 60_000 }

describe.skipIf(noBubblewrap)('the bubblewrap sandbox', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bubblewrap-'))
    await chmod(folder, 0o755)
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))
  const left = async (): Promise<string[]> =>
    (await readdir(folder, { recursive: true })).filter((path) => path.includes('/'))

  it('keeps interpreters warm after the first request, and uses them for the next', async () => {
    const sandbox = await openSandbox({ folder, poolSize: 2 })
    expect(await sandbox.health()).toMatchObject({ warm: 0, running: 0 })
    await runScript(sandbox, 'shell', 'echo one')
    await expect.poll(async () => (await sandbox.health()).warm).toBe(2)
    expect(await runScript(sandbox, 'shell', 'echo two')).toMatchObject({ stdout: 'two\n' })
    await sandbox.close()
    expect(await left()).toEqual([])
  })

  it('closing lets running executions finish, rejects the rest, and leaves nothing', async () => {
    const sandbox = await openSandbox({ folder, concurrency: 1 })
    let tellReady = (): void => undefined
    const ready = new Promise<void>((resolve) => {
      tellReady = resolve
    })
    const listener = { onOutput: () => tellReady() }
    const running = runScript(sandbox, 'shell', 'echo one; sleep 0.3; echo two', { listener })
    const waiting = runScript(sandbox, 'shell', 'echo three').catch((error) => error.code)
    await ready
    const closing = sandbox.close(10_000)
    expect(await waiting).toBe('sandbox.stopping')
    await expect(runScript(sandbox, 'shell', 'echo')).rejects.toMatchObject({
      code: 'sandbox.stopping',
    })
    expect(await running).toMatchObject({ status: 'ok', stdout: 'one\ntwo\n' })
    await closing
    expect(await left()).toEqual([])
  })

  it('closing kills what takes longer than its grace period', async () => {
    const sandbox = await openSandbox({ folder })
    let namespace = ''
    let tellReady = (): void => undefined
    const ready = new Promise<void>((resolve) => {
      tellReady = resolve
    })
    const listener = {
      onOutput(_: string, bytes: Uint8Array) {
        namespace += Buffer.from(bytes)
        tellReady()
      },
    }
    const script = `${printNamespace}import time\ntime.sleep(100)`
    const running = runScript(sandbox, 'python', script, { listener })
    await ready
    await sandbox.close(0)
    expect(await running).toMatchObject({ status: 'cancelled', exitCode: null })
    expect(processesIn(namespace)).toEqual([])
    expect(await left()).toEqual([])
  })

  it('runs many queued executions, loses none, and serves keys in turns', async () => {
    const sandbox = await openSandbox({ folder, concurrency: 2 })
    const order: string[] = []
    const all = Array.from({ length: 60 }, (_, index) => {
      const queueKey = index < 40 ? 'greedy' : 'modest'
      return runScript(sandbox, 'shell', 'echo "$1"', { args: [`${index}`], queueKey }).then(
        (result) => {
          order.push(queueKey)
          return result.stdout
        },
      )
    })
    const numbers = all.map((_, index) => `${index}\n`)
    expect(await Promise.all(all)).toEqual(numbers)
    // 20 of the small key among the first 44 or so: it did not wait for the 40 queued before.
    expect(order.lastIndexOf('modest')).toBeLessThan(50)
    await sandbox.close()
  })

  it('C5: hanging scripts of one person stop neither a colleague nor another organisation', async () => {
    const sandbox = await openSandbox({ folder, concurrency: 4 })
    const abort = new AbortController()
    const hang = () =>
      runScript(sandbox, 'python', 'import time\ntime.sleep(100)', {
        ...{ queueKey: 'org/ann', limits: { wallMs: 60_000 } },
        listener: { signal: abort.signal },
      })
    const hanging = Array.from({ length: 5 }, hang)
    for (const queueKey of ['org/bob', 'two/eve']) {
      const other = await runScript(sandbox, 'shell', 'echo hello', { queueKey })
      expect(other).toMatchObject({ status: 'ok', stdout: 'hello\n' })
    }
    expect(await sandbox.health()).toMatchObject({ queued: 3 })
    abort.abort()
    const statuses = (await Promise.all(hanging)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set(['cancelled']))
    await sandbox.close()
  })

  it('threads and processes work without clone3', async () => {
    const sandbox = await openSandbox({ folder })
    const script = `${systemCalls}
import subprocess, threading
threading.Thread(target=lambda: print('thread', flush=True)).start()
print(subprocess.run(['echo', 'process'], capture_output=True, text=True).stdout.strip(), call(435, 0, 0))`
    const { stdout } = await runScript(sandbox, 'python', script)
    expect(stdout.split('\n').toSorted()).toEqual(['', 'process ENOSYS', 'thread'])
    await sandbox.close()
  })

  it('counts memory shared by forked processes once', async () => {
    const sandbox = await openSandbox({ folder })
    const script = `
import os, time
data = b'x' * (120 << 20)
for n in range(5):
  if os.fork() == 0:
    time.sleep(0.5)
    os._exit(0)
for n in range(5): os.wait()
print('shared')`
    const limits = { memoryBytes: 256 * 1024 * 1024 }
    const result = await runScript(sandbox, 'python', script, { limits })
    expect(result).toMatchObject({ status: 'ok', stdout: 'shared\n' })
    await sandbox.close()
  })

  it('lets a Node heap reach its own limit before the memory limit', async () => {
    const sandbox = await openSandbox({ folder })
    const script = 'const all = []\nfor (;;) all.push(Array.from({ length: 1000 }, () => ({})))'
    const limits = { memoryBytes: 400 * 1024 * 1024 }
    const result = await runScript(sandbox, 'node', script, { limits })
    expect(result).toMatchObject({ status: 'out-of-memory', exitCode: 134 })
    await sandbox.close()
  })

  it('descriptors inherited by the host process do not get in', async () => {
    const leaky = join(folder, 'leaky-bwrap')
    const secret = join(folder, 'secret')
    await writeFile(secret, 'secret')
    await chmod(secret, 0o644)
    await writeFile(
      leaky,
      `#!/bin/bash\nexec 7<${secret} 9<${secret} 200<${secret}\nexec ${findBubblewrap()} "$@"\n`,
    )
    await chmod(leaky, 0o755)
    const baseFolder = await makeBaseFolder(folder)
    const host = await prepareHost({
      bubblewrap: leaky,
      account,
      baseFolder,
      pythonPaths: [],
      groupParent: null,
    })
    const sandbox = new BubblewrapSandbox(host, runtimes, sizes)
    const { stdout } = await runScript(sandbox, 'shell', 'ls -l /proc/$$/fd; cat <&7; cat <&9')
    expect(stdout).not.toContain('secret')
    expect(stdout).not.toMatch(/ (7|9|200) ->/)
    await sandbox.close()
  })

  it('puts the tree into a delegated control group before it gets its job', async () => {
    const groups = join(folder, 'groups')
    await mkdir(groups)
    const baseFolder = await makeBaseFolder(folder)
    const bubblewrap = findBubblewrap() ?? ''
    const host = await prepareHost({
      bubblewrap,
      account,
      baseFolder,
      pythonPaths: [],
      groupParent: groups,
    })
    const sandbox = new BubblewrapSandbox(host, runtimes, { ...sizes, poolSize: 0 })
    expect(await sandbox.health()).toMatchObject({ reason: '' })
    let seen = ''
    const listener = {
      onOutput() {
        // A fake cgroup folder: the kernel's files about a killed tree are written by hand.
        const [group = ''] = readdirSync(groups)
        const pid = readFileSync(join(groups, group, 'cgroup.procs'), 'utf8')
        seen = readlinkSync(`/proc/${pid}/ns/pid`)
        writeFileSync(join(groups, group, 'memory.events'), 'oom_kill 1\n')
        writeFileSync(join(groups, group, 'cpu.stat'), 'usage_usec 7000\n')
      },
    }
    const script = 'readlink /proc/self/ns/pid; sleep 0.2; kill -9 $$'
    const result = await runScript(sandbox, 'shell', script, { listener })
    expect(seen).toBe(result.stdout.trim())
    expect(result).toMatchObject({ status: 'out-of-memory', exitCode: 137, usage: { cpuMs: 7 } })
    await sandbox.close()
  })

  it('a missing runtime is rejected by its name', async () => {
    const baseFolder = await makeBaseFolder(folder)
    const bubblewrap = findBubblewrap() ?? ''
    const host = await prepareHost({
      bubblewrap,
      account,
      baseFolder,
      pythonPaths: ['/usr/bin/no-python'],
      groupParent: null,
    })
    const sandbox = new BubblewrapSandbox(host, runtimes, sizes)
    await expect(sandbox.execute(requestOf('python', 'x'))).rejects.toMatchObject({
      code: 'sandbox.runtime-missing',
      message: expect.stringContaining('install python3'),
    })
    await sandbox.close()
  })

  it('outputs of all kinds are collected safely, and all are removed', async () => {
    const sandbox = await openSandbox({ folder })
    const script = `
import os, socket, stat
os.symlink('/etc/shadow', 'shadow')
os.symlink('../../../../etc/passwd', 'up')
os.mkfifo('fifo')
socket.socket(socket.AF_UNIX).bind('socket')
open('tool', 'w').write('x'); os.chmod('tool', 0o6755)
os.makedirs('/'.join(['d'] * 60)); open('/'.join(['d'] * 60) + '/file', 'w').write('x')
os.mkdir('locked'); open('locked/file', 'w').write('x'); os.chmod('locked', 0)
open('good', 'w').write('good')`
    const { outputs, skipped, status } = await runScript(sandbox, 'python', script)
    expect(status).toBe('ok')
    // Root can read the locked folder, others cannot.
    const paths = outputs.map(({ path }) => path).filter((path) => path !== 'locked/file')
    expect(paths).toEqual(['good', 'tool'])
    expect(skipped.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['shadow', 'up', 'fifo', 'socket']),
    )
    await sandbox.close()
    expect(await left()).toEqual([])
  })

  it('an instance discarded during startup leaves neither process nor folder', async () => {
    const baseFolder = await makeBaseFolder(folder)
    const bubblewrap = findBubblewrap() ?? ''
    const host = await prepareHost({
      bubblewrap,
      account,
      baseFolder,
      pythonPaths: [],
      groupParent: null,
    })
    const kind = {
      runtime: 'shell' as const,
      limits: processLimits(defaultLimits),
      layers: [],
      socket: null,
    }
    for (let turns = 0; turns < 12; turns += 1) {
      const instance = new SandboxInstance(host, kind)
      for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate)
      await instance.discard()
    }
    expect((await readdir(baseFolder)).filter((name) => name.startsWith('slot-'))).toEqual([])
    await rm(baseFolder, { recursive: true })
  })
})
