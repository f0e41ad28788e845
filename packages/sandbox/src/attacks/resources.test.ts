import { describe, it } from 'vitest'
import { runScript } from '../contract/run-script.ts'
import { attackSandbox, noBubblewrap, processesIn, tellNamespace, tryIt } from './attack-sandbox.ts'

const mebibyte = 1024 * 1024

// Each stops by itself at what a machine can bear, so that a broken defence fails a test and nothing else.
describe.skipIf(noBubblewrap).concurrent('bubblewrap against taking too much', () => {
  const opened = attackSandbox()

  it('a Python fork bomb meets the limit of processes, and none of it is left', async ({
    expect,
  }) => {
    const script = `${tellNamespace}
import time
born = 0
try:
  for n in range(300):
    if os.fork() == 0: time.sleep(100)
    born += 1
  print(born, 'unlimited')
except OSError as error:
  print(born, type(error).__name__)`
    const { stdout, status } = await runScript(opened(), 'python', script)
    const [namespace = '', count = ''] = stdout.split('\n')
    expect(status).toBe('ok')
    expect(count).toMatch(/^\d+ BlockingIOError$/)
    expect(Number.parseInt(count, 10)).toBeGreaterThan(40)
    expect(Number.parseInt(count, 10)).toBeLessThan(64)
    expect(processesIn(namespace)).toEqual([])
  })

  it('a bash fork bomb meets it, too, and none of it is left', async ({ expect }) => {
    const script = `
readlink /proc/self/ns/pid
b() { [ "$1" = 0 ] && exec sleep 30; b $(($1 - 1)) | b $(($1 - 1)) & }
b 7; sleep 0.5; ls -d /proc/[0-9]* | wc -l; sleep 30`
    const { stdout, stderr, status } = await runScript(opened(), 'shell', script, {
      limits: { wallMs: 2_000 },
    })
    expect(['timed-out', 'failed']).toContain(status)
    expect(stderr).toContain('Resource temporarily unavailable')
    expect(processesIn(stdout.split('\n')[0] ?? '')).toEqual([])
  })

  it('one Python process gets no more address space than its limit', async ({ expect }) => {
    const script = 'data = bytearray(3 << 30)'
    const result = await runScript(opened(), 'python', script)
    expect(result).toMatchObject({ status: 'out-of-memory', exitCode: 1 })
    expect(result.stderr).toMatch(/MemoryError/)
  })

  it('many processes that each take little are ended for what they take together', async ({
    expect,
  }) => {
    const script = `${tellNamespace}
import time
for n in range(10):
  if os.fork() == 0:
    data = b'x' * (60 << 20)
    time.sleep(100)
time.sleep(100)`
    const limits = { memoryBytes: 256 * mebibyte }
    const { stdout, status, usage } = await runScript(opened(), 'python', script, { limits })
    expect(status).toBe('out-of-memory')
    expect(usage.peakMemoryBytes).toBeGreaterThan(256 * mebibyte)
    expect(processesIn(stdout.trim())).toEqual([])
  })

  it('forked pages that are shared count once', async ({ expect }) => {
    const script = `
import os, time
data = b'x' * (120 << 20)
for n in range(5):
  if os.fork() == 0:
    time.sleep(0.5)
    os._exit(0)
for n in range(5): os.wait()
print('shared')`
    const limits = { memoryBytes: 256 * mebibyte }
    const result = await runScript(opened(), 'python', script, { limits })
    expect(result).toMatchObject({ status: 'ok', stdout: 'shared\n' })
  })

  it('a Node heap that grows without end is ended by its own limit', async ({ expect }) => {
    const script = 'const all = []\nfor (;;) all.push(Array.from({ length: 1000 }, () => ({})))'
    const limits = { memoryBytes: 400 * mebibyte }
    const result = await runScript(opened(), 'node', script, { limits })
    expect(result).toMatchObject({ status: 'out-of-memory', exitCode: 134 })
  })

  it('Node buffers, which no heap limit sees, are ended by the watchdog', async ({ expect }) => {
    const script =
      'const all = []\nfor (let n = 0; n < 80; n++) all.push(Buffer.alloc(16e6, 1))\nsetTimeout(() => {}, 60_000)'
    const limits = { memoryBytes: 256 * mebibyte }
    const result = await runScript(opened(), 'node', script, { limits })
    expect(result).toMatchObject({ status: 'out-of-memory', exitCode: null })
  })

  it('scratch space and shared memory are full at their sizes', async ({ expect }) => {
    const script = `${tryIt}
def fill(folder):
  written = 0
  for n in range(10):
    with open(f'{folder}/{n}', 'wb', buffering=0) as file:
      try:
        while file.tell() < 16 << 20: written += file.write(b'x' * 65536)
      except OSError as error: return [errno.errorcode[error.errno], written >> 20]
  return written >> 20
print(json.dumps([fill('/tmp'), fill('/dev/shm')]))`
    const { stdout } = await runScript(opened(), 'python', script)
    expect(JSON.parse(stdout)).toEqual([
      ['ENOSPC', expect.toSatisfy((size: number) => size >= 31 && size <= 32)],
      ['ENOSPC', expect.toSatisfy((size: number) => size <= 1)],
    ])
  })

  it('a workspace that grows is ended soon after its limit', async ({ expect }) => {
    const script = `
import time
for n in range(1000):
  with open(str(n), 'wb') as file: file.write(b'x' * (1 << 20))
  time.sleep(0.005)
time.sleep(100)`
    const limits = { workspaceBytes: 16 * mebibyte }
    const { status, outputs } = await runScript(opened(), 'python', script, { limits })
    expect(status).toBe('disk-limit')
    const taken = outputs.reduce((sum, { bytes }) => sum + bytes.length, 0)
    expect(taken).toBeLessThanOrEqual(16 * mebibyte)
  })

  it('bytes in files that were deleted but are still open count, too', async ({ expect }) => {
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
    const limits = { workspaceBytes: 16 * mebibyte }
    expect(await runScript(opened(), 'python', script, { limits })).toMatchObject({
      status: 'disk-limit',
    })
  })

  it('bytes in a folder without permissions count, too', async ({ expect }) => {
    const script = `
mkdir locked; head -c 9000000 /dev/zero > locked/one; head -c 9000000 /dev/zero > locked/two
chmod 0 locked; sleep 100`
    const limits = { workspaceBytes: 16 * mebibyte }
    expect(await runScript(opened(), 'shell', script, { limits })).toMatchObject({
      status: 'disk-limit',
    })
  })

  it('many small files are ended near their limit', async ({ expect }) => {
    const script = `
import os, time
for n in range(100000):
  os.close(os.open(str(n), os.O_CREAT))
  if n % 100 == 0: time.sleep(0.002)
time.sleep(100)`
    const limits = { workspaceEntries: 2_000 }
    expect(await runScript(opened(), 'python', script, { limits })).toMatchObject({
      status: 'disk-limit',
    })
  })

  it('one file cannot be larger than its limit, not even in appearance', async ({ expect }) => {
    const script = `${tryIt}
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
open('sparse', 'wb').close()
sparse = attempt(lambda: os.truncate('sparse', 1 << 40))
def long():
  with open('long', 'wb', buffering=0) as file:
    for n in range(100):
      while file.write(b'x' * (1 << 20)) < 1 << 20: pass
print(json.dumps([sparse, attempt(long), os.path.getsize('long') >> 20]))`
    const { stdout } = await runScript(opened(), 'python', script)
    expect(JSON.parse(stdout)).toEqual(['EFBIG', 'EFBIG', 32])
  })

  it('a flood of output is ended at the limit over both streams', async ({ expect }) => {
    const script = 'yes & yes errors >&2'
    const { status, stdout, stderr } = await runScript(opened(), 'shell', script)
    expect(status).toBe('output-limit')
    expect(stdout.length + stderr.length).toBe(mebibyte)
  })

  it('a loop is ended by the processor limit, and by a harder one if it ignores that', async ({
    expect,
  }) => {
    // Far from its time by the wall clock, which would end it, too.
    const limits = { cpuSeconds: 1, wallMs: 120_000 }
    const polite = runScript(opened(), 'shell', 'while :; do :; done', { limits })
    const deaf = runScript(
      opened(),
      'python',
      'import signal\nsignal.signal(signal.SIGXCPU, signal.SIG_IGN)\nwhile True: pass',
      { limits },
    )
    expect(await polite).toMatchObject({ status: 'timed-out', exitCode: null })
    expect(await deaf).toMatchObject({ status: 'timed-out', exitCode: null })
  })

  it('empty files in shared memory end with their time (only a memory group could stop them)', async ({
    expect,
  }) => {
    const script = `${tellNamespace}
n = 0
while n < 200000:
  os.close(os.open(f'/dev/shm/{n}', os.O_CREAT))
  n += 1
while True: pass`
    const limits = { wallMs: 1_500 }
    const { status, stdout } = await runScript(opened(), 'python', script, { limits })
    expect(status).toBe('timed-out')
    expect(processesIn(stdout.trim())).toEqual([])
  })

  it('open files are limited', async ({ expect }) => {
    const script = `${tryIt}
held = []
def hold():
  while True: held.append(open('/dev/null'))
print(attempt(hold), len(held))`
    const { stdout } = await runScript(opened(), 'python', script)
    expect(stdout).toMatch(/^EMFILE 25\d\n$/)
  })
})
