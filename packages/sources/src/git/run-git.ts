import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { gitLimits } from './git-limits.ts'

export interface GitCommand {
  /** The program. */
  readonly git: string
  readonly args: readonly string[]
  /** An empty folder. */
  readonly home: string
  /** The bare repository; undefined for commands without one. */
  readonly repository?: string
  /** `-c` settings besides the usual ones. */
  readonly settings?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export interface GitProcess {
  readonly child: ChildProcess
  /** Resolves when the process has ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly stderr: string }>
  /** Ends it and everything that it started. */
  kill(): void
}

const maxStderr = 20_000

/** Nothing of this machine or of the repository decides what git does. */
const usualSettings = [
  'fetch.fsckObjects=true',
  'transfer.fsckObjects=true',
  'core.bigFileThreshold=1m',
  'core.packedGitWindowSize=32m',
  'core.packedGitLimit=256m',
  'pack.threads=2',
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.symlinks=false',
  'http.followRedirects=false',
  'credential.helper=',
  'fetch.unpackLimit=1',
  'gc.auto=0',
  'maintenance.auto=false',
  'protocol.version=2',
  'advice.detachedHead=false',
]

/**
 * What a small pack can make git take is bounded by the system alone: deltas grow, and a compressed answer is counted before it
 * is unpacked. If memory runs out all the same, git ends before the server. A system without a limit goes on without it.
 */
const limitedShell = `
ulimit -v ${gitLimits.memoryBytes / 1024} 2>/dev/null
ulimit -f ${gitLimits.networkBytes / 512} 2>/dev/null
echo 500 2>/dev/null >/proc/self/oom_score_adj
exec "$@"`

function limited(command: readonly string[]): readonly string[] {
  return process.platform === 'win32' ? command : ['/bin/sh', '-c', limitedShell, 'git', ...command]
}

/**
 * Starts git with an environment from nothing: no configuration of the machine, no hooks, no credentials, no
 * question, only https unless `env` says otherwise.
 */
export function startGit(command: GitCommand): GitProcess {
  const { git, args, home, repository, settings = [], env, timeoutMs, signal } = command
  const flags = [...usualSettings, ...settings].flatMap((setting) => ['-c', setting])
  const place = repository === undefined ? [] : [`--git-dir=${repository}`]
  const [program = git, ...given] = limited([git, ...place, ...flags, ...args])
  const child = spawn(program, given, {
    cwd: home,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...{ PATH: process.env.PATH ?? '/usr/bin:/bin', HOME: home, LC_ALL: 'C' },
      ...{ GIT_ALLOW_PROTOCOL: 'https', GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_NOSYSTEM: '1' },
      ...{ GIT_CONFIG_GLOBAL: '/dev/null', GIT_ASKPASS: '/bin/false', GIT_OPTIONAL_LOCKS: '0' },
      // Each reserves address space that nobody uses.
      ...{ MALLOC_ARENA_MAX: '2', ...env },
    },
  })
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
  const timer = setTimeout(kill, timeoutMs)
  signal.addEventListener('abort', kill)
  if (signal.aborted) kill()
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (stderr.length < maxStderr) stderr += text
  })
  child.stdin.on('error', () => undefined)
  child.stdout.on('error', () => undefined)
  const ended = once(child, 'close')
    .then(([code]) => ({ code: code as number | null, stderr }))
    .finally(() => {
      clearTimeout(timer)
      signal.removeEventListener('abort', kill)
    })
  ended.catch(() => undefined)
  return { child, ended, kill }
}

/** The whole output of a short command. Throws on a failed one; `tooMuch` when there is more than `maxBytes`. */
export async function readGit(
  command: GitCommand & { readonly maxBytes: number },
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  const { child, ended, kill } = startGit(command)
  child.stdin?.end()
  const chunks: Buffer[] = []
  let size = 0
  child.stdout?.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > command.maxBytes) kill()
    else chunks.push(chunk)
  })
  const { code, stderr } = await ended
  return { code, stdout: Buffer.concat(chunks).toString('utf8'), stderr }
}
