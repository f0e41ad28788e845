import { join, resolve } from 'node:path'
import { type GitHosts, publicGitHosts } from '@repertoire/core/domain'
import type { z } from 'zod'
import type { ConnectionLimits } from '../../http/listening/limit-connections.ts'
import type { CredentialLimits } from '../../identity/auth/find-credential.ts'
import type { LogLevel } from '../../platform/logger.ts'
import type { TrustedProxies } from '../../platform/proxy/trusted-proxies.ts'
import { samplesFolder } from '../../platform/system/default-folders.ts'
import {
  type TelemetrySettings,
  telemetrySettings,
} from '../../platform/telemetry/telemetry-settings.ts'
import type { TemporalSettings } from '../../runtime/engines/temporal/temporal-settings.ts'
import { layersFolder } from '../../runtime/layers/layers-folder.ts'
import type { PackageSettings } from '../../runtime/layers/package-settings.ts'
import type { SandboxSettings } from '../../runtime/sandbox/lazy-sandbox.ts'
import type { EmbeddingModelSettings } from '../../search/embedding-model/openai-embedding-model.ts'
import type { BlobCollectorSettings } from '../../storage/blobs/blob-collector.ts'
import { embeddingModelSettings } from './embedding-variables.ts'
import { environmentSchema } from './environment-schema.ts'
import { configProblem, readFlags } from './flags.ts'
import { type NamedPath, namedPaths } from './named-paths.ts'
import { type QuotaSettings, quotaSettings } from './quota-settings.ts'
import { temporalSettings } from './temporal-variables.ts'
import { variableProblem } from './variable-problem.ts'

/** The audit log beyond the database. */
export interface AuditSettings {
  /** How many days entries are kept; 0 is for ever. */
  readonly retentionDays: number
  /** A collector's path of logs. */
  readonly otlpUrl: string | undefined
}

export interface AdvisoryListSettings {
  readonly url: string
  /** A file with a public key or a certificate in PEM, absolute. */
  readonly signerFile: string
  /** The name that the signer's certificate carries; null for a key, and for a signer's own certificate. */
  readonly identity: string | null
}

const dayMs = 86_400_000

export interface Config {
  readonly port: number
  /** Of a worker; undefined: it listens nowhere. */
  readonly workerPort: number | undefined
  readonly host: string
  readonly connections: ConnectionLimits
  readonly trustedProxies: TrustedProxies
  /** How long a server that stops still answers, for balancers that have not noticed. */
  readonly drainMs: number
  /** Absolute. */
  readonly dataDir: string
  /** Absolute. It may not exist. */
  readonly integrationsDir: string
  /** Where the skills are that ship with the server. Absolute; it may not exist. Undefined: they are not wanted. */
  readonly samplesFolder: string | undefined
  readonly databaseUrl: string | undefined
  /** How many connections to PostgreSQL work at once. */
  readonly databasePoolSize: number
  /** `s3://bucket/prefix`. Undefined for the data folder. */
  readonly blobsUrl: string | undefined
  /** The operator's file of connectors, absolute. It may not exist. */
  readonly connectorsFile: string
  /** The operator's file of identity providers, absolute. It may not exist. */
  readonly signOnFile: string
  /** What settings name, and has to exist, therefore. Defaults are not among them. */
  readonly namedPaths: readonly NamedPath[]
  /** The operator's program (`repertoire.config.ts`), absolute; null: none is wanted, undefined: the one of this folder. */
  readonly configFile: string | null | undefined
  readonly bootstrapKey: string | undefined
  /** Whether a start writes a link that logs the owner in. */
  readonly loginLink: 'on' | 'off' | 'auto'
  readonly credentialLimits: CredentialLimits
  readonly operatorKey: string | undefined
  /** Undefined: there are no metrics. */
  readonly metricsToken: string | undefined
  /** Further host names that the server answers under, lower-case. */
  readonly allowedHosts: readonly string[]
  /**
   * Hosts and networks beyond the public Internet that may be fetched from, in the form `parseAllowList` reads.
   */
  readonly outboundAllow: readonly string[]
  readonly gitHosts: GitHosts
  /** The operator's advisory list for every organisation; undefined for none. */
  readonly advisoryList: AdvisoryListSettings | undefined
  readonly sandbox: SandboxSettings
  readonly packages: PackageSettings
  /** 64 hex digits: the encryption key of the secrets of skills, instead of the key file in the data folder. */
  readonly secretKey: string | undefined
  /** Only executes runs, without an interface. `temporal` is set then. */
  readonly workerOnly: boolean
  /** Undefined: runs are executed by the direct engine. */
  readonly temporal: TemporalSettings | undefined
  /** How many turns, and pieces of code, run at once; undefined for the default. */
  readonly concurrency: { readonly runs: number | undefined; readonly code: number | undefined }
  readonly quotas: QuotaSettings
  /** Of all search indexes in memory. */
  readonly searchMemoryBytes: number
  /** Undefined: no text of a skill or a search leaves for one. */
  readonly embeddingModel: EmbeddingModelSettings | undefined
  /** Of one key at `/mcp`. */
  readonly mcpRequestsPerMinute: number
  /** How long unreferenced blobs and outputs are kept. */
  readonly collector: BlobCollectorSettings
  readonly audit: AuditSettings
  readonly routing: {
    /** The operator's own vocabularies, in addition to the bundled ones. Absolute. */
    readonly vocabulariesDir: string | undefined
    /** Names of environment variables that skills may require (`requires_env`). */
    readonly envNames: readonly string[]
  }
  /** Undefined: no spans are exported. */
  readonly telemetry: TelemetrySettings | undefined
  readonly logLevel: LogLevel
}

