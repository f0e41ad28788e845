import { isProblemError, ProblemError } from '@repertoire/core/base'
import type {
  CodeHostFunction,
  CodeLimits,
  CodeOutcome,
  CodeRequest,
  CodeRunner,
} from '@repertoire/core/ports'
import type { CodeSandbox, HostAnswer, HostFunction } from '@repertoire/sandbox/code'
import type { Logger } from 'pino'
import { toSandboxProblem } from '../sandbox/sandbox-problem.ts'

export interface LazyCodeRunnerOptions {
  /** Upper limit of the run time of any piece of code. */
  readonly maxWallMs: number
  readonly logger: Pick<Logger, 'warn'>
  /** How many pieces of code run at once; undefined for the engine's default. */
  readonly concurrency?: number | undefined
  readonly open?: () => Promise<CodeSandbox>
}

export interface LazyCodeRunner extends CodeRunner {
  close(): Promise<void>
}

const engineUnavailable = {
  code: 'sandbox.unavailable',
  kind: 'unavailable',
  message: 'The engine for code does not start on this server. Nothing was run.',
  hint: 'Go on without it; the reason is in the server’s log.',
} as const

/** Milliseconds that running code still gets when the server closes. */
const closeGraceMs = 500

/**
 * Runs code of agents in the code engine, which is loaded on first use: a server that runs no code pays
 * nothing.
 */
export function createLazyCodeRunner(options: LazyCodeRunnerOptions): LazyCodeRunner {
  const { logger, maxWallMs, concurrency, open = () => openEngine(concurrency) } = options
  let opened: Promise<CodeSandbox> | undefined
  const sandbox = (): Promise<CodeSandbox> => {
    if (opened) return opened
    const opening = open().catch((error: unknown) => {
      logger.warn({ err: error }, 'the engine for code does not open')
      throw new ProblemError(engineUnavailable)
    })
    // A failed opening is tried again by the next caller.
    opening.catch(() => {
      if (opened === opening) opened = undefined
    })
    opened = opening
    return opening
  }
  return {
    run: async (request) => {
      try {
        return await runInSandbox(await sandbox(), request, { logger, maxWallMs })
      } catch (error) {
        throw toSandboxProblem(error)
      }
    },
    close: async () => {
      if (opened) await (await opened.catch(() => undefined))?.close(closeGraceMs)
    },
  }
}

async function openEngine(workers: number | undefined): Promise<CodeSandbox> {
  const { openCodeSandbox } = await import('@repertoire/sandbox/code')
  return openCodeSandbox(workers === undefined ? {} : { workers })
}

async function runInSandbox(
  sandbox: CodeSandbox,
  request: CodeRequest,
  { logger, maxWallMs }: Pick<LazyCodeRunnerOptions, 'logger' | 'maxWallMs'>,
): Promise<CodeOutcome> {
  const { defaultCodeLimits } = await import('@repertoire/sandbox/code')
  const { code, libraries, input, host, key, signal, limits: requested } = request
  const limits: CodeLimits = { ...defaultCodeLimits, ...requested }
  const calls = Object.fromEntries(
    Object.entries(host).map(([name, call]) => [name, toHostFunction(name, call, logger)]),
  )
  const result = await sandbox.run({
    ...{ code, libraries, input, calls, signal, queueKey: key },
    limits: { ...limits, wallMs: Math.min(limits.wallMs, maxWallMs) },
  })
  return result as CodeOutcome
}

/** Passes the message of a ProblemError to the code. Any other error stays in the server's log. */
function toHostFunction(
  name: string,
  call: CodeHostFunction,
  logger: LazyCodeRunnerOptions['logger'],
): HostFunction {
  return async (args): Promise<HostAnswer> => {
    try {
      return { value: await call(args as Parameters<CodeHostFunction>[0]) }
    } catch (error) {
      if (isProblemError(error)) return { refused: error.message }
      logger.warn({ err: error, call: name }, 'a function that code called failed')
      throw error
    }
  }
}
