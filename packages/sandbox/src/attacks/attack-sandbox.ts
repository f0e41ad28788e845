import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { afterAll, beforeAll } from 'vitest'
import type { Sandbox } from '../execution.ts'
import { openSandbox } from '../open-sandbox.ts'
import { findBubblewrap } from '../probe/probe-bubblewrap.ts'

/** Whether this machine lacks what the attacks are fought off with. */
export const noBubblewrap = process.platform !== 'linux' || !startsAtAll()

function startsAtAll(): boolean {
  const bubblewrap = findBubblewrap()
  if (bubblewrap === undefined) return false
  const account = process.getuid?.() === 0 ? { uid: 59_917, gid: 59_917 } : {}
  const least = ['--unshare-user', '--ro-bind', '/', '/', 'true']
  return spawnSync(bubblewrap, least, { ...account, cwd: '/', stdio: 'ignore' }).status === 0
}

/** One sandbox for the attacks of a file, with a few running at once. */
export function attackSandbox(): () => Sandbox {
  let sandbox: Sandbox | undefined
  beforeAll(async () => {
    if (!noBubblewrap) sandbox = await openSandbox({ concurrency: 3, poolSize: 2 })
  })
  afterAll(() => sandbox?.close(0))
  return () => {
    if (!sandbox) throw new Error('The sandbox did not open.')
    return sandbox
  }
}

/** A line of Python that tells in which process namespace it runs. */
export const tellNamespace = 'import os\nprint(os.readlink("/proc/self/ns/pid"), flush=True)\n'

/**
 * The processes of this machine that live in a namespace (`pid:[4026532000]`), seen from outside. A dead
 * init that the host has not buried yet does not live.
 */
export function processesIn(namespace: string): string[] {
  if (!/^pid:\[\d+\]$/.test(namespace)) throw new Error(`This is no namespace: ${namespace}`)
  return readdirSync('/proc').filter((name) => {
    try {
      if (!/^\d+$/.test(name) || readlinkSync(`/proc/${name}/ns/pid`) !== namespace) return false
      return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${name}/status`, 'utf8'))
    } catch {
      return false
    }
  })
}

/** Python that calls the kernel directly: `call(number, ...)` gives the name of the error, or `allowed`. */
export const systemCalls = `
import ctypes, errno, json, os, socket
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
def call(number, *args):
  ctypes.set_errno(0)
  result = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(a) if isinstance(a, int) else a for a in args])
  return errno.errorcode[ctypes.get_errno()] if result < 0 else 'allowed'
`

/** Python: what becomes of trying something, as the name of the error or its value. */
export const tryIt = `
import errno, json, os
def attempt(what):
  try:
    return what()
  except OSError as error:
    return errno.errorcode.get(error.errno, str(error))
  except BaseException as error:
    return type(error).__name__
`
