import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { defaultLimits } from '../execution/default-limits.ts'
import { type Runtime, type RuntimeHealth, runtimes } from '../execution/execution.ts'
import { baseEnvironment } from './arguments.ts'
import type { BubblewrapHost } from './bubblewrap-host.ts'
import { processLimits } from './process-limits.ts'
import { runJob } from './run-job.ts'
import { SandboxInstance } from './sandbox-instance.ts'

/** Each prints the version of its runtime. */
const versionScripts: Record<Runtime, string> = {
  python: 'import platform; print("Python", platform.python_version())',
  node: 'console.log("Node", process.versions.node)',
  shell: 'echo "Bash $BASH_VERSION"',
}

/** The result of running each runtime; with a reason when none ran. */
export interface ProbeResult {
  readonly runtimes: readonly RuntimeHealth[]
  /** Empty when at least one runs. */
  readonly reason: string
}

/** The path of bubblewrap; undefined when it is not installed. */
export function findBubblewrap(path: string = process.env.PATH ?? ''): string | undefined {
  const folders = [...path.split(delimiter), '/usr/bin', '/bin']
  return folders.map((folder) => join(folder, 'bwrap')).find((file) => existsSync(file))
}

/** Runs a small script of each runtime exactly as real executions run. */
export async function probeBubblewrap(host: BubblewrapHost): Promise<ProbeResult> {
  const found = await Promise.all(runtimes.map((runtime) => probeRuntime(host, runtime)))
  const failures = found.flatMap(({ failure }) => (failure === undefined ? [] : [failure]))
  return {
    runtimes: found.map(({ runtime, version }) => ({ runtime, version })),
    reason: found.some(({ version }) => version !== null)
      ? ''
      : explainFailure(failures.join('\n')),
  }
}

async function probeRuntime(
  host: BubblewrapHost,
  runtime: Runtime,
): Promise<RuntimeHealth & { readonly failure?: string }> {
  if (host.interpreters[runtime] === undefined) return { runtime, version: null }
  const limits = { ...defaultLimits, wallMs: 15_000 }
  const entry = 'version'
  const kind = { runtime, limits: processLimits(limits), layers: [], socket: null }
  const instance = new SandboxInstance(host, kind)
  const file = { path: entry, bytes: Buffer.from(versionScripts[runtime]), executable: false }
  const request = {
    runtime,
    entry,
    args: [],
    stdin: new Uint8Array(),
    files: [file],
    workspace: [],
  }
  try {
    await instance.ready
    const result = await runJob(instance, {
      request: { ...request, env: {}, layers: [], limits, queueKey: '' },
      listener: {},
      baseEnv: baseEnvironment(host.view),
      queuedMs: 0,
    })
    if (result.status === 'ok')
      return { runtime, version: Buffer.from(result.stdout).toString().trim() }
    return { runtime, version: null, failure: Buffer.from(result.stderr).toString().trim() }
  } catch (error) {
    return { runtime, version: null, failure: error instanceof Error ? error.message : `${error}` }
  } finally {
    await instance.discard()
  }
}

const settings = {
  apparmor: '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
  debian: '/proc/sys/kernel/unprivileged_userns_clone',
  maxNamespaces: '/proc/sys/user/max_user_namespaces',
} as const

/** Explains a failure from bubblewrap's output and the kernel settings, and says what to do. */
export function explainFailure(
  output: string,
  readSetting: (file: string) => string | undefined = settingOf,
): string {
  if (readSetting(settings.debian) === '0')
    return 'This kernel lets only root make user namespaces; set sysctl kernel.unprivileged_userns_clone=1.'
  if (readSetting(settings.maxNamespaces) === '0')
    return 'This kernel allows no user namespaces; set sysctl user.max_user_namespaces=10000.'
  if (readSetting(settings.apparmor) === '1')
    return 'AppArmor keeps bubblewrap from making user namespaces; give /usr/bin/bwrap a profile with "userns," or set sysctl kernel.apparmor_restrict_unprivileged_userns=0.'
  if (/source path .*permission denied/i.test(output))
    return `The user that runs scripts cannot reach the folder for executions; set TMPDIR to a folder that all users can enter. Bubblewrap reported: ${output}`
  if (/mount proc|\/proc/i.test(output))
    return `Bubblewrap cannot mount /proc here. In a container, run it with an unmasked /proc (podman: --security-opt unmask=/proc/*) and seccomp unconfined, or use another backend. It reported: ${output}`
  if (/namespace|not permitted/i.test(output))
    return `User namespaces are refused here. In a container, allow them (--security-opt seccomp=unconfined) or use another backend. Bubblewrap reported: ${output}`
  return `Bubblewrap does not work here. It reported: ${output || 'nothing'}`
}

function settingOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return undefined
  }
}
