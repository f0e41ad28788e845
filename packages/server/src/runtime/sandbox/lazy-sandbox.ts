import { ProblemError } from '@repertoire/core/base'
import type { ScriptRuntime } from '@repertoire/core/domain'
import type {
  ExecutionLimits,
  ExecutionListener,
  ExecutionRequest,
  ExecutionResult,
  Sandbox,
  SandboxHealth,
} from '@repertoire/sandbox'
import { z } from 'zod'
import { toSandboxProblem } from './sandbox-problem.ts'

export interface SandboxSettings {
  /** `auto`: the best isolation of this machine. `unisolated`: none. `off`: scripts do not run. */
  readonly backend: 'auto' | 'bubblewrap' | 'container' | 'sandbox-runtime' | 'unisolated' | 'off'
  /** The `SANDBOX_CONTAINER_*` variables. Parsed when containers are used. */
  readonly containerEnv?: Readonly<Record<string, string | undefined>>
  /** URL of a remote executor, instead of a local sandbox. */
  readonly executorUrl: string | undefined
  readonly executorToken: string | undefined
  /** Number of concurrent scripts. Twice the cores, at least 4, when undefined. */
  readonly concurrency: number | undefined
  /** Upper limit of a script's run time. */
  readonly timeoutSeconds: number
}

/** A sandbox that is opened on first use: a server that runs no scripts pays nothing. */
export interface LazySandbox {
  /** Throws ProblemError `sandbox.*`. Any behaviour of the script is a result. */
  execute(request: ExecutionRequest, listener: ExecutionListener): Promise<ExecutionResult>
  /** Default limits of an execution. */
  limits(): Promise<ExecutionLimits>
  health(): Promise<SandboxHealth>
  runtimes(): Promise<ReadonlySet<ScriptRuntime>>
  close(): Promise<void>
}

/** Milliseconds that running scripts still get when the server closes. */
const closeGraceMs = 2_000

export function createLazySandbox(
  settings: SandboxSettings,
  open: () => Promise<Sandbox> = () => openFrom(settings),
): LazySandbox {
  let opened: Promise<Sandbox> | undefined
  const sandbox = (): Promise<Sandbox> => {
    if (settings.backend === 'off') throw new ProblemError(switchedOff)
    if (opened === undefined) {
      const opening = open()
      // A failed opening is tried again by the next caller.
      opening.catch(() => {
        if (opened === opening) opened = undefined
      })
      opened = opening
    }
    return opened
  }
  const health = async (): Promise<SandboxHealth> =>
    settings.backend === 'off' ? offHealth : (await sandbox()).health()
  return {
    execute: async (request, listener) => {
      try {
        return await (await sandbox()).execute(request, listener)
      } catch (error) {
        throw toSandboxProblem(error)
      }
    },
    limits: async () => (await import('@repertoire/sandbox')).defaultLimits,
    health,
    runtimes: async () => {
      const { runtimes, available } = await health()
      const usable = available ? runtimes.filter(({ version }) => version !== null) : []
      return new Set(usable.map(({ runtime }) => runtime))
    },
    close: async () => {
      if (opened) await (await opened.catch(() => undefined))?.close(closeGraceMs)
    },
  }
}

async function openFrom(settings: SandboxSettings): Promise<Sandbox> {
  const library = await import('@repertoire/sandbox')
  const { executorUrl: url, executorToken: token, backend, concurrency } = settings
  if (url !== undefined) return library.openRemoteSandbox({ url, token })
  const sizes = concurrency === undefined ? {} : { concurrency }
  switch (backend) {
    case 'unisolated':
      return library.openSandbox({ ...sizes, unisolated: true })
    case 'container': {
      const container = containersOf(library, settings)
      return library.openSandbox({ ...sizes, backend, container })
    }
    case 'bubblewrap':
    case 'sandbox-runtime':
      return library.openSandbox({ ...sizes, backend })
    default:
      return library.openSandbox(sizes)
  }
}

function containersOf(
  { containerChoice, containerEnvironment }: typeof import('@repertoire/sandbox'),
  { containerEnv = {} }: SandboxSettings,
) {
  const read = z.object(containerEnvironment).safeParse(containerEnv)
  if (read.success) return containerChoice(read.data)
  const wrong = read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
  throw new ProblemError({
    code: 'sandbox.bad-settings',
    kind: 'unavailable',
    message: `Scripts cannot run in containers: ${wrong.join('; ')}. Nothing was run.`,
    hint: 'The operator has to fix these settings.',
  })
}

const offMessage = 'Scripts are switched off on this server (SANDBOX_BACKEND).'

const switchedOff = {
  code: 'sandbox.off',
  kind: 'unavailable',
  message: `${offMessage} Nothing was run.`,
  hint: 'Go on without the script; the operator has to switch it on.',
} as const

const offHealth: SandboxHealth = {
  backend: 'off',
  available: false,
  reason: offMessage,
  runtimes: [],
  running: 0,
  queued: 0,
  warm: 0,
}
