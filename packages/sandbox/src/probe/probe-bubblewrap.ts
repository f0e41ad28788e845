import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { baseEnvironment } from '../bubblewrap/arguments.ts'
import { runJob } from '../bubblewrap/run-job.ts'
import { Slot } from '../bubblewrap/slot.ts'
import type { SlotHost } from '../bubblewrap/slot-host.ts'
import { processLimits } from '../bubblewrap/wrap.ts'
import { type Runtime, type RuntimeHealth, runtimes } from '../execution.ts'
import { defaultLimits } from '../limits.ts'

/** Each prints the version of what it runs on. */
const versionScripts: Record<Runtime, string> = {
  python: 'import platform; print("Python", platform.python_version())',
  node: 'console.log("Node", process.versions.node)',
  shell: 'echo "Bash $BASH_VERSION"',
}

/** What became of trying each runtime for real; with why, where none of them ran. */
export interface ProbeResult {
  readonly runtimes: readonly RuntimeHealth[]
  /** Empty when at least one runs. */
  readonly reason: string
}

/** Where bubblewrap is; undefined when it is not installed. */
export function findBubblewrap(path: string = process.env.PATH ?? ''): string | undefined {
  const folders = [...path.split(delimiter), '/usr/bin', '/bin']
  return folders.map((folder) => join(folder, 'bwrap')).find((file) => existsSync(file))
}

/** Runs one small script of each runtime the way all others will be run. */
export async function probeBubblewrap(host: SlotHost): Promise<ProbeResult> {
  const found = await Promise.all(runtimes.map((runtime) => probeRuntime(host, runtime)))
  const failures = found.flatMap(({ failure }) => (failure === undefined ? [] : [failure]))
  return {
    runtimes: found.map(({ runtime, version }) => ({ runtime, version })),
    reason: found.some(({ version }) => version !== null) ? '' : explain(failures.join('\n')),
  }
}

async function probeRuntime(
  host: SlotHost,
  runtime: Runtime,
): Promise<RuntimeHealth & { readonly failure?: string }> {
  if (host.interpreters[runtime] === undefined) return { runtime, version: null }
  const limits = { ...defaultLimits, wallMs: 15_000 }
  const entry = 'version'
  const kind = { runtime, limits: processLimits(limits), layers: [], socket: null, startEnv: {} }
  const slot = new Slot(host, kind)
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
    await slot.ready
    const result = await runJob(slot, {
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
    await slot.discard()
  }
}

const settings = {
  apparmor: '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
  debian: '/proc/sys/kernel/unprivileged_userns_clone',
  most: '/proc/sys/user/max_user_namespaces',
} as const

/** From what bubblewrap said and how the kernel is set, the sentence that says what to do. */
export function explain(
  said: string,
  readSetting: (file: string) => string | undefined = settingOf,
): string {
  if (readSetting(settings.debian) === '0')
    return 'This kernel lets only root make user namespaces; set sysctl kernel.unprivileged_userns_clone=1.'
  if (readSetting(settings.most) === '0')
    return 'This kernel allows no user namespaces; set sysctl user.max_user_namespaces=10000.'
  if (readSetting(settings.apparmor) === '1')
    return 'AppArmor keeps bubblewrap from making user namespaces; give /usr/bin/bwrap a profile with "userns," or set sysctl kernel.apparmor_restrict_unprivileged_userns=0.'
  if (/source path .*permission denied/i.test(said))
    return `The account that runs scripts cannot reach the folder for executions; point TMPDIR at one that all accounts can enter. Bubblewrap said: ${said}`
  if (/mount proc|\/proc/i.test(said))
    return `Bubblewrap cannot mount /proc here. In a container, run it with an unmasked /proc (podman: --security-opt unmask=/proc/*) and seccomp unconfined, or use another backend. It said: ${said}`
  if (/namespace|not permitted/i.test(said))
    return `User namespaces are refused here. In a container, allow them (--security-opt seccomp=unconfined) or use another backend. Bubblewrap said: ${said}`
  return `Bubblewrap does not work here. It said: ${said || 'nothing'}`
}

function settingOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return undefined
  }
}
