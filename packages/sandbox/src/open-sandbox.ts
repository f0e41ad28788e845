import { availableParallelism } from 'node:os'
import { BubblewrapSandbox } from './bubblewrap/bubblewrap-sandbox.ts'
import { prepareHost } from './bubblewrap/prepare-host.ts'
import { findBubblewrap, probeBubblewrap } from './bubblewrap/probe-bubblewrap.ts'
import { cpuArchOf } from './bubblewrap/seccomp.ts'
import { createChildProcessSandbox } from './child-process/child-process-sandbox.ts'
import type { Account } from './collect/put-files.ts'
import type { ContainerChoice } from './container/container-environment.ts'
import { openContainerSandbox } from './container/open-container-sandbox.ts'
import { findGroupParent, requireGroupParent } from './control-group/find-parent.ts'
import type { Sandbox } from './execution/execution.ts'
import { UnavailableSandbox } from './execution/unavailable-sandbox.ts'
import { makeBaseFolder } from './folders/base-folder.ts'
import { removeFolder } from './folders/remove-folder.ts'
import { openRuntimeSandbox } from './sandbox-runtime/open-runtime-sandbox.ts'

export interface SandboxOptions {
  /**
   * The isolation backend. Default: bubblewrap on Linux, sandbox-runtime on macOS; if it does not work, nothing
   * runs.
   */
  readonly backend?: 'bubblewrap' | 'container' | 'sandbox-runtime'
  /** For `container`: the engine and the images. */
  readonly container?: ContainerChoice | undefined
  /** Runs scripts as plain child processes with all rights of this process. For trusted scripts only. */
  readonly unisolated?: boolean
  /** The user scripts run as when this process is root; never root itself. */
  readonly account?: Account
  /** The parent control group (version 2); by default this process' own, if delegated. */
  readonly groupParent?: string
  /** The parent of execution folders; the system's temporary folder by default. */
  readonly folder?: string
  /** Concurrent executions; by default twice the cores, at least 4, so that one person may use every core. */
  readonly concurrency?: number
  /** Queued executions before further ones are rejected; 1,000 by default. */
  readonly queueLimit?: number
  /** Warm interpreters per runtime, once it was requested; by default the number of cores, at least 2. */
  readonly poolSize?: number
  /** Milliseconds after which unused warm interpreters are discarded; 5 minutes by default. */
  readonly idleMs?: number
}

/** A user id that no Debian system assigns. */
const unprivileged: Account = { uid: 59_917, gid: 59_917 }
const pythonPaths = ['/usr/bin/python3', '/usr/local/bin/python3']

/**
 * Detects the available isolation and opens it. Without any, every execution is rejected with a message that
 * says what to install; nothing runs unisolated unless `unisolated` is set.
 */
export async function openSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const cores = Math.max(2, availableParallelism())
  const concurrency = options.concurrency ?? 2 * cores
  const sizes = { concurrency, queueLimit: options.queueLimit ?? 1_000 }
  if (options.unisolated) {
    return createChildProcessSandbox(await makeBaseFolder(options.folder), sizes)
  }
  if (options.backend === 'container') return openContainers(options, sizes)
  if (usesSandboxRuntime(options.backend))
    return openRuntimeSandbox({
      ...{ ...sizes, folder: options.folder },
      account: options.account ?? unprivileged,
    })
  if (process.platform !== 'linux')
    return new UnavailableSandbox('bubblewrap', 'Bubblewrap works on Linux only.')
  const bubblewrap = findBubblewrap()
  if (bubblewrap === undefined)
    return new UnavailableSandbox(
      'bubblewrap',
      'No isolation is available; install bubblewrap (apt-get install bubblewrap) and restart.',
    )
  const account = process.getuid?.() === 0 ? (options.account ?? unprivileged) : null
  if (account && (account.uid === 0 || account.gid === 0))
    return new UnavailableSandbox('bubblewrap', 'Scripts never run as root; choose another user.')
  const groupParent =
    options.groupParent === undefined
      ? (findGroupParent() ?? null)
      : requireGroupParent(options.groupParent)
  if (cpuArchOf(process.arch) === null)
    return new UnavailableSandbox(
      'bubblewrap',
      `There is no system call filter for ${process.arch}; run scripts on x64 or arm64.`,
    )
  const baseFolder = await makeBaseFolder(options.folder)
  const host = await prepareHost({ bubblewrap, account, baseFolder, pythonPaths, groupParent })
  const probe = await probeBubblewrap(host)
  if (probe.reason !== '') {
    await removeFolder(baseFolder)
    return new UnavailableSandbox('bubblewrap', probe.reason)
  }
  const { poolSize = cores, idleMs = 300_000 } = options
  return new BubblewrapSandbox(host, probe.runtimes, { ...sizes, poolSize, idleMs })
}

/** Resolves the backend choice for a platform. */
export function usesSandboxRuntime(
  backend: SandboxOptions['backend'],
  platform: NodeJS.Platform = process.platform,
): boolean {
  return backend === 'sandbox-runtime' || (backend === undefined && platform === 'darwin')
}

async function openContainers(
  { container, account = unprivileged, folder }: SandboxOptions,
  sizes: { readonly concurrency: number; readonly queueLimit: number },
): Promise<Sandbox> {
  if (container) return openContainerSandbox({ ...container, ...sizes, account, folder })
  return new UnavailableSandbox(
    'container',
    'Containers need an image with sh, env, python3, node and bash; set SANDBOX_CONTAINER_IMAGE.',
  )
}
