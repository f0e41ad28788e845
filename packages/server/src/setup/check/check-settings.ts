import { isProblemError } from '@repertoire/core'
import { checkDatabase } from '@repertoire/store'
import { readSignOnFile } from '../../identity/sign-on/sign-on-file.ts'
import { createLazySandbox } from '../../runtime/sandbox/lazy-sandbox.ts'
import { type Config, type ConfigInput, loadConfig } from '../config/config.ts'
import { checkNamedPaths } from '../config/named-paths.ts'
import { unknownVariables } from '../config/unknown-variables.ts'

/** What is said of one thing that a start needs. */
export interface SettingsReport {
  readonly subject: 'settings' | 'database' | 'sandbox'
  /** `missing`: something has no effect, but a start works. */
  readonly state: 'works' | 'missing' | 'broken'
  readonly message: string
  /** What to do; null when it works. */
  readonly fix: string | null
}

/** Tries what a start would refuse: the settings, the files that they name, a login to the database, the executor. Changes nothing. */
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

async function checkServices({ databaseUrl, sandbox }: Config): Promise<readonly SettingsReport[]> {
  const database =
    databaseUrl === undefined
      ? works('database', 'a file in the data folder')
      : report('database', 'PostgreSQL accepts the login', () => checkDatabase(databaseUrl))
  const { executorUrl, backend } = sandbox
  if (executorUrl === undefined || backend === 'off') return [await database]
  // Never the whole address: it can have a password.
  const shown = `elsewhere: ${new URL(executorUrl).host}`
  return Promise.all([database, report('sandbox', shown, () => tryExecutor(sandbox))])
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
  sandbox: 'Start `repertoire sandbox` there, or correct SANDBOX_EXECUTOR_URL and its token.',
}

function works(subject: SettingsReport['subject'], message: string): SettingsReport {
  return { subject, state: 'works', message, fix: null }
}
