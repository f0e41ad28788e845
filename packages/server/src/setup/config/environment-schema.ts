import { isIP } from 'node:net'
import { isPostgresUrl } from '@repertoire/store'
import { z } from 'zod'
import { bootstrapKeyProblem } from '../../identity/auth/bootstrap-key.ts'
import { logLevels } from '../../platform/logger.ts'
import { parseAllowList } from '../../platform/outbound/allow-list.ts'
import { parseProxyEntry, proxyHeaderKinds } from '../../platform/proxy/trusted-proxies.ts'
import { parsePackageIndex } from '../../runtime/layers/package-index.ts'
import { embeddingVariables } from './embedding-variables.ts'
import { quotaOverrides, quotaVariables } from './quota-settings.ts'
import { engineVariables } from './temporal-variables.ts'
import {
  emptyAsAbsent,
  httpUrl,
  listOf,
  oneOf,
  text,
  textUpTo,
  wholeNumber,
} from './variable-kinds.ts'

const concurrency = z.preprocess(emptyAsAbsent, wholeNumber(1, 256).optional())

const strongKey = z.preprocess(
  emptyAsAbsent,
  z
    .string()
    .superRefine((key, context) => {
      const problem = bootstrapKeyProblem(key)
      if (problem) context.addIssue({ code: 'custom', message: problem })
    })
    .optional(),
)

const hostsAndNetworks = listOf(
  (item) => (parseAllowList(item).wrong.length === 0 ? [item] : null),
  'is no host name, address or network, with or without :port',
)

/** `host` or `host:port`, comma-separated. */
const gitHosts = listOf((written) => {
  const item = written.toLowerCase()
  return URL.parse(`https://${item}`)?.host === item ? [item] : null
}, 'is no host name, with or without :port')

/** Names that this server is reached under. Of an address the host is taken, as somebody copies it from a browser. */
const ownHosts = listOf((item) => {
  const host = hostOf(item.toLowerCase())
  return host === null ? null : [host]
}, 'is no host name, such as skills.example')

