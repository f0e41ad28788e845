import { isProblemError, type Problem } from '@repertoire/core'
import type { Logger } from 'pino'
import { renderBanner } from './banner.ts'
import { type Config, loadConfig } from './config/config.ts'
import { usage } from './config/flags.ts'
import { maskConfig } from './config/masked-config.ts'
import { createLogger } from './logger.ts'
import { selectModels } from './models/select-model.ts'
import { type RunningServer, startServer } from './start-server.ts'

/**
 * The whole process: settings, start, banner, graceful shutdown. Exits with 1 and a message when it cannot
 * start.
 */
export async function serve(): Promise<void> {
  const config = readConfig()
  const logger = createLogger(config.logLevel, process.stderr)
  logger.debug(maskConfig(config), 'configuration')
  const server = await start(config, logger)
  stopOnSignals(server, logger)
  const { url, loginToken, account, model, database } = server
  const { dataDir } = config
  const reachableFromNetwork = !['127.0.0.1', '::1', 'localhost'].includes(config.host)
  const facts = {
    url,
    loginToken,
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

async function start(config: Config, logger: Logger): Promise<RunningServer> {
  try {
    const models = await selectModels(process.env)
    return await startServer(config, { models, logger })
  } catch (error) {
    if (isProblemError(error)) return fail(error.problem)
    throw error
  }
}

/** The first signal shuts down gracefully, the second one at once. */
function stopOnSignals(server: RunningServer, logger: Logger): void {
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
}

function fail(problem: Problem): never {
  const hint = problem.hint === undefined ? '' : `\n${problem.hint}`
  process.stderr.write(`Repertoire cannot start: ${problem.message}${hint}\n`)
  process.exit(1)
}
