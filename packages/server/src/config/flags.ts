import { parseArgs } from 'node:util'
import { ProblemError } from '@repertoire/core'

export const usage = `repertoire server

  --port <number>   port to listen on (PORT, default 4000; 0 takes a free one)
  --host <address>  address to listen on (HOST, default 127.0.0.1)
  --data <folder>   where everything is kept (REPERTOIRE_DATA_DIR, default ./.data)
  --integrations <folder>
                    where integrations are found (REPERTOIRE_INTEGRATIONS_DIR, default
                    integrations in the data folder)
  --no-samples      start an empty library without the skills that ship with the server
                    (REPERTOIRE_SAMPLES=off)
  --worker          only execute turns, beside servers: needs WORKFLOW__EXECUTION_ENGINE=temporal
  --help            this text

Also by environment: DATABASE_URL (PostgreSQL instead of a file), REPERTOIRE_BLOBS_URL
(s3://bucket/prefix for files instead of a folder), REPERTOIRE_BOOTSTRAP_KEY (the first owner's API
key), REPERTOIRE_OPERATOR_KEY (who may create and delete organisations), REPERTOIRE_ALLOWED_HOSTS (further host names, comma-separated), REPERTOIRE_CONNECTORS
(file of MCP servers, default connectors.yaml in the data folder),
REPERTOIRE_TRUST_PROXY (addresses of reverse proxies), REPERTOIRE_PROXY_HEADERS (x-forwarded or
forwarded), REPERTOIRE_MAX_CONNECTIONS, REPERTOIRE_MAX_CONNECTIONS_PER_ADDRESS (open connections),
REPERTOIRE_OUTBOUND_ALLOW (hosts and networks of your own that may be fetched from),
REPERTOIRE_GITHUB_HOSTS, REPERTOIRE_GITLAB_HOSTS (further hosts of repositories), SANDBOX_BACKEND,
SANDBOX_EXECUTOR_URL, SANDBOX_EXECUTOR_TOKEN, SANDBOX_CONCURRENCY, SANDBOX_TIMEOUT_SECONDS (how scripts
of skills are run), PACKAGE_INSTALLATION, PACKAGE_INDEX_PYTHON, PACKAGE_INDEX_NODE, PACKAGE_INDEX_CA_FILE,
PACKAGE_LAYERS_DIR, PACKAGE_LAYERS_MIB (packages they require), REPERTOIRE_SECRET_KEY (encryption key of their secrets),
MCP_REQUESTS_PER_MINUTE (of one key), QUOTA_… (limits of an organisation and of each person), REPERTOIRE_BLOB_GRACE_HOURS, REPERTOIRE_OUTPUT_DAYS (how long unused
files are kept), AUDIT_RETENTION_DAYS, AUDIT_OTLP_URL (how long the audit log is kept, where it is sent),
WORKFLOW__EXECUTION_ENGINE (direct or temporal), TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, TEMPORAL_TASK_QUEUE,
TEMPORAL_API_KEY, TEMPORAL_TLS, TEMPORAL_TLS_… (where Temporal is), TEMPORAL_WORKER (off: this server executes no
turns itself), TEMPORAL_WORKER_SCRIPTS (off: nor scripts), TEMPORAL_ACTIVITY (action or segment),
VOCABULARIES_DIR (vocabularies beside the bundled ones), ROUTING_ENV_NAMES (environment variables
that skills may require, comma-separated), LOG_LEVEL.`

const options = {
  port: { type: 'string' },
  host: { type: 'string' },
  data: { type: 'string' },
  integrations: { type: 'string' },
  'no-samples': { type: 'boolean' },
  worker: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const knownFlags = Object.keys(options)
  .map((name) => `--${name}`)
  .join(', ')

/** Throws ProblemError `config.unknown-flag`. */
export function readFlags(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: false, strict: true }).values
  } catch (error) {
    const detail = error instanceof Error ? error.message.split('. ')[0] : String(error)
    throw configProblem('config.unknown-flag', `${detail}. Known: ${knownFlags}.`)
  }
}

/** A setting that cannot be used. The hint lists all settings. */
export function configProblem(code: string, message: string): ProblemError {
  return new ProblemError({ code, kind: 'invalid', message, hint: usage })
}
