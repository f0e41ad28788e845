import { expect } from 'vitest'
import { runScript } from '../contract/run-script.ts'
import type { Sandbox } from '../execution/execution.ts'
import { attemptHelper } from './attack-scripts.ts'
import type { Attack } from './attack-target.ts'
import { printNamespace, processesIn } from './process-namespace.ts'

const mebibyte = 1024 * 1024

/**
 * Attacks with resources that the kernel charges to no process, or only later. Each stops by itself at what a
 * machine can bear.
 */
export const resourceLimitAttacks = {
  async 'memory in empty files of shared memory'({ sandbox }) {
    await expectFewFiles(sandbox, "'/dev/shm'")
  },

  async 'memory in empty files of its temporary folder'({ sandbox }) {
    await expectFewFiles(sandbox, "os.environ.get('TMPDIR', '/tmp')")
  },

  async 'memory in the buffers of sockets'({ sandbox }) {
    const script = `
import os, socket, time
for child in range(8):
  if os.fork(): continue
  held = []
  for n in range(110):
    held += socket.socketpair()
    for one in held[-2:]:
      one.setblocking(False)
      try:
        while True: one.send(b'x' * 65536)
      except OSError: pass
  time.sleep(100)
time.sleep(100)`
    const limits = { wallMs: 8_000, memoryBytes: 256 * mebibyte }
    const result = await runScript(sandbox, 'python', script, { limits })
    expect(result).toMatchObject({ status: 'out-of-memory', exitCode: null })
  },

  async 'enlarging the buffers of sockets'({ sandbox }) {
    const script = `${attemptHelper}
import socket
one, other = socket.socketpair()
names = (socket.SO_SNDBUF, socket.SO_RCVBUF, 32, 33)
before = [one.getsockopt(socket.SOL_SOCKET, name) for name in names[:2]]
for name in names: attempt(lambda: one.setsockopt(socket.SOL_SOCKET, name, 1 << 30))
after = [one.getsockopt(socket.SOL_SOCKET, name) for name in names[:2]]
one.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
one.send(b'x')
print(json.dumps([[now <= then for then, now in zip(before, after)], other.recv(1).decode()]))`
    const { stdout } = await runScript(sandbox, 'python', script)
    expect(JSON.parse(stdout)).toEqual([[true, true], 'x'])
  },

  async 'reserving disk space faster than it is measured'({ sandbox }) {
    const script = `${attemptHelper}
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
libc.fallocate.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.c_long, ctypes.c_long]
file = open('reserved', 'wb')
def reserve():
  if libc.fallocate(file.fileno(), 0, 0, 16 << 20) != 0: raise OSError(ctypes.get_errno(), 'refused')
refused = attempt(reserve)
blocks = os.stat('reserved').st_blocks
os.posix_fallocate(file.fileno(), 0, 1 << 20)
print(json.dumps([refused, blocks, os.path.getsize('reserved')]))`
    const { stdout } = await runScript(sandbox, 'python', script)
    expect(JSON.parse(stdout)).toEqual(['ENOTSUP', 0, mebibyte])
  },

  async 'taking the processor and the memory of its server'({ sandbox }) {
    const script = `${attemptHelper}
first = [int(open(f'/proc/{pid}/oom_score_adj').read()) >= 900 for pid in (1, 'self')]
higher = attempt(lambda: os.nice(-1))
print(json.dumps([first, higher, os.nice(0) >= 5]))`
    const { stdout } = await runScript(sandbox, 'python', script)
    const answer = [[true, true], expect.stringMatching(/^(EPERM|EACCES)$/), true]
    expect(JSON.parse(stdout)).toEqual(answer)
  },
} satisfies Record<string, Attack>

/** Expects that files without content count: by their number, or as memory. */
async function expectFewFiles(sandbox: Sandbox, folder: string): Promise<void> {
  const script = `${printNamespace}
import time
try:
  for n in range(400000): os.close(os.open(os.path.join(${folder}, str(n)), os.O_CREAT))
except OSError: pass
time.sleep(100)`
  const limits = { wallMs: 600_000, memoryBytes: 96 * mebibyte }
  const { status, stdout } = await runScript(sandbox, 'python', script, { limits })
  expect(status).toMatch(/^(too-many-files|out-of-memory)$/)
  expect(processesIn(stdout.trim())).toEqual([])
}
