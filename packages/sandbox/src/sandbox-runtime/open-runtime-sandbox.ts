import { existsSync, realpathSync } from 'node:fs'
import { chmod, chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Account } from '../collect/put-files.ts'
import { type Runtime, type RuntimeHealth, runtimes, type Sandbox } from '../execution/execution.ts'
import { UnavailableSandbox } from '../execution/unavailable-sandbox.ts'
import { makeBaseFolder } from '../folders/base-folder.ts'
import { removeFolder } from '../folders/remove-folder.ts'
import { FifoPool } from '../streams/fifos.ts'
import { type FoundInterpreters, findInterpreters, missingTools } from './find-interpreters.ts'
import { findViolations, requestOf } from './isolation-check.ts'
import { notEnforced } from './not-enforced.ts'
import { ProcessWatch } from './process-watch.ts'
import { pathInside, readableInterpreterPaths, readableSystemPaths } from './readable.ts'
import type { RuntimeHost } from './runtime-host.ts'
import { runtimeSandbox } from './runtime-sandbox.ts'
import { SettingsProcess } from './settings-process.ts'

export interface RuntimeSandboxOptions {
  /** The user scripts run as when this process is root; never root itself. */
  readonly account: Account
  /** The parent of execution folders; the system's temporary folder by default. */
  readonly folder?: string | undefined
  readonly concurrency: number
  readonly queueLimit: number
}

const library = '@anthropic-ai/sandbox-runtime'
const versionScripts: Record<Runtime, string> = {
  python: 'import platform; print("Python", platform.python_version())',
  node: 'console.log("Node", process.versions.node)',
  shell: 'echo "Bash $BASH_VERSION"',
}

/**
 * Runs scripts by sandbox-runtime after a check job found no way to read, write or connect outside. Otherwise
 * every execution is rejected with a message that says what to do.
 */
export async function openRuntimeSandbox(options: RuntimeSandboxOptions): Promise<Sandbox> {
  const { platform } = process
  const unavailable = (why: string): Sandbox => new UnavailableSandbox('sandbox-runtime', why)
  const system = readableSystemPaths(platform)
  if (!system)
    return unavailable(`sandbox-runtime isolates on macOS and Linux, not on ${platform}.`)
  const at = findLibrary()
  if (at === undefined)
    return unavailable(`${library} is not installed; run npm install ${library} and restart.`)
  const missing = missingTools(platform)
  if (missing !== undefined)
    return unavailable(`sandbox-runtime needs ${missing}; install it and restart.`)
  const account = process.getuid?.() === 0 ? options.account : null
  if (account && (account.uid === 0 || account.gid === 0))
    return unavailable('Scripts never run as root; choose another user.')
  const found = await findInterpreters(platform)
  if (found.shell === undefined) return unavailable('Bash is missing; install it and restart.')
  const baseFolder = await makeBaseFolder(options.folder)
  const host = await prepareHost({ account, at, baseFolder, bash: found.shell, found, system })
  const sandbox = await probeSandbox(host, options)
  if (typeof sandbox !== 'string') return sandbox
  host.settings.close()
  await removeFolder(baseFolder)
  return unavailable(`sandbox-runtime does not work here. ${sandbox}`)
}

/** The URL of the package, and its helper on Linux; undefined when it is not installed. */
function findLibrary(): { readonly url: string; readonly helper: string | undefined } | undefined {
  try {
    const url = import.meta.resolve(library)
    const architecture = process.arch === 'arm64' ? 'arm64' : 'x64'
    const helper = fileURLToPath(new URL(`../vendor/seccomp/${architecture}/apply-seccomp`, url))
    return { url, helper: existsSync(helper) ? realpathSync(helper) : undefined }
  } catch {
    return undefined
  }
}

async function prepareHost(from: {
  readonly account: Account | null
  readonly at: NonNullable<ReturnType<typeof findLibrary>>
  readonly baseFolder: string
  readonly bash: string
  readonly found: FoundInterpreters
  readonly system: readonly string[]
}): Promise<Omit<RuntimeHost, 'runtimes'>> {
  const { account, at, bash, found, system } = from
  const { platform } = process
  const baseFolder = realpathSync(from.baseFolder)
  const folders = { settings: join(baseFolder, 'settings'), fifos: join(baseFolder, 'fifos') }
  for (const folder of Object.values(folders)) await mkdir(folder, { mode: 0o700 })
  if (account) await chown(folders.settings, account.uid, account.gid)
  await chmod(folders.fifos, 0o700)
  const programs = [found.node, found.shell, found.python].flatMap((path) => path ?? [])
  const helper = platform === 'linux' && at.helper !== undefined ? [at.helper] : []
  const own = readableInterpreterPaths(platform, [...programs, ...found.libraries, ...helper])
  return {
    ...{ platform, account, baseFolder, bash },
    interpreters: {
      node: found.node,
      shell: bash,
      ...(found.python !== undefined && { python: found.python }),
    },
    readable: [...system, ...own].filter((path) => existsSync(path)),
    path: pathInside([found.node, ...(found.python === undefined ? [] : [found.python])]),
    settings: new SettingsProcess({ library: at.url, folder: folders.settings, account }),
    watch: new ProcessWatch(),
    fifos: new FifoPool(folders.fifos, account),
    reason: notEnforced(platform),
  }
}

/** The sandbox, or why it cannot be used. */
async function probeSandbox(
  host: Omit<RuntimeHost, 'runtimes'>,
  { concurrency, queueLimit }: RuntimeSandboxOptions,
): Promise<Sandbox | string> {
  const assumed = runtimes.map((runtime) => ({
    runtime,
    version: host.interpreters[runtime] === undefined ? null : 'unknown',
  }))
  const trialSandbox = runtimeSandbox(
    { ...host, runtimes: assumed },
    { concurrency: 1, queueLimit: 4 },
  )
  const open = await findViolations(trialSandbox, host.baseFolder)
  if (open !== '') return open
  const versions: RuntimeHealth[] = []
  for (const { runtime, version } of assumed)
    versions.push({ runtime, version: version && (await versionOf(trialSandbox, runtime)) })
  return runtimeSandbox({ ...host, runtimes: versions }, { concurrency, queueLimit })
}

async function versionOf(sandbox: Sandbox, runtime: Runtime): Promise<string | null> {
  const result = await sandbox
    .execute(requestOf(runtime, versionScripts[runtime]))
    .catch(() => null)
  return result?.status === 'ok' ? Buffer.from(result.stdout).toString().trim() : null
}
