import { parseArgs } from 'node:util'
import { ProblemError } from '@repertoire/core/base'

export const usage = `repertoire server

  --port <number>   port to listen on (PORT, default 4000; 0 takes a free one)
  --host <address>  address to listen on (HOST, default 127.0.0.1)
  --data <folder>   where everything is kept (REPERTOIRE_DATA_DIR, default ./.data)
  --integrations <folder>
                    where integrations are found (REPERTOIRE_INTEGRATIONS_DIR, default
                    integrations in the data folder)
  --no-samples      start an empty library without the skills that ship with the server
                    (REPERTOIRE_SAMPLES=off)
  --worker          only execute turns, beside servers: needs WORKFLOW__EXECUTION_ENGINE=temporal;
                    with --port (REPERTOIRE_WORKER_PORT) it answers /healthz, /readyz and /metrics
  --check           try the settings without starting, as \`repertoire doctor\` does
  --help            this text

The settings that are needed most, by environment:

  DATABASE_URL               postgres://… instead of a file in the data folder
  REPERTOIRE_BLOBS_URL       s3://bucket/prefix for files instead of a folder
  REPERTOIRE_BOOTSTRAP_KEY   the first owner's API key
  REPERTOIRE_SECRET_KEY      the key that encrypts secrets, 64 hex digits
  REPERTOIRE_ALLOWED_HOSTS   further host names of this server, comma-separated
  REPERTOIRE_TRUST_PROXY     addresses of reverse proxies
  OPENAI_API_KEY, OPENAI_BASE_URL, ANTHROPIC_API_KEY
                             a model; without one a demo model answers
  SANDBOX_BACKEND            how scripts are isolated; auto is what works here
  LOG_LEVEL                  trace to silent

All of them: docs/reference/settings.md. \`repertoire doctor\` checks them.`

const options = {
  port: { type: 'string' },
  host: { type: 'string' },
  data: { type: 'string' },
  integrations: { type: 'string' },
  'no-samples': { type: 'boolean' },
  worker: { type: 'boolean' },
  check: { type: 'boolean' },
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
    const message = `${detail}. Known: ${knownFlags}.`
    throw new ProblemError({ code: 'config.unknown-flag', kind: 'invalid', message, hint: usage })
  }
}

/** A setting that cannot be used: `config.invalid`, in one line, and where all settings are. */
export function configProblem(message: string): ProblemError {
  const hint = 'docs/reference/settings.md has every setting.'
  return new ProblemError({ code: 'config.invalid', kind: 'invalid', message, hint })
}
