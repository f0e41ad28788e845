import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemCalls } from '../attacks/attack-scripts.ts'
import { processesIn, tellNamespace } from '../attacks/process-namespace.ts'
import { requestOf, runScript } from '../contract/run-script.ts'
import { makeBaseFolder } from '../folders/base-folder.ts'
import { defaultLimits } from '../limits.ts'
import { openSandbox } from '../open-sandbox.ts'
import { findBubblewrap } from '../probe/probe-bubblewrap.ts'
import { BubblewrapSandbox } from './bubblewrap-sandbox.ts'
import { prepareHost } from './host.ts'
import { noBubblewrap } from './no-bubblewrap.ts'
import { Slot } from './slot.ts'
import { processLimits } from './wrap.ts'

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

  it('keeps interpreters warm once asked for, and the next one takes it', async () => {
    const sandbox = await openSandbox({ folder, poolSize: 2 })
    expect(await sandbox.health()).toMatchObject({ warm: 0, running: 0 })
    await runScript(sandbox, 'shell', 'echo one')
    await expect.poll(async () => (await sandbox.health()).warm).toBe(2)
    expect(await runScript(sandbox, 'shell', 'echo two')).toMatchObject({ stdout: 'two\n' })
    await sandbox.close()
    expect(await left()).toEqual([])
  })

  it('closing lets what runs come to its end, refuses the rest, and leaves nothing', async () => {
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

  it('closing ends what takes longer than its grace', async () => {
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
    const script = `${tellNamespace}import time\ntime.sleep(100)`
    const running = runScript(sandbox, 'python', script, { listener })
    await ready
    await sandbox.close(0)
    expect(await running).toMatchObject({ status: 'cancelled', exitCode: null })
    expect(processesIn(namespace)).toEqual([])
    expect(await left()).toEqual([])
  })

  it('runs many that wait, loses none, and gives keys their turns', async () => {
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
    // 20 of the modest one among the first 44 or so: it did not wait for the 40 that came before.
    expect(order.lastIndexOf('modest')).toBeLessThan(50)
    await sandbox.close()
  })

  it('threads and processes work where clone3 does not', async () => {
    const sandbox = await openSandbox({ folder })
    const script = `${systemCalls}
import subprocess, threading
threading.Thread(target=lambda: print('thread', flush=True)).start()
print(subprocess.run(['echo', 'process'], capture_output=True, text=True).stdout.strip(), call(435, 0, 0))`
    const { stdout } = await runScript(sandbox, 'python', script)
    expect(stdout.split('\n').toSorted()).toEqual(['', 'process ENOSYS', 'thread'])
    await sandbox.close()
  })

  it('counts memory once that forked processes share', async () => {
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

  it('lets a Node heap meet its own limit before what all of it may take', async () => {
    const sandbox = await openSandbox({ folder })
    const script = 'const all = []\nfor (;;) all.push(Array.from({ length: 1000 }, () => ({})))'
    const limits = { memoryBytes: 400 * 1024 * 1024 }
    const result = await runScript(sandbox, 'node', script, { limits })
    expect(result).toMatchObject({ status: 'out-of-memory', exitCode: 134 })
    await sandbox.close()
  })

  it('descriptors that whoever starts it has open do not get in', async () => {
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

  it('where control groups are delegated, the tree is in one before it gets its job', async () => {
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
        // A folder like theirs: what the kernel would tell of a tree it ended is written here by hand.
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

  it('a runtime that is not there is refused by its name', async () => {
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

  it('outputs of all kinds come out safely, and all are removed', async () => {
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
    // Root may look into the locked folder, others may not.
    const paths = outputs.map(({ path }) => path).filter((path) => path !== 'locked/file')
    expect(paths).toEqual(['good', 'tool'])
    expect(skipped.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['shadow', 'up', 'fifo', 'socket']),
    )
    await sandbox.close()
    expect(await left()).toEqual([])
  })

  it('a slot that is let go while it starts leaves neither process nor folder', async () => {
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
      startEnv: {},
    }
    for (let turns = 0; turns < 12; turns += 1) {
      const slot = new Slot(host, kind)
      for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate)
      await slot.discard()
    }
    expect((await readdir(baseFolder)).filter((name) => name.startsWith('slot-'))).toEqual([])
    await rm(baseFolder, { recursive: true })
  })
})
