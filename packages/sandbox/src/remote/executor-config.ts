import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import {
  type ContainerChoice,
  containerChoice,
  containerEnvironment,
} from '../container/container-environment.ts'
import { isLoopback, minTokenLength } from './authorization.ts'

const emptyAsAbsent = (value: unknown): unknown => (value === '' ? undefined : value)
const optionalSetting = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(emptyAsAbsent, schema)
const positiveInteger = optionalSetting(z.coerce.number().int().min(1).max(100_000).optional())

export const executorBackends = [
  'bubblewrap',
  'container',
  'sandbox-runtime',
  'unisolated',
] as const

const schema = z.object({
  SANDBOX_EXECUTOR_PORT: optionalSetting(z.coerce.number().int().min(0).max(65_535).default(4100)),
  SANDBOX_EXECUTOR_HOST: optionalSetting(z.string().max(255).default('127.0.0.1')),
  SANDBOX_EXECUTOR_TOKEN: optionalSetting(
    z
      .string()
      .regex(
        new RegExp(`^[\\x21-\\x7e]{${minTokenLength},1000}$`),
        `must be ${minTokenLength} or more printable characters without spaces`,
      )
      .optional(),
  ),
  SANDBOX_BACKEND: optionalSetting(z.enum(executorBackends).optional()),
  SANDBOX_CONCURRENCY: positiveInteger,
  SANDBOX_QUEUE_LIMIT: positiveInteger,
  SANDBOX_LAYERS: optionalSetting(z.string().default('')),
  ...containerEnvironment,
})

export interface ExecutorConfig {
  readonly port: number
  readonly host: string
  /** Undefined only on a loopback address. */
  readonly token: string | undefined
  readonly backend: (typeof executorBackends)[number] | undefined
  readonly concurrency: number | undefined
  readonly queueLimit: number | undefined
  /** The engine and images of the backend `container`. */
  readonly container: ContainerChoice | undefined
  /** Folders below which executions may mount layers. */
  readonly layerFolders: readonly string[]
}

export const executorUsage = `repertoire sandbox: runs scripts for servers on other machines

  --port <number>        port to listen on (SANDBOX_EXECUTOR_PORT, default 4100; 0 takes a free one)
  --host <address>       address to listen on (SANDBOX_EXECUTOR_HOST, default 127.0.0.1)
  --token-file <file>    file with the token clients must send (or SANDBOX_EXECUTOR_TOKEN);
                         required on every address that other machines can reach
  --backend <name>       ${executorBackends.join(', ')} (SANDBOX_BACKEND, default: the available isolation)
  --concurrency <n>      concurrent executions (SANDBOX_CONCURRENCY, default twice the cores)
  --queue-limit <n>      queued executions before further ones are rejected
                         (SANDBOX_QUEUE_LIMIT, default 1000)
  --layers <folder>      folder of installed packages that executions may mount; can be repeated
                         (SANDBOX_LAYERS, separated by :)
  --help                 this text

Containers: SANDBOX_CONTAINER_COMMAND (podman or docker), SANDBOX_CONTAINER_IMAGE, or one for each runtime
by SANDBOX_CONTAINER_IMAGE_PYTHON, _NODE and _SHELL, SANDBOX_CONTAINER_RUNTIME, SANDBOX_CONTAINER_ARGS.

It uses plain HTTP: put a TLS proxy in front on untrusted networks.`

/** A setting is invalid; the message names it. */
export class ExecutorConfigError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ExecutorConfigError'
  }
}

const variables = {
  port: 'SANDBOX_EXECUTOR_PORT',
  host: 'SANDBOX_EXECUTOR_HOST',
  backend: 'SANDBOX_BACKEND',
  concurrency: 'SANDBOX_CONCURRENCY',
  'queue-limit': 'SANDBOX_QUEUE_LIMIT',
} as const

/**
 * Reads flags, which take precedence, and environment. Undefined when help was requested. Throws {@link
 * ExecutorConfigError}.
 */
export function loadExecutorConfig(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ExecutorConfig | undefined {
  const flags = readFlags(argv)
  if (flags.help) return undefined
  const flagValues = Object.entries(variables).flatMap(([flag, variable]) => {
    const value = flags[flag as keyof typeof variables]
    return value === undefined ? [] : [[variable, value]]
  })
  const file = flags['token-file']
  const token = file === undefined ? {} : { SANDBOX_EXECUTOR_TOKEN: readToken(file) }
  const parsed = schema.safeParse({ ...env, ...Object.fromEntries(flagValues), ...token })
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new ExecutorConfigError(`Invalid settings: ${wrong.join('; ')}`)
  }
  const values = parsed.data
  if (values.SANDBOX_EXECUTOR_TOKEN === undefined && !isLoopback(values.SANDBOX_EXECUTOR_HOST))
    throw new ExecutorConfigError(
      `Other machines can reach ${values.SANDBOX_EXECUTOR_HOST}; set SANDBOX_EXECUTOR_TOKEN or use --token-file.`,
    )
  return {
    port: values.SANDBOX_EXECUTOR_PORT,
    host: values.SANDBOX_EXECUTOR_HOST,
    token: values.SANDBOX_EXECUTOR_TOKEN,
    backend: values.SANDBOX_BACKEND,
    concurrency: values.SANDBOX_CONCURRENCY,
    queueLimit: values.SANDBOX_QUEUE_LIMIT,
    container: containerChoice(values),
    layerFolders: [
      ...(flags.layers ?? []),
      ...values.SANDBOX_LAYERS.split(':').filter((folder) => folder !== ''),
    ],
  }
}

function readFlags(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      strict: true,
      allowPositionals: false,
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        'token-file': { type: 'string' },
        backend: { type: 'string' },
        concurrency: { type: 'string' },
        'queue-limit': { type: 'string' },
        layers: { type: 'string', multiple: true },
        help: { type: 'boolean', short: 'h' },
      },
    }).values
  } catch (error) {
    const message = error instanceof Error ? error.message.split('. ')[0] : String(error)
    throw new ExecutorConfigError(`${message}.\n${executorUsage}`)
  }
}

function readToken(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw new ExecutorConfigError(`The token file ${file} cannot be read.`)
  }
}
