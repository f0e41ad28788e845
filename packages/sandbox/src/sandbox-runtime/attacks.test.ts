import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { processesIn, tellNamespace, tryIt } from '../attacks/attack-sandbox.ts'
import { fileOf, runScript } from '../contract/run-script.ts'
import type { Sandbox } from '../execution.ts'
import { openSandbox } from '../open-sandbox.ts'
import { noSandboxRuntime } from './no-sandbox-runtime.ts'

const marker = randomBytes(8).toString('hex')
const mebibyte = 1024 * 1024
/** Those that look for a process namespace; macOS has none, and its health answer says what that means. */
const onLinux = process.platform === 'linux' ? it : (): void => undefined

describe.skipIf(noSandboxRuntime).concurrent('sandbox-runtime against its scripts', () => {
  let sandbox: Sandbox | undefined
  const servers: Server[] = []
  let folder = ''
  let port = 0
  const opened = (): Sandbox => {
    if (!sandbox) throw new Error('The sandbox did not open.')
    return sandbox
  }

  beforeAll(async () => {
    process.env[`HOST_${marker}`] = 'secret'
    sandbox = await openSandbox({ backend: 'sandbox-runtime', concurrency: 3 })
    folder = await mkdtemp(join(tmpdir(), `host-${marker}-`))
    await writeFile(join(folder, 'secret'), `secret ${marker}`, { mode: 0o644 })
    port = Number(await listen(servers, 0))
    if (process.platform === 'linux') await listen(servers, `\0${marker}`)
  }, 120_000)
  afterAll(async () => {
    for (const server of servers) server.close()
    await rm(folder, { recursive: true, force: true })
    await sandbox?.close(0)
  })

  it('files of the host cannot be read: not those of people, of the system, nor of this program', async ({
    expect,
  }) => {
    const paths = ['/etc/shadow', '/etc/passwd', '/root/.profile', import.meta.filename]
    const through = [
      '/proc/1/root/etc/passwd',
      '/proc/self/root/etc/shadow',
      join(folder, 'secret'),
    ]
    const script = `${tryIt}
paths = ${JSON.stringify([...paths, ...through])}
print(json.dumps([{path: attempt(lambda: open(path).read(1)) for path in paths},
  [attempt(lambda: os.listdir(path)) for path in ('/home', '/root', '/var', '/run', '/mnt', '/srv')]]))`
    const { stdout } = await runScript(opened(), 'python', script)
    const [files, folders] = JSON.parse(stdout)
    for (const [path, answer] of Object.entries(files))
      expect(`${path}: ${answer}`).toMatch(/: (ENOENT|EACCES|EPERM|ENOTDIR)$/)
    for (const names of folders) expect(JSON.stringify(names)).toMatch(/^(\[\]|"E[A-Z]+")$/)
  })

  it('what is written outside the workspace is nowhere on the host, nor there for the next', async ({
    expect,
  }) => {
    const shared = ['/tmp/claude', '/private/tmp/claude']
    const places = [
      '/',
      '/usr',
      '/usr/bin',
      '/etc',
      '/tmp',
      '/home',
      '/root',
      '/var/tmp',
      ...shared,
    ]
    const hostHas = () => [...places, folder].filter((place) => existsSync(join(place, marker)))
    const made = !existsSync('/tmp/claude')
    await mkdir('/tmp/claude', { recursive: true })
    if (made) await chmod('/tmp/claude', 0o777)
    const script = `${tryIt}
for place in ${JSON.stringify([...places, folder])}: attempt(lambda: open(place + '/${marker}', 'w').close())
for place in ('../skill', '..'): print(attempt(lambda: open(place + '/main.py', 'a').close()) if place == '../skill' else 'EPERM')`
    const first = await runScript(opened(), 'python', script)
    expect(first.stdout).toMatch(/^(EROFS|EACCES|EPERM)\n/)
    expect(hostHas()).toEqual([])
    const look = `${tryIt}
print([place for place in ${JSON.stringify(places)} if os.path.exists(place + '/${marker}')])`
    expect((await runScript(opened(), 'python', look)).stdout).toBe('[]\n')
    if (made) await rm('/tmp/claude', { recursive: true })
  })

  it('nothing of our environment, command line, or descriptors gets in, nor a password of a proxy', async ({
    expect,
  }) => {
    const script = `
import os
print(sorted(int(n) for n in os.listdir('/dev/fd') if os.path.exists('/dev/fd/' + n)))
for pid in [n for n in (os.listdir('/proc') if os.path.isdir('/proc') else []) if n.isdigit()]:
  for name in ('environ', 'cmdline'):
    try: print(open(f'/proc/{pid}/{name}').read())
    except OSError: pass
print(dict(os.environ))`
    const { stdout } = await runScript(opened(), 'python', script)
    expect(stdout.split('\n')[0]).toBe('[0, 1, 2]')
    expect(stdout).not.toMatch(new RegExp(`${marker}|proxy|SANDBOX_RUNTIME`, 'i'))
  })

  it('no network: not loopback, not sockets of the machine, not names, not the outside', async ({
    expect,
  }) => {
    const script = `${tryIt}
import socket
def tcp(address):
  socket.create_connection(address, timeout=3)
  return 'reached'
def local(address):
  socket.socket(socket.AF_UNIX).connect(address)
  return 'reached'
def udp():
  return socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', 53))
print(json.dumps([attempt(lambda: tcp(('127.0.0.1', ${port}))), attempt(lambda: local('\\x00${marker}')), attempt(udp),
  attempt(lambda: tcp(('192.0.2.1', 80))), attempt(lambda: str(socket.getaddrinfo('example.com', 80)))]))`
    const { stdout } = await runScript(opened(), 'python', script)
    const answers: unknown[] = JSON.parse(stdout)
    expect(answers).toHaveLength(5)
    expect(answers[1]).toBe('EPERM')
    for (const answer of answers)
      expect(answer).toMatch(/^(E[A-Z]+|\[Errno .*name resolution|\[Errno 8\].*)/)
  })

  it('a script finds nothing of another that runs beside it', async ({ expect }) => {
    const abort = new AbortController()
    let tellReady = (): void => undefined
    const ready = new Promise<void>((resolve) => {
      tellReady = resolve
    })
    const secret = `beside-${marker}`
    const other = runScript(opened(), 'shell', `echo "${secret}" > note; echo ready; sleep 60`, {
      env: { SECRET: secret },
      args: [secret],
      files: [fileOf('private.txt', secret)],
      limits: { wallMs: 60_000 },
      listener: { signal: abort.signal, onOutput: () => tellReady() },
    })
    await ready
    const script = `
grep -rls "besid[e]-" "\${PWD%/*/*}" /tmp /dev/shm /proc/[0-9]*/environ /proc/[0-9]*/cmdline 2>/dev/null
ls -d "\${PWD%/*/*}"/*/; ps ax 2>/dev/null | grep -c "besid[e]-"`
    const { stdout } = await runScript(opened(), 'shell', script)
    abort.abort()
    await other
    const own = /^\S+\/run-\d+\/\n0\n$/
    expect(stdout).toMatch(own)
  })

  for (const [name, script] of Object.entries({
    setsid: 'setsid sleep 100 > /dev/null 2>&1 &',
    nohup: 'nohup sleep 100 > /dev/null 2>&1 &',
    'a double fork':
      '( ( sleep 100 & ) & ); ( (setsid sh -c "trap : TERM HUP INT; sleep 100" &) & )',
    'what holds the output open': 'sleep 100 &',
  }))
    onLinux(`${name} does not outlive its script`, async ({ expect }) => {
      const first = 'readlink /proc/self/ns/pid\n'
      const { stdout } = await runScript(opened(), 'shell', first + script)
      expect(processesIn(stdout.trim())).toEqual([])
    })

  onLinux(
    'a fork bomb meets the limit of processes, and none of it is left',
    async ({ expect }) => {
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
    },
  )

  it('many processes that each take little are ended for what they take together', async ({
    expect,
  }) => {
    const script = `
import os, time
for n in range(10):
  if os.fork() == 0:
    data = b'x' * (60 << 20)
    time.sleep(100)
time.sleep(100)`
    const limits = { memoryBytes: 256 * mebibyte }
    const { status, usage } = await runScript(opened(), 'python', script, { limits })
    expect(status).toBe('out-of-memory')
    expect(usage.peakMemoryBytes).toBeGreaterThan(256 * mebibyte)
  })

  it('home and workspace that grow are ended soon after their limits', async ({ expect }) => {
    const grow = (where: string) => `
import os, time
for n in range(1000):
  with open(os.path.join(${where}, str(n)), 'wb') as file: file.write(b'x' * (1 << 20))
  time.sleep(0.005)
time.sleep(100)`
    const limits = { workspaceBytes: 16 * mebibyte }
    for (const where of ['"."', 'os.environ["HOME"]', 'os.environ["TMPDIR"]']) {
      const { status, outputs } = await runScript(opened(), 'python', grow(where), { limits })
      expect(status).toBe('disk-limit')
      const taken = outputs.reduce((sum, { bytes }) => sum + bytes.length, 0)
      expect(taken).toBeLessThanOrEqual(16 * mebibyte)
    }
  }, 120_000)

  it('files, one file, and open files are limited', async ({ expect }) => {
    const script = `${tryIt}
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
open('sparse', 'wb').close()
held = []
def hold():
  while True: held.append(open('/dev/null'))
print(json.dumps([attempt(lambda: os.truncate('sparse', 1 << 40)), attempt(hold), 245 < len(held) < 256]), flush=True)
held.clear()
for n in range(20000): os.close(os.open(str(n), os.O_CREAT))
import time
time.sleep(100)`
    const limits = { workspaceEntries: 1_000 }
    const { status, stdout } = await runScript(opened(), 'python', script, { limits })
    expect([status, JSON.parse(stdout)]).toEqual(['disk-limit', ['EFBIG', 'EMFILE', true]])
  })

  it('a loop is ended by the processor limit, and by a harder one if it ignores that', async ({
    expect,
  }) => {
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
  }, 120_000)

  it('files that the shells of an account read when they start do nothing', async ({ expect }) => {
    const start = Object.fromEntries(
      ['.bashrc', '.profile', '.bash_profile', '.zshenv'].map((name) => [name, 'echo HARM']),
    )
    const workspace = Object.entries(start).map(([name, text]) => fileOf(name, text))
    const { stdout, stderr } = await runScript(opened(), 'shell', 'echo ran', { workspace })
    expect([stdout, stderr]).toEqual(['ran\n', ''])
  })

  it('script names that look like options are names', async ({ expect }) => {
    for (const name of ['-c', '--version', '; id', '$(id)']) {
      expect(await runScript(opened(), 'python', 'print("ran")', { name })).toMatchObject({
        stdout: 'ran\n',
      })
      expect(await runScript(opened(), 'shell', 'echo ran', { name })).toMatchObject({
        stdout: 'ran\n',
      })
    }
  })

  it('what it cannot do is in its health answer', async ({ expect }) => {
    const { reason, available } = await opened().health()
    expect(available).toBe(true)
    expect(reason).toMatch(/memory is watched/)
    expect(reason).toMatch(/layers cannot be mounted/)
    expect(reason).toMatch(
      process.platform === 'linux' ? /system calls are filtered for/ : /cannot be proved/,
    )
  })
})

function listen(servers: Server[], where: number | string): Promise<number | undefined> {
  const server = createServer((socket) => socket.end('reached'))
  servers.push(server)
  return new Promise((resolve) => {
    const told = (): void => {
      const address = server.address()
      resolve(typeof address === 'object' ? address?.port : undefined)
    }
    if (typeof where === 'number') server.listen(where, '127.0.0.1', told)
    else server.listen(where, told)
  })
}
