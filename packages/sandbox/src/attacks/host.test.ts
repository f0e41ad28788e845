import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { fileOf, runScript } from '../contract/run-script.ts'
import { attackSandbox, noBubblewrap, processesIn, tellNamespace, tryIt } from './attack-sandbox.ts'

const marker = randomBytes(8).toString('hex')

describe.skipIf(noBubblewrap).concurrent('bubblewrap against reaching the host', () => {
  const opened = attackSandbox()
  const servers: Server[] = []
  let folder = ''
  let port = 0

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), `host-${marker}-`))
    await writeFile(join(folder, 'secret'), `secret ${marker}`, { mode: 0o644 })
    port = Number(await listen(servers, 0))
    await listen(servers, `\0${marker}`)
    process.env[`HOST_${marker}`] = 'secret'
  })
  afterAll(async () => {
    for (const server of servers) server.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('files of the host are not there', async ({ expect }) => {
    const paths = ['/etc/shadow', '/etc/passwd', '/root', '/home', '/sys', '/run', '/var', '/mnt']
    const through = [
      '/proc/1/root/etc/passwd',
      '/proc/self/root/etc/shadow',
      '/proc/1/cwd/etc/passwd',
    ]
    const script = `${tryIt}
paths = ${JSON.stringify([...paths, ...through, join(folder, 'secret')])}
print(json.dumps({path: attempt(lambda: str(os.stat(path))) for path in paths}))`
    const { stdout } = await runScript(opened(), 'python', script)
    for (const [path, answer] of Object.entries(JSON.parse(stdout)))
      expect(`${path}: ${answer}`).toMatch(/: (ENOENT|EACCES)$/)
  })

  it('only the workspace and the scratch folders can be written', async ({ expect }) => {
    const places = [
      '/',
      '/dev',
      '/usr',
      '/usr/bin',
      '/etc',
      '/skill',
      '/boot',
      '/opt',
      '/proc/sys/kernel',
    ]
    const script = `${tryIt}
answers = {place: attempt(lambda: open(place + '/made', 'w').close()) for place in ${JSON.stringify(places)}}
answers['core'] = attempt(lambda: open('/proc/sys/kernel/core_pattern', 'w').write('x'))
answers['script'] = attempt(lambda: open('/skill/main.py', 'a').close())
print(json.dumps([answers, [attempt(lambda: open(place + '/made', 'w').close()) for place in ('/workspace', '/tmp', '/dev/shm')]]))`
    const { stdout } = await runScript(opened(), 'python', script)
    const [answers, allowed] = JSON.parse(stdout)
    expect(allowed).toEqual([null, null, null])
    for (const [place, answer] of Object.entries(answers))
      expect(`${place}: ${answer}`).toMatch(/: (EROFS|EACCES|ENOENT|EPERM)$/)
  })

  it('the environment of the host is not there, nor in the init', async ({ expect }) => {
    const script = 'env; cat /proc/1/environ /proc/*/environ; tr "\\0" " " < /proc/1/cmdline'
    const { stdout } = await runScript(opened(), 'shell', script)
    expect(stdout).not.toContain(marker)
    expect(stdout).not.toContain('repertoire-sandbox')
    const names = stdout.split(/[\n\0]/).flatMap((line) => /^([A-Za-z_]\w*)=/.exec(line)?.[1] ?? [])
    const known = ['PATH', 'HOME', 'LANG', 'PWD', 'OLDPWD', 'SHLVL', '_']
    expect(names.filter((name) => !known.includes(name))).toEqual([])
  })

  it('what /proc tells about the machine is masked', async ({ expect }) => {
    const script =
      'for f in cmdline kallsyms kcore modules interrupts; do [ ! -e /proc/$f ] || head -c 1 /proc/$f 2>&- || true; done'
    expect(await runScript(opened(), 'shell', script)).toMatchObject({ stdout: '' })
  })

  it('no network: not loopback, not abstract sockets, not names, not the outside', async ({
    expect,
  }) => {
    const script = `${tryIt}
import socket
def tcp(address):
  socket.create_connection(address, timeout=3)
  return 'reached'
def abstract():
  socket.socket(socket.AF_UNIX).connect('\\x00${marker}')
  return 'reached'
def udp():
  return socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', 53))
interfaces = [line.split(':')[0].strip() for line in open('/proc/net/dev') if ':' in line]
print(json.dumps([attempt(lambda: tcp(('127.0.0.1', ${port}))), attempt(abstract), attempt(udp),
  attempt(lambda: tcp(('192.0.2.1', 80))), attempt(lambda: socket.getaddrinfo('example.com', 80)), interfaces]))`
    const { stdout } = await runScript(opened(), 'python', script)
    const [loopback, abstract, udp, outside, name, interfaces] = JSON.parse(stdout)
    expect([loopback, abstract]).toEqual(['ECONNREFUSED', 'ECONNREFUSED'])
    expect([udp, outside]).toEqual(['ENETUNREACH', 'ENETUNREACH'])
    expect([
      'EAI_AGAIN',
      'EAI_NONAME',
      '[Errno -3] Temporary failure in name resolution',
    ]).toContain(name)
    expect(interfaces).toEqual(['lo'])
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
      listener: { signal: abort.signal, onOutput: () => tellReady() },
    })
    await ready
    const script = `
grep -rls "besid[e]-" /skill /workspace /tmp /dev/shm /boot /proc/[0-9]*/environ /proc/[0-9]*/cmdline 2>/dev/null
ls -d /proc/[0-9]* | wc -l; ls -A /workspace /skill`
    const { stdout } = await runScript(opened(), 'shell', script)
    abort.abort()
    await other
    const [count, ...listing] = stdout.trim().split('\n')
    expect(Number(count)).toBeLessThan(8)
    expect(listing).toEqual(['/skill:', 'main.sh', '', '/workspace:'])
  })

  it.each([
    ['setsid', 'setsid sleep 100 > /dev/null 2>&1 &'],
    ['nohup', 'nohup sleep 100 > /dev/null 2>&1 &'],
    [
      'a double fork',
      '( ( sleep 100 & ) & ); ( (setsid sh -c "trap : TERM HUP INT; sleep 100" &) & )',
    ],
    ['what holds the output open', 'sleep 100 &'],
    [
      'forty zombies',
      'python3 -c "import os, time\n[os.fork() or os._exit(0) for n in range(40)]\ntime.sleep(0.1)"',
    ],
  ])('%s does not outlive its script', async (_, script) => {
    const { expect } = await import('vitest')
    const first = 'readlink /proc/self/ns/pid\n'
    const { stdout } = await runScript(opened(), 'shell', first + script)
    expect(processesIn(stdout.trim())).toEqual([])
  })

  it('descriptors of whoever starts the sandbox are closed', async ({ expect }) => {
    const script = `
import os
print(sorted(int(n) for n in os.listdir('/proc/self/fd') if os.path.exists(f'/proc/self/fd/{n}')))
print([os.readlink(f'/proc/1/fd/{n}') for n in os.listdir('/proc/1/fd')])`
    const { stdout } = await runScript(opened(), 'python', script)
    expect(stdout.split('\n')[0]).toBe('[0, 1, 2]')
    expect(stdout).not.toContain(marker)
  })

  it('script names that look like options are names', async ({ expect }) => {
    for (const name of ['-c', '--version', '-', '-m', '--eval', '; id']) {
      for (const runtime of ['python', 'shell'] as const) {
        const script = runtime === 'python' ? 'print("ran")' : 'echo ran'
        expect(await runScript(opened(), runtime, script, { name })).toMatchObject({
          stdout: 'ran\n',
        })
      }
      const node = await runScript(opened(), 'node', 'console.log("ran")', { name })
      expect(node).toMatchObject({ stdout: 'ran\n' })
    }
  })

  it('layers can be read, not written, and only where they were put', async ({ expect }) => {
    const layers = [{ hostPath: folder, at: '/layers/one' }]
    await import('node:fs/promises').then(({ chmod }) => chmod(folder, 0o755))
    const script = `cat /layers/one/secret; echo x > /layers/one/new; ls /layers`
    const result = await runScript(opened(), 'shell', script, { layers })
    expect(result.stdout).toBe(`secret ${marker}one\n`)
    expect(result.stderr).toContain('Read-only file system')
    const wrong = runScript(opened(), 'shell', 'echo', {
      layers: [{ hostPath: join(folder, 'nothing'), at: '/layers/one' }],
    })
    await expect(wrong).rejects.toMatchObject({ code: 'sandbox.bad-request' })
  })
})

