import process from 'node:process'
import type { SandboxHealth } from './execution/execution.ts'
import { openSandbox } from './open-sandbox.ts'
import { isLoopback } from './remote/authorization.ts'
import {
  type ExecutorConfig,
  ExecutorConfigError,
  executorUsage,
  loadExecutorConfig,
} from './remote/executor-config.ts'
import { createExecutorServer, type ExecutorServer } from './remote/executor-server.ts'

/** How long scripts may run on after a stop signal. */
const graceMs = 30_000

/** The process behind `repertoire sandbox`. Exits with 1 and a message when it cannot start. */
async function main(): Promise<void> {
  const config = readConfig()
  const { backend, concurrency, queueLimit, container } = config
  const sandbox = await openSandbox({
    container,
    ...(backend === 'unisolated' ? { unisolated: true } : backend === undefined ? {} : { backend }),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(queueLimit === undefined ? {} : { queueLimit }),
  })
  const health = await sandbox.health()
  if (!health.available) {
    await sandbox.close(0)
    fail(health.reason)
  }
  const { token, layerFolders } = config
  const server = createExecutorServer({ sandbox, token, layerFolders, log })
  stopOnSignals(server)
  try {
    printStartup(config, await server.listen(config.port, config.host), health)
  } catch (error) {
    await server.close(0)
    fail(error instanceof Error ? error.message : String(error))
  }
}

function readConfig(): ExecutorConfig {
  try {
    const config = loadExecutorConfig(process.argv.slice(2), process.env)
    // Child processes must not inherit it.
    delete process.env.SANDBOX_EXECUTOR_TOKEN
    if (config) return config
  } catch (error) {
    if (error instanceof ExecutorConfigError) fail(error.message)
    throw error
  }
  process.stdout.write(`${executorUsage}\n`)
  process.exit(0)
}

function printStartup({ host, token }: ExecutorConfig, port: number, health: SandboxHealth): void {
  const address = host.includes(':') ? `[${host}]` : host
  const versions = health.runtimes.flatMap(({ version }) => version ?? [])
  const lines = [
    `The sandbox executor is at http://${address}:${port}`,
    `  ${health.backend}: ${versions.join(', ')}`,
    ...(health.reason === '' ? [] : [`  ${health.reason}`]),
    ...(token === undefined ? ['  Without a token: everyone on this machine may use it.'] : []),
    ...(isLoopback(host) ? [] : ['  Plain HTTP: put a TLS proxy in front on untrusted networks.']),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** The first signal shuts down gracefully, the second exits at once. */
function stopOnSignals(server: ExecutorServer): void {
  let stopping = false
  const stop = (signal: string): void => {
    if (stopping) process.exit(130)
    stopping = true
    process.stderr.write(`${signal}: waiting for running executions (repeat to stop at once)\n`)
    server.close(graceMs).then(
      () => process.exit(0),
      (error: unknown) => fail(error instanceof Error ? error.message : String(error)),
    )
  }
  process.on('SIGINT', () => stop('SIGINT'))
  process.on('SIGTERM', () => stop('SIGTERM'))
}

function log(line: Readonly<Record<string, unknown>>): void {
  const time = new Date().toISOString()
  process.stderr.write(`${JSON.stringify({ time, level: 'info', msg: 'execution', ...line })}\n`)
}

function fail(why: string): never {
  process.stderr.write(`The sandbox executor cannot run: ${why}\n`)
  process.exit(1)
}

await main()
