import { existsSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Account } from '../collect/put-files.ts'
import { defaultLimits } from '../execution/default-limits.ts'
import {
  type ExecutionRequest,
  type Runtime,
  type RuntimeHealth,
  runtimes,
  type Sandbox,
} from '../execution/execution.ts'
import { UnavailableSandbox } from '../execution/unavailable-sandbox.ts'
import { makeBaseFolder } from '../folders/base-folder.ts'
import { removeFolder } from '../folders/remove-folder.ts'
import { allowsMount, type ContainerSettings } from './container-arguments.ts'
import { ContainerEngine } from './container-engine.ts'
import type { ContainerChoice } from './container-environment.ts'
import { containerSandbox } from './container-sandbox.ts'

export interface ContainerSandboxOptions extends ContainerChoice {
  /** The user scripts run as when this process is root; never root itself. */
  readonly account: Account
  /** The parent of execution folders; the system's temporary folder by default. */
  readonly folder?: string | undefined
  readonly concurrency: number
  readonly queueLimit: number
}

const labelKey = 'repertoire.sandbox'
const versionScripts: Record<Runtime, string> = {
  python: 'import platform; print("Python", platform.python_version())',
  node: 'console.log("Node", process.versions.node)',
  shell: `echo "Bash $BASH_VERSION"
for file in /sys/fs/cgroup/memory.max /sys/fs/cgroup/memory/memory.limit_in_bytes; do
  [ -r "$file" ] && read -r limit < "$file" && echo "$limit"
done`,
}
const memoryNotLimited =
  'The engine ignores the memory limit here or does not show it: a script may use all memory of this machine. Give it control groups of version 2.'

/**
 * Runs scripts in containers. Images are never pulled: a runtime without an image is unavailable, and without
 * any image every execution is rejected with instructions.
 */
export async function openContainerSandbox(options: ContainerSandboxOptions): Promise<Sandbox> {
  const { command, account } = options
  const engine = new ContainerEngine(command)
  const unavailable = (why: string): Sandbox => new UnavailableSandbox('container', why)
  const version = await engine.version().catch(() => undefined)
  if (version === undefined)
    return unavailable(`${command} is not installed; install it (apt-get install podman).`)
  const isRoot = process.getuid?.() === 0
  if (isRoot && (account.uid === 0 || account.gid === 0))
    return unavailable('Scripts never run as root; choose another user.')
  const images = imagesOf(options.image)
  const missing = await missingImages(engine, images)
  if (missing.length === runtimes.length)
    return unavailable(
      `The image ${missing.join(', ')} is missing, and images are not pulled automatically; run ${command} pull.`,
    )
  const baseFolder = await makeBaseFolder(options.folder)
  if (!allowsMount(baseFolder))
    return unavailable(`Containers cannot mount ${baseFolder}; choose a folder without commas.`)
  await removeOrphans(engine, dirname(baseFolder))
  const settings: ContainerSettings = {
    ...{ command, runtime: options.runtime, extraArgs: options.extraArgs ?? [] },
    account: isRoot ? account : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
    keepsUserId: !isRoot && /podman/i.test(version),
    maxProcesses: maxProcesses(),
    label: `${labelKey}=${hostname()}/${basename(baseFolder)}`,
  }
  const host = { engine, settings, images, baseFolder }
  const probe = await probeRuntimes(
    (found) => {
      const all = { ...host, runtimes: found, reason: '' }
      return containerSandbox(all, { concurrency: 3, queueLimit: 3 })
    },
    missingRuntimes(images, missing),
  )
  if (probe.every(({ version: found }) => found === null)) {
    await removeFolder(baseFolder)
    const stderr = probe.flatMap(({ failure }) => failure ?? [])[0] ?? ''
    return unavailable(`Containers cannot be started with ${command}. ${stderr}`.trim())
  }
  const found = probe.map(({ runtime, version: has }) => ({ runtime, version: has }))
  const { concurrency, queueLimit } = options
  const isLimited = probe.some(({ limit = 0 }) => limit > 0 && limit <= defaultLimits.memoryBytes)
  const reason = isLimited ? '' : memoryNotLimited
  return containerSandbox({ ...host, runtimes: found, reason }, { concurrency, queueLimit })
}

function imagesOf(image: ContainerChoice['image']): Readonly<Record<Runtime, string>> {
  return typeof image === 'string' ? { python: image, node: image, shell: image } : image
}

async function missingImages(
  engine: ContainerEngine,
  images: Readonly<Record<Runtime, string>>,
): Promise<readonly string[]> {
  const distinct = [...new Set(Object.values(images))]
  const there = await Promise.all(distinct.map((image) => engine.hasImage(image)))
  const missing = distinct.filter((_, at) => !there[at])
  return missing.length === distinct.length ? runtimes.map((name) => images[name]) : missing
}

function missingRuntimes(
  images: Readonly<Record<Runtime, string>>,
  missing: readonly string[],
): readonly Runtime[] {
  return runtimes.filter((runtime) => missing.includes(images[runtime]))
}

interface Probed extends RuntimeHealth {
  readonly failure?: string
  /** The container's memory limit in bytes, read by its shell. */
  readonly limit?: number
}

/** Runs a small script of each runtime exactly as real executions run. */
async function probeRuntimes(
  open: (runtimes: readonly RuntimeHealth[]) => Sandbox,
  without: readonly Runtime[],
): Promise<readonly Probed[]> {
  const sandbox = open(runtimes.map((runtime) => ({ runtime, version: 'unknown' })))
  return Promise.all(
    runtimes.map(async (runtime) => {
      if (without.includes(runtime)) return { runtime, version: null }
      try {
        const { status, stdout, stderr } = await sandbox.execute(versionRequest(runtime))
        const [version = '', limit] = Buffer.from(stdout).toString().trim().split('\n')
        if (status === 'ok') return { runtime, version, limit: Number(limit ?? 0) }
        return { runtime, version: null, failure: Buffer.from(stderr).toString().trim() }
      } catch (error) {
        const failure = error instanceof Error ? error.message : String(error)
        return { runtime, version: null, failure }
      }
    }),
  )
}

function versionRequest(runtime: Runtime): ExecutionRequest {
  const entry = runtime === 'node' ? 'version.cjs' : 'version'
  const bytes = Buffer.from(versionScripts[runtime])
  return {
    ...{ runtime, entry, args: [], stdin: new Uint8Array(), workspace: [], env: {}, layers: [] },
    files: [{ path: entry, bytes, executable: false }],
    limits: { ...defaultLimits, wallMs: 60_000 },
    queueKey: '',
  }
}

/** Removes the containers of exited processes of this machine: their folder is gone too. */
async function removeOrphans(engine: ContainerEngine, folder: string): Promise<void> {
  const containers = await engine.findByLabel(labelKey).catch(() => [])
  for (const { name, label } of containers) {
    const [host, owner] = label.split('/')
    if (host === hostname() && owner && !existsSync(join(folder, owner))) await engine.remove(name)
  }
}

/** The limit of processes per user: the engine cannot grant more than this process has. */
function maxProcesses(): number {
  const wanted = 4_096
  try {
    const [, hard] =
      /^Max processes +\S+ +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return Math.min(wanted, Number(hard ?? wanted))
  } catch {
    return wanted
  }
}
