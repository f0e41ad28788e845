import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ProblemError } from '@repertoire/core'
import { z } from 'zod'
import type { CollectorSettings } from './blobs/blob-collector.ts'
import { layersFolder } from './layers/layers-folder.ts'
import { parsePackageIndex } from './layers/package-index.ts'
import type { PackageSettings } from './layers/package-settings.ts'
import { parseAllowList } from './outbound/allow-list.ts'
import type { SandboxSettings } from './scripts/sandbox-link.ts'
import { type TelemetrySettings, telemetrySettings } from './telemetry/telemetry-settings.ts'

const emptyAsAbsent = (value: unknown): unknown => (value === '' ? undefined : value)
const text = z.preprocess(emptyAsAbsent, z.string().optional())

const hostsAndNetworks = z.preprocess(
  emptyAsAbsent,
  z
    .string()
    .default('')
    .transform((list, context) => {
      const items = list.split(',').map((item) => item.trim())
      for (const [at, item] of items.entries()) {
        if (parseAllowList(item).wrong.length === 0) continue
        context.addIssue(
          `entry ${at + 1} is no host name, address or network, with or without :port`,
        )
      }
      return items.filter((item) => item !== '')
    }),
)

const namesOfSettings = z.preprocess(
  emptyAsAbsent,
  z
    .string()
    .default('')
    .transform((list, context) => {
      const names = list
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '')
      if (!names.every((name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name))) {
        context.addIssue('must be names of environment variables, separated by commas')
      }
      return names
    }),
)

const packageIndex = z.preprocess(
  emptyAsAbsent,
  z
    .string()
    .optional()
    .transform((value, context) => {
      const index = value === undefined ? undefined : parsePackageIndex(value)
      if (index !== null) return index
      context.addIssue('must be `public` or an http(s) address, then hosts, separated by commas')
      return z.NEVER
    }),
)

const sandboxBackends = [
  'auto',
  'bubblewrap',
  'container',
  'sandbox-runtime',
  'unisolated',
  'off',
] as const
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** Every setting of the process, by its environment variable; flags override them. */
const environmentSchema = z.object({
  PORT: z.preprocess(emptyAsAbsent, z.coerce.number().int().min(0).max(65_535).default(4000)),
  HOST: z.preprocess(emptyAsAbsent, z.string().max(255).default('127.0.0.1')),
  REPERTOIRE_DATA_DIR: z.preprocess(emptyAsAbsent, z.string().default('./.data')),
  REPERTOIRE_INTEGRATIONS_DIR: text,
  DATABASE_URL: text,
  REPERTOIRE_BLOBS_URL: text,
  REPERTOIRE_CONNECTORS: text,
  REPERTOIRE_BOOTSTRAP_KEY: z.preprocess(
    emptyAsAbsent,
    z
      .string()
      .regex(/^[\x21-\x7e]{8,200}$/, 'must be 8 to 200 printable characters without spaces')
      .optional(),
  ),
  REPERTOIRE_ALLOWED_HOSTS: text,
  REPERTOIRE_OUTBOUND_ALLOW: hostsAndNetworks,
  PACKAGE_INDEX_PYTHON: packageIndex,
  PACKAGE_INDEX_NODE: packageIndex,
  PACKAGE_INDEX_CA_FILE: text,
  PACKAGE_LAYERS_DIR: text,
  PACKAGE_LAYERS_MIB: z.preprocess(
    emptyAsAbsent,
    z.coerce.number().int().min(1).max(1_000_000).default(4_096),
  ),
  SANDBOX_BACKEND: z.preprocess(emptyAsAbsent, z.enum(sandboxBackends).default('auto')),
  SANDBOX_EXECUTOR_URL: z.preprocess(emptyAsAbsent, z.url({ protocol: /^https?$/ }).optional()),
  SANDBOX_EXECUTOR_TOKEN: text,
  SANDBOX_CONCURRENCY: z.preprocess(
    emptyAsAbsent,
    z.coerce.number().int().min(1).max(256).optional(),
  ),
  SANDBOX_TIMEOUT_SECONDS: z.preprocess(
    emptyAsAbsent,
    z.coerce.number().int().min(1).max(3_600).default(60),
  ),
  REPERTOIRE_SECRET_KEY: z.preprocess(
    emptyAsAbsent,
    z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hex digits')
      .optional(),
  ),
  REPERTOIRE_BLOB_GRACE_HOURS: z.preprocess(
    emptyAsAbsent,
    z.coerce.number().int().min(1).max(8_760).default(24),
  ),
  REPERTOIRE_OUTPUT_DAYS: z.preprocess(
    emptyAsAbsent,
    z.coerce.number().int().min(0).max(3_650).default(30),
  ),
  VOCABULARIES_DIR: text,
  ROUTING_ENV_NAMES: namesOfSettings,
  LOG_LEVEL: z.preprocess(emptyAsAbsent, z.enum(logLevels).default('info')),
})

