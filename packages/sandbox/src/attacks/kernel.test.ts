import { describe, it } from 'vitest'
import { runScript } from '../contract/run-script.ts'
import { attackSandbox, noBubblewrap, systemCalls, tryIt } from './attack-sandbox.ts'

/** Numbers of x64, with arguments that an unfiltered kernel would answer with something else than EPERM. */
const deniedCalls: Record<string, readonly [number, ...(number | string)[]]> = {
  ptrace: [101, 0, 0, 0, 0],
  process_vm_readv: [310, 1, 0, 0, 0, 0, 0],
  kcmp: [312, 1, 1, 9, 0, 0],
  pidfd_getfd: [438, -1, 0, 0],
  bpf: [321, 9999, 0, 0],
  perf_event_open: [298, 0, 0, -1, -1, 0],
  userfaultfd: [323, 1],
  keyctl: [250, 0, -3, 0],
  add_key: [248, 0, 0, 0, 0, 0],
  io_uring_setup: [425, 1, 0],
  unshare: [272, 0],
  setns: [308, -1, 0],
  mount: [165, 0, 0, 0, 0, 0],
  open_tree: [428, -100, 0, 0],
  fsopen: [430, 0, 0],
  chroot: [161, 0],
  name_to_handle_at: [303, -100, 0, 0, 0, 0],
  open_by_handle_at: [304, -1, 0, 0],
  memfd_create: [319, 0, 0],
  memfd_secret: [447, 0],
  shmget: [29, 0, 4096, 0o1600],
  msgget: [68, 0, 0o1600],
  semget: [64, 0, 1, 0o1600],
  mq_open: [240, 0, 0, 0, 0],
  modify_ldt: [154, 0, 0, 0],
  clone_newuser: [56, 0x10000000 | 17, 0, 0, 0, 0],
  clone_newnet: [56, 0x40000000 | 17, 0, 0, 0, 0],
  ioctl_tiocsti: [16, 0, 0x5412, 0],
}

const otherFamilies = { netlink: 16, packet: 17, bluetooth: 31, alg: 38, vsock: 40, xdp: 44 }

/** The numbers above are one machine's; the filters of all are tested as programs beside their source. */
const onX64 = process.arch === 'x64' ? it : () => undefined

describe.skipIf(noBubblewrap).concurrent('bubblewrap against asking the kernel', () => {
  const opened = attackSandbox()

  onX64('every system call that could break out is refused', async ({ expect }) => {
    const script = `${systemCalls}
calls = ${JSON.stringify(deniedCalls)}
print(json.dumps({name: call(*args) for name, args in calls.items()}))`
    const { stdout } = await runScript(opened(), 'python', script)
    const refused = Object.keys(deniedCalls).map((name) => [name, 'EPERM'])
    expect(JSON.parse(stdout)).toEqual(Object.fromEntries(refused))
  })

  it('sockets of other families than UNIX and Internet do not exist', async ({ expect }) => {
    const script = `${tryIt}
import socket
families = ${JSON.stringify(otherFamilies)}
print(json.dumps({name: attempt(lambda: str(socket.socket(family, socket.SOCK_RAW if name != 'alg' else socket.SOCK_SEQPACKET))) for name, family in families.items()}))`
    const { stdout } = await runScript(opened(), 'python', script)
    const refused = Object.keys(otherFamilies).map((name) => [name, 'EAFNOSUPPORT'])
    expect(JSON.parse(stdout)).toEqual(Object.fromEntries(refused))
  })

  onX64('calls of the x32 kind end the process', async ({ expect }) => {
    const result = await runScript(opened(), 'python', `${systemCalls}\ncall(0x40000000 | 39)`)
    expect(result).toMatchObject({ status: 'failed', exitCode: 159 })
  })

  it('there are no capabilities, no new privileges, and the filter is on', async ({ expect }) => {
    const script = 'grep -E "^(CapEff|CapPrm|CapBnd|NoNewPrivs|Seccomp):" /proc/self/status; id -u'
    const { stdout } = await runScript(opened(), 'shell', script)
    const nothing = '0'.repeat(16)
    expect(stdout.replaceAll('\t', ' ')).toBe(
      `CapPrm: ${nothing}\nCapEff: ${nothing}\nCapBnd: ${nothing}\nNoNewPrivs: 1\nSeccomp: 2\n1000\n`,
    )
  })

  it('threads and processes still work where clone3 does not', async ({ expect }) => {
    const script = `${systemCalls}
import subprocess, threading
threading.Thread(target=lambda: print('thread', flush=True)).start()
print(subprocess.run(['echo', 'process'], capture_output=True, text=True).stdout.strip(), call(435, 0, 0))`
    const { stdout } = await runScript(opened(), 'python', script)
    expect(stdout.split('\n').toSorted()).toEqual(['', 'process ENOSYS', 'thread'])
  })

  it('the init has no more rights than the script, and cannot be killed', async ({ expect }) => {
    const script = `${tryIt}
import signal, subprocess
other = subprocess.Popen(['sleep', '100'])
rights = [line.split()[1] for line in open('/proc/1/status') if line.startswith(('CapPrm', 'CapEff', 'NoNewPrivs', 'Seccomp:'))]
print(json.dumps([rights, attempt(lambda: os.kill(1, signal.SIGKILL))]), flush=True)
os.kill(-1, signal.SIGKILL)
print('alone', other.wait())`
    const { stdout, status } = await runScript(opened(), 'python', script)
    const [answers = '', last] = stdout.split('\n')
    const nothing = '0'.repeat(16)
    expect(JSON.parse(answers)).toEqual([[nothing, nothing, '1', '2'], null])
    expect(last).toBe('alone -9')
    expect(status).toBe('ok')
  })

  it('devices cannot be made, nor file systems changed', async ({ expect }) => {
    const script = `${tryIt}
import stat
print(json.dumps([
  attempt(lambda: os.mknod('disk', stat.S_IFBLK | 0o600, os.makedev(8, 0))),
  attempt(lambda: os.chown('/workspace', 0, 0)),
  attempt(lambda: os.setuid(0)),
  attempt(lambda: os.chmod('/skill', 0o777)),
  attempt(lambda: os.link('/usr/bin/env', '/workspace/env')),
  attempt(lambda: os.sethostname('x') if hasattr(os, 'sethostname') else os.nice(-5)),
]))`
    const { stdout } = await runScript(opened(), 'python', script)
    const answers: string[] = JSON.parse(stdout)
    // There is no other account inside than the script's own.
    expect(answers.slice(0, 3)).toEqual(['EPERM', 'EINVAL', 'EINVAL'])
    expect(answers[3]).toBe('EROFS')
    expect(answers[4]).toBe('EXDEV')
    expect(['EPERM', 'EACCES']).toContain(answers[5])
  })
})
