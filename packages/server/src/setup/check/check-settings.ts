import { isProblemError } from '@repertoire/core/base'
import { checkBlobs, checkDatabase } from '@repertoire/store'
import { readSignOnFile } from '../../identity/sign-on/sign-on-file.ts'
import { sha256 } from '../../platform/system/system-ports.ts'
import { createLazySandbox } from '../../runtime/sandbox/lazy-sandbox.ts'
import { type Config, type ConfigInput, loadConfig } from '../config/config.ts'
import { checkNamedPaths } from '../config/named-paths.ts'
import { unknownVariables } from '../config/unknown-variables.ts'
import { tryTemporal } from '../open-engine.ts'

/** What is said of one thing that a start needs. */
export interface SettingsReport {
  readonly subject: 'settings' | 'database' | 'files' | 'temporal' | 'sandbox'
  /** `missing`: something has no effect, but a start works. */
  readonly state: 'works' | 'missing' | 'broken'
  readonly message: string
  /** What to do; null when it works. */
  readonly fix: string | null
}

/**
 * Tries what a start would refuse: the settings, the files that they name, a login to the database, the bucket,
 * Temporal, the executor. Changes nothing.
 */
export async function checkSettings(input: ConfigInput): Promise<readonly SettingsReport[]> {
  const warnings = unknownVariables(input.env).map((message): SettingsReport => {
    return {
      subject: 'settings',
      state: 'missing',
      message,
      fix: 'Correct its name, or remove it.',
    }
  })
  let config: Config | undefined
  const settings = await report('settings', 'as a start accepts them', async () => {
    const loaded = loadConfig(input)
    await checkNamedPaths(loaded?.namedPaths ?? [])
    if (loaded) await readSignOnFile(loaded.signOnFile, input.env)
    config = loaded
  })
  return [settings, ...warnings, ...(config ? await checkServices(config) : [notTried])]
}

const notTried: SettingsReport = {
  subject: 'database',
  state: 'missing',
  message: 'It is not tried with settings that cannot be used.',
  fix: 'Correct the settings first.',
}

async function checkServices(config: Config): Promise<readonly SettingsReport[]> {
  const { databaseUrl, blobsUrl, temporal, sandbox } = config
  const { executorUrl, backend } = sandbox
  const remote = backend === 'off' ? undefined : executorUrl
  return Promise.all([
    databaseUrl === undefined
      ? works('database', 'a file in the data folder')
      : report('database', 'PostgreSQL accepts the login', () => checkDatabase(databaseUrl)),
    blobsUrl === undefined
      ? works('files', 'a folder in the data folder')
      : report('files', 'the bucket of REPERTOIRE_BLOBS_URL is there', () =>
          checkBlobs(blobsUrl, sha256),
        ),
    ...(temporal
      ? [report('temporal', `${temporal.address} answers`, () => tryTemporal(temporal))]
      : []),
    // Never the whole address: it can have a password.
    ...(remote === undefined
      ? []
      : [report('sandbox', `elsewhere: ${new URL(remote).host}`, () => tryExecutor(sandbox))]),
  ])
}

async function tryExecutor(settings: Config['sandbox']): Promise<void> {
  const sandbox = createLazySandbox(settings)
  try {
    const { available, reason } = await sandbox.health()
    if (!available) throw new Error(reason ?? 'The executor cannot run scripts.')
  } finally {
    await sandbox.close()
  }
}

async function report(
  subject: SettingsReport['subject'],
  shown: string,
  attempt: () => Promise<void>,
): Promise<SettingsReport> {
  try {
    await attempt()
    return works(subject, shown)
  } catch (error) {
    const problem = isProblemError(error) ? error.problem : null
    const message = problem?.message ?? (error instanceof Error ? error.message : String(error))
    return { subject, state: 'broken', message, fix: problem?.hint ?? fixes[subject] }
  }
}

const fixes: Readonly<Record<SettingsReport['subject'], string>> = {
  settings: 'docs/reference/settings.md has every setting.',
  database: 'Start PostgreSQL, or correct DATABASE_URL.',
  files: 'Correct REPERTOIRE_BLOBS_URL, AWS_ENDPOINT_URL_S3, AWS_REGION or the keys.',
  temporal: 'Start it, or correct TEMPORAL_ADDRESS.',
  sandbox: 'Start `repertoire sandbox` there, or correct SANDBOX_EXECUTOR_URL and its token.',
}

function works(subject: SettingsReport['subject'], message: string): SettingsReport {
  return { subject, state: 'works', message, fix: null }
}
