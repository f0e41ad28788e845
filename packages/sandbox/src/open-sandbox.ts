import { availableParallelism } from 'node:os'
import { BubblewrapSandbox } from './bubblewrap/bubblewrap-sandbox.ts'
import { prepareHost } from './bubblewrap/host.ts'
import { architectureOf } from './bubblewrap/seccomp.ts'
import type { Account } from './collect/put-files.ts'
import type { ContainerChoice } from './container/container-environment.ts'
import { openContainerSandbox } from './container/open-container-sandbox.ts'
import { demandGroupParent, findGroupParent } from './control-group/find-parent.ts'
import type { Sandbox } from './execution.ts'
import { makeBaseFolder } from './folders/base-folder.ts'
import { removeFolder } from './folders/remove-folder.ts'
import { findBubblewrap, probeBubblewrap } from './probe/probe-bubblewrap.ts'
import { UnavailableSandbox } from './probe/unavailable-sandbox.ts'
import { openRuntimeSandbox } from './sandbox-runtime/open-runtime-sandbox.ts'
import { unisolatedSandbox } from './unisolated/unisolated-sandbox.ts'

export interface SandboxOptions {
  /**
   * What isolates. Without it: bubblewrap on Linux, sandbox-runtime on macOS, where they work, and otherwise
   * nothing is run.
   */
  readonly backend?: 'bubblewrap' | 'container' | 'sandbox-runtime'
  /** For `container`: the engine and the images. */
  readonly container?: ContainerChoice | undefined
  /** Runs scripts as plain child processes that may do all that we may. For trusted scripts alone. */
  readonly unisolated?: boolean
  /** Whom scripts run as when we are root; never root itself. */
  readonly account?: Account
  /** A control group (version 2) below which others can be made; our own where it is delegated. */
  readonly groupParent?: string
  /** Where folders for executions are made; the system's temporary folder by default. */
  readonly folder?: string
  /** How many run at once; as many as there are cores, at least 2. */
  readonly concurrency?: number
  /** How many may wait before others are refused; 1,000. */
  readonly queueLimit?: number
  /** How many interpreters of each runtime are kept warm once it was asked for; as `concurrency`. */
  readonly poolSize?: number
  /** Milliseconds after which warm interpreters nobody asks for are let go; 5 minutes. */
  readonly idleMs?: number
}

/** A number that no account of a Debian system has. */
const unprivileged: Account = { uid: 59_917, gid: 59_917 }
const pythonPaths = ['/usr/bin/python3', '/usr/local/bin/python3']

/**
 * Finds out what can isolate scripts here and starts it. Where nothing can, every execution is refused
 * with the sentence that says what to install; nothing ever runs unisolated but by `unisolated`.
 */
export async function openSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const concurrency = options.concurrency ?? Math.max(2, availableParallelism())
  const sizes = { concurrency, queueLimit: options.queueLimit ?? 1_000 }
  if (options.unisolated) {
    return unisolatedSandbox(await makeBaseFolder(options.folder), sizes)
  }
  if (options.backend === 'container') return openContainers(options, sizes)
  if (usesSandboxRuntime(options.backend))
    return openRuntimeSandbox({
      ...{ ...sizes, folder: options.folder },
      account: options.account ?? unprivileged,
    })
  if (process.platform !== 'linux')
    return new UnavailableSandbox('bubblewrap', 'Bubblewrap isolates on Linux only.')
  const bubblewrap = findBubblewrap()
  if (bubblewrap === undefined)
    return new UnavailableSandbox(
      'bubblewrap',
      'Nothing here can isolate scripts; install bubblewrap (apt-get install bubblewrap) and start again.',
    )
  const account = process.getuid?.() === 0 ? (options.account ?? unprivileged) : null
  if (account && (account.uid === 0 || account.gid === 0))
    return new UnavailableSandbox('bubblewrap', 'Scripts never run as root; name another account.')
  const groupParent =
    options.groupParent === undefined
      ? (findGroupParent() ?? null)
      : demandGroupParent(options.groupParent)
  if (architectureOf(process.arch) === null)
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
  const { poolSize = concurrency, idleMs = 300_000 } = options
  return new BubblewrapSandbox(host, probe.runtimes, { ...sizes, poolSize, idleMs })
}

/** What a choice means on a platform. */
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
    'Containers need an image with sh, env, python3, node and bash; name one in SANDBOX_CONTAINER_IMAGE.',
  )
}