describe.skipIf(noBubblewrap)('bubblewrap when its owner is killed', () => {
  it('ends what runs at once, and the next owner sweeps what is left', async ({ expect }) => {
    const folder = await mkdtemp(join(tmpdir(), 'killed-'))
    const script = `${tellNamespace}import time\ntime.sleep(100)`
    const program = `
import { openSandbox, defaultLimits } from '@repertoire/sandbox'
const sandbox = await openSandbox({ folder: ${JSON.stringify(folder)} })
const bytes = Buffer.from(${JSON.stringify(script)})
await sandbox.execute({ runtime: 'python', entry: 'a', args: [], stdin: new Uint8Array(), files: [{ path: 'a', bytes, executable: false }],
  workspace: [], env: {}, layers: [], limits: { ...defaultLimits, wallMs: 60_000 }, queueKey: '' },
  { onOutput: (_, bytes) => process.stdout.write(bytes) })`
    const { chmod, readdir } = await import('node:fs/promises')
    await chmod(folder, 0o755)
    const child = spawn(
      process.execPath,
      ['--conditions=repertoire-source', '--input-type=module', '-e', program],
      { cwd: join(import.meta.dirname, '../..'), stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const namespace = await new Promise<string>((resolve) =>
      child.stdout.once('data', (chunk) => resolve(String(chunk).trim())),
    )
    expect(processesIn(namespace).length).toBeGreaterThan(0)
    child.kill('SIGKILL')
    await expect.poll(() => processesIn(namespace), { timeout: 60_000 }).toEqual([])
    const shared = join(folder, `repertoire-sandbox-${process.getuid?.()}`)
    const left = await readdir(shared)
    expect(left).toHaveLength(1)
    const { openSandbox } = await import('../open-sandbox.ts')
    const next = await openSandbox({ folder })
    expect(await readdir(shared)).not.toContain(left[0])
    await next.close()
    expect(await readdir(shared)).toEqual([])
    await rm(folder, { recursive: true })
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
