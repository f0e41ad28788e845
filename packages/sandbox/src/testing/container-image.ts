import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const programs = [
  ...[
    'bash',
    'sh',
    'basename',
    'cat',
    'chmod',
    'cp',
    'dd',
    'dirname',
    'echo',
    'env',
    'false',
    'find',
    'grep',
  ],
  ...[
    'head',
    'hostname',
    'id',
    'kill',
    'ln',
    'ls',
    'mkdir',
    'mkfifo',
    'mv',
    'nohup',
    'nproc',
    'od',
  ],
  ...['ps', 'pwd', 'readlink', 'rm', 'rmdir', 'sed', 'seq', 'setsid', 'sleep', 'sort', 'stat'],
  ...['tail', 'tee', 'touch', 'tr', 'true', 'truncate', 'uname', 'wc', 'whoami', 'xargs', 'yes'],
]
const python = '/usr/bin/python3'

/**
 * The name of an image with this machine's own bash, Python and Node, built if missing, without a registry.
 * Takes some seconds the first time.
 */
export async function testImage(command: string): Promise<string> {
  const parts = [process.execPath, realpathSync(python)]
  const facts = parts.map((path) => `${path} ${statSync(path).size} ${statSync(path).mtimeMs}`)
  const key = createHash('sha256')
    .update([...facts, ...programs].join('\n'))
    .digest('hex')
  const name = `localhost/repertoire-sandbox-test:${key.slice(0, 12)}`
  const isThere = await run(command, ['image', 'inspect', name]).then(
    () => true,
    () => false,
  )
  if (!isThere) await makeImage(command, name)
  return name
}

async function makeImage(command: string, name: string): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'repertoire-image-'))
  try {
    await fillRoot(root)
    const tar = spawn('tar', ['-C', root, '--numeric-owner', '-c', '.'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const importing = run(command, ['import', '-', name])
    if (importing.child.stdin) tar.stdout.pipe(importing.child.stdin)
    await importing
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

async function fillRoot(root: string): Promise<void> {
  for (const folder of ['usr/bin', 'usr/lib', 'usr/lib64', 'etc', 'tmp', 'proc', 'sys', 'dev'])
    mkdirSync(join(root, folder), { recursive: true })
  for (const folder of ['run', 'skill', 'workspace', 'boot'])
    mkdirSync(join(root, folder), { recursive: true })
  for (const name of ['bin', 'lib', 'lib64'])
    await run('ln', ['-s', `usr/${name}`, join(root, name)])
  const files = programs.map((program) => `/usr/bin/${program}`).filter((file) => existsSync(file))
  const { stdout } = await run(python, ['-c', 'import os; print(os.path.dirname(os.__file__))'])
  const library = stdout.trim()
  await copy(root, library, library)
  for (const file of files) await copy(root, realpathSync(file), file)
  await copy(root, realpathSync(python), python)
  await copy(root, process.execPath, '/usr/bin/node')
  const modules = (await run('find', [join(library, 'lib-dynload'), '-name', '*.so'])).stdout
  const linked = [...files, python, process.execPath, ...modules.trim().split('\n')]
  for (const path of await librariesOf(linked)) await copy(root, realpathSync(path), path)
}

/** The shared libraries of these programs, including the loader. */
async function librariesOf(files: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await run('ldd', [...files]).catch((error) => error as { stdout: string })
  const paths = [...stdout.matchAll(/(?:=>\s+|^\s+)(\/\S+) \(0x/gm)].map((match) => match[1] ?? '')
  return [...new Set(paths)]
}

async function copy(root: string, from: string, at: string): Promise<void> {
  const target = join(root, at.replace(/^\/lib(64)?\//, '/usr/lib$1/'))
  mkdirSync(dirname(target), { recursive: true })
  await cp(from, target, { recursive: true, filter: (path) => !path.includes('__pycache__') })
}
