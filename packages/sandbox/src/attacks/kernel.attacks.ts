import { expect } from 'vitest'
import { runScript } from '../contract/run-script.ts'
import { attemptHelper, systemCalls } from './attack-scripts.ts'
import type { Attack } from './attack-target.ts'

/** System call numbers of x64, with arguments to which an unfiltered kernel does not return EPERM. */
const deniedCalls: Record<string, readonly [number, ...(number | string)[]]> = {
  ptrace: [101, 0, 0, 0, 0],
  process_vm_readv: [310, 1, 0, 0, 0, 0, 0],
  kcmp: [312, 1, 1, 9, 0, 0],
  pidfd_open: [434, 1, 0],
  pidfd_getfd: [438, -1, 0, 0],
  statmount: [457, 0, 0, 0, 0],
  listmount: [458, 0, 0, 0, 0],
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

const deniedSocketFamilies = { netlink: 16, packet: 17, bluetooth: 31, alg: 38, vsock: 40, xdp: 44 }

const onlyX64 =
  'The numbers are those of x64; seccomp.test.ts tests the filters of all architectures.'

/** Attacks on the kernel. */
export const kernelAttacks = {
  async 'system calls that could escape'({ sandbox }, { skip }) {
    skip(process.arch !== 'x64', onlyX64)
    const script = `${systemCalls}
calls = ${JSON.stringify(deniedCalls)}
print(json.dumps({name: call(*args) for name, args in calls.items()}))`
    const { stdout } = await runScript(sandbox, 'python', script)
    const refused = Object.keys(deniedCalls).map((name) => [name, 'EPERM'])
    expect(JSON.parse(stdout)).toEqual(Object.fromEntries(refused))
  },

  async 'sockets of families other than UNIX and Internet'({ sandbox }) {
    const script = `${attemptHelper}
import socket
families = ${JSON.stringify(deniedSocketFamilies)}
print(json.dumps({name: attempt(lambda: str(socket.socket(family, socket.SOCK_RAW if name != 'alg' else socket.SOCK_SEQPACKET))) for name, family in families.items()}))`
    const { stdout } = await runScript(sandbox, 'python', script)
    const refused = Object.keys(deniedSocketFamilies).map((name) => [name, 'EAFNOSUPPORT'])
    expect(JSON.parse(stdout)).toEqual(Object.fromEntries(refused))
  },

  async 'x32 system calls'({ sandbox }, { skip }) {
    skip(process.arch !== 'x64', onlyX64)
    const result = await runScript(sandbox, 'python', `${systemCalls}\ncall(0x40000000 | 39)`)
    expect(result).toMatchObject({ status: 'failed', exitCode: 159 })
  },

  async 'using capabilities, gaining privileges, and being root'({ sandbox }) {
    const script = 'grep -E "^(CapEff|CapPrm|NoNewPrivs|Seccomp):" /proc/self/status; id -u'
    const { stdout } = await runScript(sandbox, 'shell', script)
    const nothing = '0'.repeat(16)
    const [account, ...rights] = stdout.trim().replaceAll('\t', ' ').split('\n').toReversed()
    expect(rights.toReversed()).toEqual([
      ...[`CapPrm: ${nothing}`, `CapEff: ${nothing}`],
      ...['NoNewPrivs: 1', 'Seccomp: 2'],
    ])
    expect(Number(account)).toBeGreaterThan(0)
  },

  async 'killing its init and all other processes'({ sandbox }) {
    const script = `${attemptHelper}
import signal, subprocess
other = subprocess.Popen(['sleep', '100'])
print(attempt(lambda: os.kill(1, signal.SIGKILL)), flush=True)
os.kill(-1, signal.SIGKILL)
print('alone', other.wait())`
    const result = await runScript(sandbox, 'python', script)
    expect(result).toMatchObject({ status: 'ok', stdout: 'None\nalone -9\n' })
  },

  async 'taking capabilities of its init or of a new program'({ sandbox }) {
    const script = `
grep -hE "^(CapPrm|CapEff|CapBnd):" /proc/1/status /proc/self/status | sort | uniq -c
grep -hE "^(NoNewPrivs|Seccomp):" /proc/1/status`
    const { stdout } = await runScript(sandbox, 'shell', script)
    const nothing = '0'.repeat(16)
    const twice = ['CapBnd', 'CapEff', 'CapPrm'].map((name) => `2 ${name}: ${nothing}`)
    const lines = stdout.trim().split('\n')
    expect(lines.map((line) => line.trim().replace(/\s+/g, ' '))).toEqual([
      ...twice,
      ...['NoNewPrivs: 1', 'Seccomp: 2'],
    ])
  },

  async 'making devices, changing owners and users, and hard-linking host files'({ sandbox }) {
    const script = `${attemptHelper}
import stat
print(json.dumps([
  attempt(lambda: os.mknod('disk', stat.S_IFBLK | 0o600, os.makedev(8, 0))),
  attempt(lambda: os.chown('.', 0, 0)),
  attempt(lambda: os.setuid(0)),
  attempt(lambda: os.chmod('../skill', 0o777)),
  attempt(lambda: os.link('/usr/bin/env', 'env')),
  attempt(lambda: os.sethostname('x') if hasattr(os, 'sethostname') else os.nice(-5)),
]))`
    const { stdout } = await runScript(sandbox, 'python', script)
    const answers: unknown[] = JSON.parse(stdout)
    expect(answers).toHaveLength(6)
    // EINVAL where the user namespace has only the script's own user.
    for (const answer of answers) expect(answer).toMatch(/^(EPERM|EINVAL|EROFS|EXDEV|EACCES)$/)
  },
} satisfies Record<string, Attack>
