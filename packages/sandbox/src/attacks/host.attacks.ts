import { existsSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { fileOf, runScript } from '../contract/run-script.ts'
import { attemptHelper } from './attack-scripts.ts'
import type { Attack } from './attack-target.ts'

/** Attacks on the host: files, environment, network, and the program that starts the script. */
export const hostAttacks = {
  async 'reading files of users, of the system, and of this program'({ sandbox, folder }) {
    const files = ['/etc/shadow', '/etc/passwd', '/root/.profile', import.meta.filename]
    const through = ['1/root/etc/passwd', 'self/root/etc/shadow', '1/cwd/etc/passwd']
    const paths = [...files, ...through.map((path) => `/proc/${path}`), join(folder, 'secret')]
    const script = `${attemptHelper}
paths = ${JSON.stringify(paths)}
print(json.dumps([{path: attempt(lambda: open(path).read(1)) for path in paths},
  [attempt(lambda: os.listdir(path)) for path in ('/home', '/root', '/var', '/run', '/mnt', '/srv')]]))`
    const { stdout } = await runScript(sandbox, 'python', script)
    const [answers, listings] = JSON.parse(stdout)
    for (const [path, answer] of Object.entries(answers))
      expect(`${path}: ${answer}`).toMatch(/: (ENOENT|EACCES|EPERM|ENOTDIR)$/)
    for (const names of listings) expect(JSON.stringify(names)).toMatch(/^(\[\]|"E[A-Z]+")$/)
  },

  async 'reading the settings and sources that this machine keeps below /usr'({ sandbox }) {
    const folders = ['/usr/etc', '/usr/local/etc', '/usr/local/var', '/usr/src', '/usr/local/src']
    const script = `${attemptHelper}
print(json.dumps([attempt(lambda: os.listdir(path)) for path in ${JSON.stringify(folders)}]))`
    const { stdout } = await runScript(sandbox, 'python', script)
    for (const names of JSON.parse(stdout))
      expect(JSON.stringify(names)).toMatch(/^(\[\]|"(ENOENT|EACCES)")$/)
  },

  async 'leaving files outside its workspace'({ sandbox, folder, marker }) {
    const own = ['/', '/usr', '/usr/bin', '/etc', '/tmp', '/home', '/root', '/var/tmp', '/dev/shm']
    const shared = '/tmp/claude'
    const paths = [...own, shared, `/private${shared}`, folder]
    // It stays: another sandbox may be about to start with it.
    const made = await mkdir(shared, { recursive: true })
    if (made !== undefined) await chmod(shared, 0o777)
    const write = `${attemptHelper}
for place in ${JSON.stringify(paths)}: attempt(lambda: open(place + '/${marker}', 'w').close())
print(json.dumps([attempt(lambda: open('../skill/main.py', 'a').close()), attempt(lambda: open('made', 'w').close())]))`
    const first = await runScript(sandbox, 'python', write)
    expect(JSON.parse(first.stdout)).toEqual([
      expect.stringMatching(/^(EROFS|EACCES|EPERM)$/),
      null,
    ])
    expect(paths.filter((path) => existsSync(join(path, marker)))).toEqual([])
    const findMarker = `
import os
print([place for place in ${JSON.stringify(paths)} if os.path.exists(place + '/${marker}')])`
    expect((await runScript(sandbox, 'python', findMarker)).stdout).toBe('[]\n')
  },

  async 'writing outside the workspace and the scratch folders'({ sandbox }) {
    const paths = ['/', '/dev', '/usr', '/usr/bin', '/etc', '/boot', '/opt', '/proc/sys/kernel']
    const script = `${attemptHelper}
made = lambda place: attempt(lambda: open(place + '/made', 'w').close())
answers = {place: made(place) for place in ${JSON.stringify(paths)} + ['..', '../skill']}
answers['core'] = attempt(lambda: open('/proc/sys/kernel/core_pattern', 'w').write('x'))
print(json.dumps([answers, [made(place) for place in ('.', '/tmp', '/dev/shm')]]))`
    const { stdout } = await runScript(sandbox, 'python', script)
    const [answers, allowed] = JSON.parse(stdout)
    expect(allowed).toEqual([null, null, null])
    for (const [path, answer] of Object.entries(answers))
      expect(`${path}: ${answer}`).toMatch(/: (EROFS|EACCES|ENOENT|EPERM)$/)
  },

  async 'reading the host process’ environment, command line or descriptors'({ sandbox, marker }) {
    const script = `
import glob, os
print(sorted(int(n) for n in os.listdir('/dev/fd') if os.path.exists('/dev/fd/' + n)))
for path in glob.glob('/proc/[0-9]*/environ') + glob.glob('/proc/[0-9]*/cmdline'):
  try: print(open(path).read().replace('\\0', '\\n'))
  except OSError: pass
for path in glob.glob('/proc/[0-9]*/fd/*'):
  try: print(os.readlink(path))
  except OSError: pass
for name, value in os.environ.items(): print(f'{name}={value}')`
    const { stdout } = await runScript(sandbox, 'python', script)
    expect(stdout.split('\n')[0]).toBe('[0, 1, 2]')
    expect(stdout).not.toMatch(new RegExp(`${marker}|proxy|SANDBOX_RUNTIME`, 'i'))
    const names = stdout.split('\n').flatMap((line) => /^([A-Za-z_]\w*)=/.exec(line)?.[1] ?? [])
    const known = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_CTYPE', 'PWD', 'OLDPWD', 'SHLVL', '_']
    expect(names.filter((name) => !known.includes(name))).toEqual([])
  },

  async 'reading machine details from /proc and /sys'({ sandbox }) {
    const script = `
for name in cmdline kallsyms kcore modules interrupts; do
  [ ! -e /proc/$name ] || head -c 1 /proc/$name 2>&- || true
done
ls /sys 2>&-`
    expect(await runScript(sandbox, 'shell', script)).toMatchObject({ stdout: '' })
  },

  async 'using the network: loopback, local sockets, DNS, the internet'({ sandbox, marker, port }) {
    const script = `${attemptHelper}
import socket
def tcp(address):
  socket.create_connection(address, timeout=3)
  return 'reached'
def local(address):
  socket.socket(socket.AF_UNIX).connect(address)
  return 'reached'
def udp():
  return socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', 53))
interfaces = [line.split(':')[0].strip() for line in open('/proc/net/dev') if ':' in line] if os.path.exists('/proc') else ['lo']
print(json.dumps([interfaces, attempt(lambda: tcp(('127.0.0.1', ${port}))), attempt(lambda: local('\\x00${marker}')),
  attempt(udp), attempt(lambda: tcp(('192.0.2.1', 80))), attempt(lambda: str(socket.getaddrinfo('example.com', 80)))]))`
    const { stdout } = await runScript(sandbox, 'python', script)
    const [interfaces, loopback, local, udp, outside, name] = JSON.parse(stdout)
    expect(interfaces).toEqual(['lo'])
    for (const answer of [loopback, local]) expect(answer).toMatch(/^(ECONNREFUSED|EPERM)$/)
    for (const answer of [udp, outside]) expect(answer).toMatch(/^(ENETUNREACH|EPERM)$/)
    expect(name).toMatch(/^(EAI_[A-Z]+|\[Errno .*name resolution|\[Errno 8\].*)/)
  },

  async 'shell startup files'({ sandbox }) {
    const names = ['.bashrc', '.profile', '.bash_profile', '.zshenv']
    const workspace = names.map((name) => fileOf(name, 'echo HARM'))
    const result = await runScript(sandbox, 'shell', 'echo ran', { workspace })
    expect(result).toMatchObject({ stdout: 'ran\n', stderr: '' })
  },

  async 'script names that look like options or commands'({ sandbox }) {
    const scripts = { python: 'print("ran")', shell: 'echo ran', node: 'console.log("ran")' }
    const runs = ['-c', '--version', '-', '-m', '--eval', '; id', '$(id)'].flatMap((name) =>
      (['python', 'shell', 'node'] as const).map((runtime) =>
        runScript(sandbox, runtime, scripts[runtime], { name }),
      ),
    )
    for (const { stdout } of await Promise.all(runs)) expect(stdout).toBe('ran\n')
  },

  async 'writing to a layer, or requesting a missing one'({ sandbox, folder, marker }) {
    const script = 'cat /layers/one/secret; echo x > /layers/one/new; ls /layers'
    const withLayer = (hostPath: string) =>
      runScript(sandbox, 'shell', script, { layers: [{ hostPath, at: '/layers/one' }] })
    const { stdout, stderr } = await withLayer(folder)
    expect(stdout).toBe(`secret ${marker}one\n`)
    expect(stderr).toContain('Read-only file system')
    await expect(withLayer(join(folder, 'nothing'))).rejects.toMatchObject({
      code: 'sandbox.bad-request',
    })
  },
} satisfies Record<string, Attack>
