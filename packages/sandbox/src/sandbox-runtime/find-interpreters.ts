import { execFile } from 'node:child_process'
import { accessSync, constants, realpathSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Candidate paths of Python. On macOS not /usr/bin/python3: without Apple's tools it opens an install dialog.
 */
const pythons: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['/usr/bin/python3', '/usr/local/bin/python3'],
  darwin: [
    ...['/opt/homebrew/bin/python3', '/usr/local/bin/python3'],
    '/Library/Frameworks/Python.framework/Versions/Current/bin/python3',
    '/Library/Developer/CommandLineTools/usr/bin/python3',
  ],
}
const printPythonPaths =
  'import sys, json, os; print(json.dumps([os.path.realpath(sys.executable), sys.base_prefix, sys.base_exec_prefix]))'

export interface FoundInterpreters {
  readonly node: string
  readonly shell: string | undefined
  readonly python: string | undefined
  /** Paths the interpreters read besides their binaries. */
  readonly libraries: readonly string[]
}

/** The interpreters of this machine by their real paths; Node is the one that runs this process. */
export async function findInterpreters(platform: NodeJS.Platform): Promise<FoundInterpreters> {
  const shell = ['/bin/bash', '/usr/bin/bash'].find(isProgram)
  const node = realpathSync(process.execPath)
  for (const path of (pythons[platform] ?? []).filter(isProgram)) {
    const [python, ...libraries] = await pythonPaths(path)
    if (python !== undefined) return { node, shell, python, libraries: [...new Set(libraries)] }
  }
  return { node, shell, python: undefined, libraries: [] }
}

async function pythonPaths(python: string): Promise<readonly string[]> {
  try {
    const { stdout } = await run(python, ['-I', '-c', printPythonPaths], { cwd: '/', env: {} })
    const paths: unknown = JSON.parse(stdout)
    return Array.isArray(paths) ? paths.map((path) => realpathSync(String(path))) : []
  } catch {
    return []
  }
}

/** Missing system packages that sandbox-runtime needs; undefined when none is. */
export function missingTools(platform: NodeJS.Platform): string | undefined {
  const needed: Readonly<Record<string, string>> =
    platform === 'linux'
      ? { bubblewrap: 'bwrap', socat: 'socat', ripgrep: 'rg', procps: 'ps' }
      : { 'sandbox-exec': 'sandbox-exec', ps: 'ps' }
  const isThere = (name: string): boolean =>
    ['/usr/bin', '/bin'].some((folder) => isProgram(`${folder}/${name}`))
  const missing = Object.entries(needed).filter(([, name]) => !isThere(name))
  return missing.length === 0 ? undefined : missing.map(([what]) => what).join(' ')
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