export type LogLevel = (typeof logLevels)[number]

export interface Config {
  readonly port: number
  readonly host: string
  /** Absolute. */
  readonly dataDir: string
  /** Absolute; it may not be there. */
  readonly integrationsDir: string
  readonly databaseUrl: string | undefined
  /** `s3://bucket/prefix`; undefined: the data folder. */
  readonly blobsUrl: string | undefined
  /** The operator's file of connectors, absolute; it may not be there. */
  readonly connectorsFile: string
  readonly bootstrapKey: string | undefined
  /** Host names besides this machine's own under which the server answers, lower-case. */
  readonly allowedHosts: readonly string[]
  /** Hosts and networks beyond the public Internet that may be fetched from, as `parseAllowList` reads them. */
  readonly outboundAllow: readonly string[]
  readonly sandbox: SandboxSettings
  readonly packages: PackageSettings
  /** 64 hex digits: what secrets of skills are sealed under, instead of the key in the data folder. */
  readonly secretKey: string | undefined
  /** How long what nothing names any more is kept. */
  readonly collector: CollectorSettings
  readonly routing: {
    /** The operator's own vocabularies, beside ours; absolute. */
    readonly vocabulariesDir: string | undefined
    /** Names of settings that skills may ask for (`requires_env`). */
    readonly envNames: readonly string[]
  }
  /** Undefined: no collector is told of anything. */
  readonly telemetry: TelemetrySettings | undefined
  readonly logLevel: LogLevel
}

export interface ConfigInput {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
}

export const usage = `repertoire server

  --port <number>   port to listen on (PORT, default 4000; 0 takes a free one)
  --host <address>  address to listen on (HOST, default 127.0.0.1)
  --data <folder>   where everything is kept (REPERTOIRE_DATA_DIR, default ./.data)
  --integrations <folder>
                    where integrations are found (REPERTOIRE_INTEGRATIONS_DIR, default
                    integrations in the data folder)
  --help            this text

Also by environment: DATABASE_URL (PostgreSQL instead of a file), REPERTOIRE_BLOBS_URL
(s3://bucket/prefix for files instead of a folder), REPERTOIRE_BOOTSTRAP_KEY (the first owner's API
key), REPERTOIRE_ALLOWED_HOSTS (further host names, comma-separated), REPERTOIRE_CONNECTORS
(file of MCP servers, default connectors.yaml in the data folder),
REPERTOIRE_OUTBOUND_ALLOW (hosts and networks of your own that may be fetched from), SANDBOX_BACKEND,
SANDBOX_EXECUTOR_URL, SANDBOX_EXECUTOR_TOKEN, SANDBOX_CONCURRENCY, SANDBOX_TIMEOUT_SECONDS (how scripts
of skills are run), PACKAGE_INDEX_PYTHON, PACKAGE_INDEX_NODE, PACKAGE_INDEX_CA_FILE, PACKAGE_LAYERS_DIR,
PACKAGE_LAYERS_MIB (what they need installed), REPERTOIRE_SECRET_KEY (what their secrets are kept under),
REPERTOIRE_BLOB_GRACE_HOURS, REPERTOIRE_OUTPUT_DAYS (how long unused files are kept),
VOCABULARIES_DIR (words by which messages are understood, beside ours), ROUTING_ENV_NAMES (settings
that skills may ask to be there, comma-separated), LOG_LEVEL.`

/**
 * Reads flags and environment. Undefined when help was asked for. Throws ProblemError
 * `config.unknown-flag` or `config.invalid`, whose message names every setting that is wrong.
 */
