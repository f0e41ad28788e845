import { isProblemError, type Problem } from '@repertoire/core/base'
import type { Logger } from 'pino'
import { renderBanner } from './banner.ts'
import type { OwnerAccount } from './identity/auth/ensure-owner.ts'
import { createLogger } from './platform/logger.ts'
import { selectModels } from './runtime/models/select-model.ts'
import { type Config, loadConfig } from './setup/config/config.ts'
import { usage } from './setup/config/flags.ts'
import { maskConfig } from './setup/config/masked-config.ts'
import { unknownVariables } from './setup/config/unknown-variables.ts'
import { withOwnModels } from './setup/config-file/apply-config.ts'
import { findConfigFile, loadConfigFile } from './setup/config-file/load-config-file.ts'
import type { ServiceInputs } from './setup/services.ts'
import { type RunningServer, startServer } from './start-server.ts'
import { startWorker } from './start-worker.ts'

/** `repertoire start` and `repertoire worker` open a channel to this process. */
const startedByCommand = process.connected === true

/**
 * The whole process, a server or a worker: settings, start, banner, graceful shutdown. Exits with 1 and a message when it cannot
 * start.
 */
export async function serve(): Promise<void> {
  const config = readConfig()
  const logger = createLogger(config.logLevel, process.stderr)
  logger.debug(maskConfig(config), 'configuration')
  for (const line of unknownVariables(process.env)) logger.warn(line)
  if (config.workerOnly) return serveWorker(config, logger)
  const server = await start(config, { logger, begin: startServer })
  stopOnSignals(server, logger)
  const { url, account, model, database } = server
  const { dataDir } = config
  const reachableFromNetwork = !['127.0.0.1', '::1', 'localhost'].includes(config.host)
  const facts = {
    url,
    loginToken: isLinkShown(config, account) ? server.newLoginToken() : null,
    organisation: account.organisation,
    newKey: account.newKey,
    model,
    dataDir,
    database,
    reachableFromNetwork,
  }
  process.stdout.write(renderBanner(facts))
  // The sandbox is tried after the banner, so that nobody waits for it.
  void printSandboxProblem(server, logger)
}

/**
 * Without a setting the link, which makes its reader the owner, is written where a person reads it: on a terminal, and
 * at the very first start, when nobody else has a way in.
 */
function isLinkShown({ loginLink }: Config, { newKey }: OwnerAccount): boolean {
  if (loginLink !== 'auto') return loginLink === 'on'
  return process.stdout.isTTY === true || newKey !== undefined
}

async function serveWorker(config: Config, logger: Logger): Promise<void> {
  const worker = await start(config, { logger, begin: startWorker })
  stopOnSignals(worker, logger)
  const { address, taskQueue } = config.temporal ?? {}
  const { host } = config
  const health = worker.port === null ? '' : `  Health and metrics: http://${host}:${worker.port}\n`
  process.stdout.write(
    `\n  Repertoire executes turns from the task queue ${taskQueue} of Temporal at ${address}\n${health}  Stop: Ctrl-C\n`,
  )
}

async function printSandboxProblem(server: RunningServer, logger: Logger): Promise<void> {
  try {
    const problem = await server.sandboxProblem()
    if (problem !== null) process.stdout.write(`  Scripts cannot run: ${problem}\n`)
  } catch (err) {
    logger.warn({ err }, 'the sandbox could not be checked')
  }
}

function readConfig(): Config {
  try {
    const { argv, env } = process
    const config = loadConfig({ argv: argv.slice(2), env, cwd: process.cwd() })
    if (config) return config
  } catch (error) {
    if (isProblemError(error)) return fail(error.problem)
    throw error
  }
  process.stdout.write(`${usage}\n`)
  process.exit(0)
}

interface Start<Running> {
  readonly logger: Logger
  readonly begin: (config: Config, inputs: ServiceInputs) => Promise<Running>
}

async function start<Running>(config: Config, { logger, begin }: Start<Running>): Promise<Running> {
  try {
    const file = config.configFile === undefined ? findConfigFile(process.cwd()) : config.configFile
    const own = file ? await loadConfigFile(file) : {}
    if (file) logger.info({ file }, 'loaded the configuration')
    const models = withOwnModels(await selectModels(process.env), own)
    return await begin(config, { models, logger, own })
  } catch (error) {
    if (isProblemError(error)) return fail(error.problem)
    throw error
  }
}

/** The first signal shuts down gracefully, the second one at once. */
function stopOnSignals(server: Pick<RunningServer, 'close'>, logger: Logger): void {
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) process.exit(130)
    stopping = true
    process.stderr.write(`${signal}: stopping (again to stop at once)\n`)
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'could not shut down gracefully')
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', () => stop('SIGINT'))
  process.on('SIGTERM', () => stop('SIGTERM'))
  if (!startedByCommand) return
  stopWithCommand(() => {
    if (!stopping) stop('The command that started this is gone')
  })
}

/** Killed, the command passes no signal on: its channel to this process closes. It may have done so during the start. */
function stopWithCommand(stop: () => void): void {
  if (!process.connected) {
    stop()
    return
  }
  process.once('disconnect', stop)
  process.channel?.unref()
}

function fail(problem: Problem): never {
  const hint = problem.hint === undefined ? '' : `\n${problem.hint}`
  process.stderr.write(`Repertoire cannot start: ${problem.message}${hint}\n`)
  process.exit(1)
}