export interface ConfigInput {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
}

/**
 * Reads flags and environment. Undefined when help was asked for. Throws ProblemError `config.unknown-flag` or
 * `config.invalid`, whose message names every wrong setting.
 */
export function loadConfig(input: ConfigInput): Config | undefined {
  const flags = readFlags(input.argv)
  if (flags.help) return undefined
  const given = { ...input.env, ...variablesOf(flags) }
  const parsed = environmentSchema.safeParse(given)
  if (!parsed.success) {
    const wrong = new Set(parsed.error.issues.map((issue) => variableProblem(issue, given)))
    throw configProblem(`Settings that cannot be used: ${[...wrong].join('; ')}`)
  }
  const values = parsed.data
  if (flags.worker && values.WORKFLOW__EXECUTION_ENGINE !== 'temporal') throw workerNeedsTemporal()
  const dataDir = resolve(input.cwd, values.REPERTOIRE_DATA_DIR)
  const fileOf = (written: string | undefined) => written && resolve(input.cwd, written)
  return {
    ...{ port: values.PORT, workerPort: values.REPERTOIRE_WORKER_PORT },
    host: values.HOST,
    connections: {
      maxConnections: values.REPERTOIRE_MAX_CONNECTIONS,
      maxConnectionsPerAddress: values.REPERTOIRE_MAX_CONNECTIONS_PER_ADDRESS,
    },
    trustedProxies: {
      networks: values.REPERTOIRE_TRUST_PROXY,
      headers: values.REPERTOIRE_PROXY_HEADERS,
    },
    ...{ dataDir, drainMs: values.REPERTOIRE_DRAIN_SECONDS * 1000 },
    integrationsDir: resolve(
      input.cwd,
      values.REPERTOIRE_INTEGRATIONS_DIR ?? join(dataDir, 'integrations'),
    ),
    samplesFolder: values.REPERTOIRE_SAMPLES === 'off' ? undefined : samplesFolder,
    ...{ databaseUrl: values.DATABASE_URL, blobsUrl: values.REPERTOIRE_BLOBS_URL },
    databasePoolSize: values.DATABASE_POOL_SIZE,
    connectorsFile: resolve(dataDir, fileOf(values.REPERTOIRE_CONNECTORS) ?? 'connectors.yaml'),
    signOnFile: resolve(dataDir, fileOf(values.REPERTOIRE_SIGN_ON) ?? 'sign-on.yaml'),
    namedPaths: namedPaths(values, input.cwd),
    configFile: values.REPERTOIRE_CONFIG === 'off' ? null : fileOf(values.REPERTOIRE_CONFIG),
    ...{ bootstrapKey: values.REPERTOIRE_BOOTSTRAP_KEY, loginLink: values.REPERTOIRE_LOGIN_LINK },
    credentialLimits: {
      maxKeyAgeMs: values.MAX_KEY_AGE_DAYS === undefined ? null : values.MAX_KEY_AGE_DAYS * dayMs,
      sessionFreshMs: values.SESSION_FRESH_MINUTES * 60_000,
    },
    operatorKey: values.REPERTOIRE_OPERATOR_KEY,
    metricsToken: values.REPERTOIRE_METRICS_TOKEN,
    allowedHosts: values.REPERTOIRE_ALLOWED_HOSTS,
    advisoryList: advisoryListOf(values, input.cwd),
    outboundAllow: values.REPERTOIRE_OUTBOUND_ALLOW,
    gitHosts: {
      github: [...publicGitHosts.github, ...values.REPERTOIRE_GITHUB_HOSTS],
      gitlab: [...publicGitHosts.gitlab, ...values.REPERTOIRE_GITLAB_HOSTS],
    },
    packages: {
      installation: values.PACKAGE_INSTALLATION,
      python: values.PACKAGE_INDEX_PYTHON,
      node: values.PACKAGE_INDEX_NODE,
      caFile: values.PACKAGE_INDEX_CA_FILE && resolve(input.cwd, values.PACKAGE_INDEX_CA_FILE),
      folder: layersFolder(
        dataDir,
        values.PACKAGE_LAYERS_DIR && resolve(input.cwd, values.PACKAGE_LAYERS_DIR),
      ),
      maxBytes: values.PACKAGE_LAYERS_MIB * 1024 * 1024,
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
    ...{ secretKey: values.REPERTOIRE_SECRET_KEY, workerOnly: flags.worker === true },
    temporal: temporalSettings(values, (path) => resolve(input.cwd, path)),
    concurrency: { runs: values.RUN_CONCURRENCY, code: values.CODE_CONCURRENCY },
    quotas: quotaSettings(values, values.QUOTA_OVERRIDES),
    searchMemoryBytes: values.REPERTOIRE_SEARCH_MEMORY_MIB * 1024 * 1024,
    embeddingModel: embeddingModelSettings(values),
    mcpRequestsPerMinute: values.MCP_REQUESTS_PER_MINUTE,
    collector: {
      graceHours: values.REPERTOIRE_BLOB_GRACE_HOURS,
      outputDays: values.REPERTOIRE_OUTPUT_DAYS,
    },
    audit: {
      retentionDays: values.AUDIT_RETENTION_DAYS,
      otlpUrl: values.AUDIT_OTLP_URL,
    },
    routing: {
      vocabulariesDir: values.VOCABULARIES_DIR && resolve(input.cwd, values.VOCABULARIES_DIR),
      envNames: values.ROUTING_ENV_NAMES,
    },
    telemetry: telemetrySettings(input.env),
    logLevel: values.LOG_LEVEL,
  }
}

/** Flags override the variables that they stand for. */
function variablesOf(flags: ReturnType<typeof readFlags>): Readonly<Record<string, string>> {
  const { port, host, data, integrations, worker } = flags
  return {
    ...(port !== undefined && { [worker ? 'REPERTOIRE_WORKER_PORT' : 'PORT']: port }),
    ...(host !== undefined && { HOST: host }),
    ...(data !== undefined && { REPERTOIRE_DATA_DIR: data }),
    ...(integrations !== undefined && { REPERTOIRE_INTEGRATIONS_DIR: integrations }),
    ...(flags['no-samples'] && { REPERTOIRE_SAMPLES: 'off' }),
    // Servers that leave the work to workers may share their settings with them.
    ...(worker && { TEMPORAL_WORKER: 'on' }),
  }
}

function workerNeedsTemporal() {
  const message =
    'A worker gets its turns from Temporal: set WORKFLOW__EXECUTION_ENGINE=temporal here and for the servers.'
  return configProblem(message)
}

function advisoryListOf(
  values: z.infer<typeof environmentSchema>,
  cwd: string,
): AdvisoryListSettings | undefined {
  const url = values.REPERTOIRE_ADVISORIES_URL
  const signer = values.REPERTOIRE_ADVISORIES_SIGNER
  if (url === undefined) return undefined
  if (signer === undefined) {
    throw configProblem(
      'REPERTOIRE_ADVISORIES_URL needs REPERTOIRE_ADVISORIES_SIGNER: the file with the public key of whoever signs the list.',
    )
  }
  const identity = values.REPERTOIRE_ADVISORIES_IDENTITY ?? null
  return { url, signerFile: resolve(cwd, signer), identity }
}