function hostOf(item: string): string | null {
  if (isIP(item) !== 0) return item
  const url = URL.parse(/^https?:\/\//.test(item) ? item : `http://${item}`)
  if (!url || !/^[a-z0-9._-]+$|^\[[0-9a-f:.]+\]$/.test(url.hostname)) return null
  const isOnlyHost = url.pathname === '/' && url.search === '' && url.hash === ''
  const hasUser = url.username !== '' || url.password !== ''
  return isOnlyHost && !hasUser ? url.hostname.replace(/^\[|\]$/g, '') : null
}

const databaseUrl = z.preprocess(
  emptyAsAbsent,
  z
    .string()
    .refine(
      isPostgresUrl,
      'must be postgres://user:password@host/database, with the password percent-encoded',
    )
    .optional(),
)

const proxies = listOf(
  (item) => parseProxyEntry(item.toLowerCase()),
  'is no address, network, `loopback` or `private`',
)

const variableNames = z.preprocess(
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

/** Every setting of the process by its environment variable. Flags override them. */
export const environmentSchema = z.object({
  PORT: z.preprocess(emptyAsAbsent, wholeNumber(0, 65_535).default(4000)),
  REPERTOIRE_WORKER_PORT: z.preprocess(emptyAsAbsent, wholeNumber(0, 65_535).optional()),
  HOST: z.preprocess(emptyAsAbsent, textUpTo(255).default('127.0.0.1')),
  REPERTOIRE_DATA_DIR: z.preprocess(emptyAsAbsent, z.string().default('./.data')),
  REPERTOIRE_INTEGRATIONS_DIR: text,
  REPERTOIRE_SAMPLES: z.preprocess(emptyAsAbsent, oneOf(['on', 'off']).default('on')),
  DATABASE_URL: databaseUrl,
  DATABASE_POOL_SIZE: z.preprocess(emptyAsAbsent, wholeNumber(1, 1_000).default(10)),
  REPERTOIRE_BLOBS_URL: text,
  REPERTOIRE_CONNECTORS: text,
  REPERTOIRE_SIGN_ON: text,
  REPERTOIRE_CONFIG: text,
  REPERTOIRE_BOOTSTRAP_KEY: strongKey,
  REPERTOIRE_LOGIN_LINK: z.preprocess(emptyAsAbsent, oneOf(['on', 'off', 'auto']).default('auto')),
  REPERTOIRE_OPERATOR_KEY: strongKey,
  REPERTOIRE_METRICS_TOKEN: strongKey,
  MAX_KEY_AGE_DAYS: z.preprocess(emptyAsAbsent, wholeNumber(1, 36_500).optional()),
  SESSION_FRESH_MINUTES: z.preprocess(emptyAsAbsent, wholeNumber(1, 43_200).default(15)),
  REPERTOIRE_ALLOWED_HOSTS: ownHosts,
  REPERTOIRE_TRUST_PROXY: proxies,
  REPERTOIRE_PROXY_HEADERS: z.preprocess(
    emptyAsAbsent,
    oneOf(proxyHeaderKinds).default('x-forwarded'),
  ),
  REPERTOIRE_DRAIN_SECONDS: z.preprocess(emptyAsAbsent, wholeNumber(0, 600).default(0)),
  REPERTOIRE_MAX_CONNECTIONS: z.preprocess(
    emptyAsAbsent,
    wholeNumber(10, 1_000_000).default(10_000),
  ),
  REPERTOIRE_MAX_CONNECTIONS_PER_ADDRESS: z.preprocess(
    emptyAsAbsent,
    wholeNumber(1, 1_000_000).default(256),
  ),
  REPERTOIRE_OUTBOUND_ALLOW: hostsAndNetworks,
  REPERTOIRE_ADVISORIES_URL: z.preprocess(emptyAsAbsent, httpUrl().optional()),
  REPERTOIRE_ADVISORIES_SIGNER: text,
  REPERTOIRE_ADVISORIES_IDENTITY: text,
  REPERTOIRE_GITHUB_HOSTS: gitHosts,
  REPERTOIRE_GITLAB_HOSTS: gitHosts,
  PACKAGE_INSTALLATION: z.preprocess(
    emptyAsAbsent,
    oneOf(['ask', 'approved', 'off']).default('ask'),
  ),
  PACKAGE_INDEX_PYTHON: packageIndex,
  PACKAGE_INDEX_NODE: packageIndex,
  PACKAGE_INDEX_CA_FILE: text,
  PACKAGE_LAYERS_DIR: text,
  PACKAGE_LAYERS_MIB: z.preprocess(emptyAsAbsent, wholeNumber(1, 1_000_000).default(4_096)),
  SANDBOX_BACKEND: z.preprocess(emptyAsAbsent, oneOf(sandboxBackends).default('auto')),
  SANDBOX_EXECUTOR_URL: z.preprocess(emptyAsAbsent, httpUrl().optional()),
  SANDBOX_EXECUTOR_TOKEN: text,
  SANDBOX_CONCURRENCY: concurrency,
  RUN_CONCURRENCY: concurrency,
  CODE_CONCURRENCY: concurrency,
  SANDBOX_TIMEOUT_SECONDS: z.preprocess(emptyAsAbsent, wholeNumber(1, 3_600).default(60)),
  REPERTOIRE_SECRET_KEY: z.preprocess(
    emptyAsAbsent,
    z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hex digits')
      .optional(),
  ),
  REPERTOIRE_SEARCH_MEMORY_MIB: z.preprocess(
    emptyAsAbsent,
    wholeNumber(1, 1_000_000).default(2_048),
  ),
  REPERTOIRE_BLOB_GRACE_HOURS: z.preprocess(emptyAsAbsent, wholeNumber(1, 8_760).default(24)),
  REPERTOIRE_OUTPUT_DAYS: z.preprocess(emptyAsAbsent, wholeNumber(0, 3_650).default(30)),
  AUDIT_RETENTION_DAYS: z.preprocess(emptyAsAbsent, wholeNumber(0, 36_500).default(0)),
  // Ignored, it would leave an operator without the copies they count on.
  AUDIT_SYSLOG_URL: z.preprocess(
    emptyAsAbsent,
    z.undefined('is no longer supported: use AUDIT_OTLP_URL and a collector that writes syslog'),
  ),
  AUDIT_OTLP_URL: z.preprocess(emptyAsAbsent, httpUrl().optional()),
  ...engineVariables,
  MCP_REQUESTS_PER_MINUTE: z.preprocess(emptyAsAbsent, wholeNumber(1).default(12_000)),
  ...quotaVariables,
  QUOTA_OVERRIDES: quotaOverrides,
  ...embeddingVariables,
  VOCABULARIES_DIR: text,
  ROUTING_ENV_NAMES: variableNames,
  LOG_LEVEL: z.preprocess(emptyAsAbsent, oneOf(logLevels).default('info')),
})
