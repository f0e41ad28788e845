import { expect } from 'vitest'
import { runScript } from '../contract/run-script.ts'
import type { Sandbox } from '../execution/execution.ts'
import { attemptHelper } from './attack-scripts.ts'
import type { Attack } from './attack-target.ts'
import { printNamespace, printNamespaceInShell, processesIn } from './process-namespace.ts'

const mebibyte = 1024 * 1024
/** Time limits that never apply first, also on a slow machine. */
const generousLimits = { wallMs: 60_000 }

/**
 * Attacks on resource limits. Each stops by itself at what a machine can bear, so that a broken defence fails a
 * test and nothing else.
 */
export const resourceAttacks = {
  async 'a fork bomb in Python'({ sandbox }) {
    const script = `${printNamespace}
import time
born = 0
try:
  for n in range(300):
    if os.fork() == 0: time.sleep(100)
    born += 1
  print(born, 'unlimited')
except OSError as error:
  print(born, type(error).__name__)`
    const { stdout, status } = await runScript(sandbox, 'python', script)
    const [namespace = '', count = ''] = stdout.split('\n')
    expect(status).toBe('ok')
    expect(count).toMatch(/^\d+ BlockingIOError$/)
    expect(Number.parseInt(count, 10)).toBeGreaterThan(40)
    expect(Number.parseInt(count, 10)).toBeLessThan(64)
    expect(processesIn(namespace)).toEqual([])
  },

  async 'a fork bomb in bash'({ sandbox }) {
    const script = `${printNamespaceInShell}
b() { [ "$1" = 0 ] && exec sleep 30; b $(($1 - 1)) | b $(($1 - 1)) & }
b 7; sleep 0.5; ls -d /proc/[0-9]* | wc -l; sleep 30`
    const { stdout, stderr, status } = await runScript(sandbox, 'shell', script, {
      limits: { wallMs: 5_000 },
    })
    expect(['timed-out', 'failed', 'process-limit']).toContain(status)
    expect(stderr).toContain('Resource temporarily unavailable')
    expect(processesIn(stdout)).toEqual([])
  },

  async 'one process that allocates too much address space'({ sandbox }) {
    const script = 'data = bytearray(3 << 30)'
    const result = await runScript(sandbox, 'python', script, { limits: generousLimits })
    expect(result).toMatchObject({ status: 'out-of-memory', exitCode: 1 })
    expect(result.stderr).toMatch(/MemoryError/)
  },

  async 'many processes that together use too much memory'({ sandbox }) {
    const script = `${printNamespace}
import time
for n in range(10):
  if os.fork() == 0:
    data = b'x' * (60 << 20)
    time.sleep(100)
time.sleep(100)`
    const limits = { ...generousLimits, memoryBytes: 256 * mebibyte }
    const { stdout, status, usage } = await runScript(sandbox, 'python', script, { limits })
    expect(status).toBe('out-of-memory')
    expect(usage.peakMemoryBytes).toBeGreaterThan(256 * mebibyte)
    expect(processesIn(stdout.trim())).toEqual([])
  },

  async 'an unbounded Node heap'({ sandbox }) {
    const script = 'const all = []\nfor (;;) all.push(Array.from({ length: 1000 }, () => ({})))'
    const limits = { ...generousLimits, memoryBytes: 400 * mebibyte }
    const result = await runScript(sandbox, 'node', script, { limits })
    expect(result).toMatchObject({ status: 'out-of-memory' })
  },

  async 'Node buffers, which the heap limit does not count'({ sandbox }) {
    const script =
      'const all = []\nfor (let n = 0; n < 80; n++) all.push(Buffer.alloc(16e6, 1))\nsetTimeout(() => {}, 60_000)'
    const limits = { ...generousLimits, memoryBytes: 256 * mebibyte }
    const result = await runScript(sandbox, 'node', script, { limits })
    expect(result).toMatchObject({ status: 'out-of-memory', exitCode: null })
  },

  async 'filling the scratch folders and shared memory'({ sandbox }) {
    const script = `${attemptHelper}
def fill(folder):
  written = 0
  for n in range(10):
    with open(f'{folder}/{n}', 'wb', buffering=0) as file:
      try:
        while file.tell() < 16 << 20: written += file.write(b'x' * 65536)
      except OSError as error: return [errno.errorcode[error.errno], written >> 20]
  return written >> 20
print(json.dumps([fill('/tmp'), fill('/dev/shm')]))`
    const { stdout } = await runScript(sandbox, 'python', script)
    expect(JSON.parse(stdout)).toEqual([
      ['ENOSPC', expect.toSatisfy((size: number) => size >= 31 && size <= 32)],
      ['ENOSPC', expect.toSatisfy((size: number) => size <= 1)],
    ])
  },

  async 'filling the workspace'({ sandbox }) {
    const script = `
import time
for n in range(1000):
  with open(str(n), 'wb') as file: file.write(b'x' * (1 << 20))
  time.sleep(0.005)
time.sleep(100)`
    const limits = { ...generousLimits, workspaceBytes: 16 * mebibyte }
    const { status, outputs } = await runScript(sandbox, 'python', script, { limits })
    expect(status).toBe('disk-limit')
    const totalBytes = outputs.reduce((sum, { bytes }) => sum + bytes.length, 0)
    expect(totalBytes).toBeLessThanOrEqual(16 * mebibyte)
  },

  async 'filling its home'({ sandbox }) {
    await expectBoundedFill(sandbox, 'os.environ["HOME"]')
  },

  async 'filling its temporary folder'({ sandbox }) {
    await expectBoundedFill(sandbox, 'os.environ.get("TMPDIR", "/tmp")')
  },

  async 'hiding bytes in deleted files that are still open'({ sandbox }) {
    const script = `
import os, time
held = []
for n in range(20):
  file = open('hidden', 'wb')
  held.append(file)
  os.unlink('hidden')
  file.write(b'x' * (4 << 20))
  file.flush()
os.fsync(held[0].fileno())
time.sleep(100)`
    const limits = { ...generousLimits, workspaceBytes: 16 * mebibyte }
    expect(await runScript(sandbox, 'python', script, { limits })).toMatchObject({
      status: 'disk-limit',
    })
  },

  async 'hiding bytes in a folder without permissions'({ sandbox }) {
    const script = `
mkdir locked; head -c 9000000 /dev/zero > locked/one; head -c 9000000 /dev/zero > locked/two
chmod 0 locked; sleep 100`
    const limits = { ...generousLimits, workspaceBytes: 16 * mebibyte }
    expect(await runScript(sandbox, 'shell', script, { limits })).toMatchObject({
      status: 'disk-limit',
    })
  },

  async 'creating many small files'({ sandbox }) {
    const script = `
import os, time
for n in range(100000):
  os.close(os.open(str(n), os.O_CREAT))
  if n % 100 == 0: time.sleep(0.002)
time.sleep(100)`
    const limits = { ...generousLimits, workspaceEntries: 2_000 }
    expect(await runScript(sandbox, 'python', script, { limits })).toMatchObject({
      status: 'too-many-files',
    })
  },

  async 'a file that is too large, or sparse'({ sandbox }) {
    const script = `${attemptHelper}
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
open('sparse', 'wb').close()
sparse = attempt(lambda: os.truncate('sparse', 1 << 40))
def long():
  with open('long', 'wb', buffering=0) as file:
    for n in range(100):
      while file.write(b'x' * (1 << 20)) < 1 << 20: pass
print(json.dumps([sparse, attempt(long), os.path.getsize('long') >> 20]))`
    const { stdout } = await runScript(sandbox, 'python', script)
    expect(JSON.parse(stdout)).toEqual(['EFBIG', 'EFBIG', 32])
  },

  async 'flooding both output streams'({ sandbox }) {
    const script = 'yes & yes errors >&2'
    const { status, stdout, stderr } = await runScript(sandbox, 'shell', script, {
      limits: generousLimits,
    })
    expect(status).toBe('output-limit')
    expect(stdout.length + stderr.length).toBe(mebibyte)
  },

  async 'endless loops, one of them ignoring SIGXCPU'({ sandbox }) {
    // The wall clock limit would end them too, but only after this test times out.
    const limits = { cpuSeconds: 1, wallMs: 600_000 }
    const polite = runScript(sandbox, 'shell', 'while :; do :; done', { limits })
    const deaf = runScript(
      sandbox,
      'python',
      'import signal\nsignal.signal(signal.SIGXCPU, signal.SIG_IGN)\nwhile True: pass',
      { limits },
    )
    expect(await polite).toMatchObject({ status: 'timed-out', exitCode: null })
    expect(await deaf).toMatchObject({ status: 'timed-out', exitCode: null })
  },

  async 'opening files without end'({ sandbox }) {
    const script = `${attemptHelper}
held = []
def hold():
  while True: held.append(open('/dev/null'))
print(attempt(hold), len(held))`
    const { stdout } = await runScript(sandbox, 'python', script)
    expect(stdout).toMatch(/^EMFILE 2[45]\d\n$/)
  },
} satisfies Record<string, Attack>

/** Expects a disk limit, or a full folder. */
async function expectBoundedFill(sandbox: Sandbox, folder: string): Promise<void> {
  const script = `
import os, time
for n in range(1000):
  with open(os.path.join(${folder}, str(n)), 'wb') as file: file.write(b'x' * (1 << 20))
  time.sleep(0.005)
time.sleep(100)`
  const limits = { ...generousLimits, workspaceBytes: 16 * mebibyte }
  const { status, stderr } = await runScript(sandbox, 'python', script, { limits })
  expect(`${status} ${stderr}`).toMatch(/^disk-limit |^failed .*No space left on device/s)
}