export function loadConfig(input: ConfigInput): Config | undefined {
  const flags = readFlags(input.argv)
  if (flags.help) return undefined
  const parsed = environmentSchema.safeParse({
    ...input.env,
    ...(flags.port === undefined ? {} : { PORT: flags.port }),
    ...(flags.host === undefined ? {} : { HOST: flags.host }),
    ...(flags.data === undefined ? {} : { REPERTOIRE_DATA_DIR: flags.data }),
    ...(flags.integrations === undefined
      ? {}
      : { REPERTOIRE_INTEGRATIONS_DIR: flags.integrations }),
  })
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw configProblem('config.invalid', `Settings that cannot be used: ${wrong.join('; ')}`)
  }
  const values = parsed.data
  const dataDir = resolve(input.cwd, values.REPERTOIRE_DATA_DIR)
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir,
    integrationsDir: resolve(
      input.cwd,
      values.REPERTOIRE_INTEGRATIONS_DIR ?? join(dataDir, 'integrations'),
    ),
    databaseUrl: values.DATABASE_URL,
    blobsUrl: values.REPERTOIRE_BLOBS_URL,
    connectorsFile: values.REPERTOIRE_CONNECTORS
      ? resolve(input.cwd, values.REPERTOIRE_CONNECTORS)
      : join(dataDir, 'connectors.yaml'),
    bootstrapKey: values.REPERTOIRE_BOOTSTRAP_KEY,
    allowedHosts: (values.REPERTOIRE_ALLOWED_HOSTS ?? '')
      .split(',')
      .map((host) => host.trim().toLowerCase())
      .filter((host) => host !== ''),
    outboundAllow: values.REPERTOIRE_OUTBOUND_ALLOW,
    packages: {
      python: values.PACKAGE_INDEX_PYTHON,
      node: values.PACKAGE_INDEX_NODE,
      caFile: values.PACKAGE_INDEX_CA_FILE && resolve(input.cwd, values.PACKAGE_INDEX_CA_FILE),
      folder: layersFolder(
        dataDir,
        values.PACKAGE_LAYERS_DIR && resolve(input.cwd, values.PACKAGE_LAYERS_DIR),
      ),
      mostBytes: values.PACKAGE_LAYERS_MIB * 1024 * 1024,
    },
    sandbox: {
      backend: values.SANDBOX_BACKEND,
      executorUrl: values.SANDBOX_EXECUTOR_URL,
      executorToken: values.SANDBOX_EXECUTOR_TOKEN,
      concurrency: values.SANDBOX_CONCURRENCY,
      timeoutSeconds: values.SANDBOX_TIMEOUT_SECONDS,
      containerEnv: Object.fromEntries(
        Object.entries(input.env).filter(([name]) => name.startsWith('SANDBOX_CONTAINER_')),
      ),
    },
    secretKey: values.REPERTOIRE_SECRET_KEY,
    collector: {
      graceHours: values.REPERTOIRE_BLOB_GRACE_HOURS,
      outputDays: values.REPERTOIRE_OUTPUT_DAYS,
    },
    routing: {
      vocabulariesDir: values.VOCABULARIES_DIR && resolve(input.cwd, values.VOCABULARIES_DIR),
      envNames: values.ROUTING_ENV_NAMES,
    },
    telemetry: telemetrySettings(input.env),
    logLevel: values.LOG_LEVEL,
  }
}

/** The same with nothing in it that opens a door, for a log line. */
export function maskConfig(config: Config): Record<string, unknown> {
  return {
    ...config,
    databaseUrl: maskUrl(config.databaseUrl),
    blobsUrl: maskUrl(config.blobsUrl),
    bootstrapKey: masked(config.bootstrapKey),
    secretKey: masked(config.secretKey),
    packages: {
      ...config.packages,
      python: maskUrl(config.packages.python?.url ?? undefined),
      node: maskUrl(config.packages.node?.url ?? undefined),
    },
    sandbox: {
      ...config.sandbox,
      executorUrl: maskUrl(config.sandbox.executorUrl),
      executorToken: masked(config.sandbox.executorToken),
    },
  }
}

function maskUrl(url: string | undefined): string | undefined {
  return url?.replace(/\/\/.*@/, '//***@').replace(/\?.*$/, '?***')
}

function masked(secret: string | undefined): string | undefined {
  return secret === undefined ? undefined : '***'
}

const options = {
  port: { type: 'string' },
  host: { type: 'string' },
  data: { type: 'string' },
  integrations: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

const knownFlags = Object.keys(options)
  .map((name) => `--${name}`)
  .join(', ')

function readFlags(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: false, strict: true }).values
  } catch (error) {
    const said = error instanceof Error ? error.message.split('. ')[0] : String(error)
    throw configProblem('config.unknown-flag', `${said}. Known: ${knownFlags}.`)
  }
}

function configProblem(code: string, message: string): ProblemError {
  return new ProblemError({ code, kind: 'invalid', message, hint: usage })
}
