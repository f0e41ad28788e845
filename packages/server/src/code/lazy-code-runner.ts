import {
  type CodeHostFunction,
  type CodeLimits,
  type CodeOutcome,
  type CodeRequest,
  type CodeRunner,
  isProblemError,
  ProblemError,
} from '@repertoire/core'
import type { CodeSandbox, HostAnswer, HostFunction } from '@repertoire/sandbox/code'
import type { Logger } from 'pino'
import { toSandboxProblem } from '../sandbox/sandbox-problem.ts'

export interface LazyCodeRunnerOptions {
  /** Milliseconds no piece of code gets more of. */
  readonly maxWallMs: number
  readonly logger: Pick<Logger, 'warn'>
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

/** Milliseconds code that runs at the end of the server may still take. */
const closeGraceMs = 500

/** The engine for code, loaded when it is first needed: a server that runs none pays nothing for it. */
export function createLazyCodeRunner(options: LazyCodeRunnerOptions): LazyCodeRunner {
  const { logger, maxWallMs, open = openEngine } = options
  let opened: Promise<CodeSandbox> | undefined
  const sandbox = (): Promise<CodeSandbox> => {
    if (opened) return opened
    const opening = open().catch((error: unknown) => {
      logger.warn({ err: error }, 'the engine for code does not open')
      throw new ProblemError(engineUnavailable)
    })
    // One that could not be opened is tried again by who comes next.
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

async function openEngine(): Promise<CodeSandbox> {
  return (await import('@repertoire/sandbox/code')).openCodeSandbox()
}

async function runInSandbox(
  sandbox: CodeSandbox,
  request: CodeRequest,
  { logger, maxWallMs }: Pick<LazyCodeRunnerOptions, 'logger' | 'maxWallMs'>,
): Promise<CodeOutcome> {
  const { defaultCodeLimits } = await import('@repertoire/sandbox/code')
  const { code, libraries, input, host, key, signal, limits: asked } = request
  const limits: CodeLimits = { ...defaultCodeLimits, ...asked }
  const calls = Object.fromEntries(
    Object.entries(host).map(([name, call]) => [name, toHostFunction(name, call, logger)]),
  )
  const result = await sandbox.run({
    ...{ code, libraries, input, calls, signal, queueKey: key },
    limits: { ...limits, wallMs: Math.min(limits.wallMs, maxWallMs) },
  })
  return result as CodeOutcome
}

/** A problem's message is meant for those who call; anything else stays on this side, in our log. */
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
