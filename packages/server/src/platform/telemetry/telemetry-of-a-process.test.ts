import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RepertoireClient } from '@repertoire/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type ServerProcess,
  spawnServer,
  startServerProcess,
} from '../../testing/server-process.ts'
import { type SpanCollector, startSpanCollector } from '../../testing/span-collector.ts'

/** Prints the URL of each OpenTelemetry module that a process loads to standard error. */
const printModules = `
import { writeSync } from 'node:fs'
import { registerHooks } from 'node:module'
registerHooks({
  load(url, context, next) {
    if (url.includes('opentelemetry')) writeSync(2, 'loads ' + url)
    return next(url, context)
  },
})`
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(printModules)}`

let dataDir: string
let collector: SpanCollector
let server: ServerProcess | undefined

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'repertoire-telemetry-'))
  collector = await startSpanCollector()
})

afterEach(async () => {
  await server?.stop('SIGKILL')
  server = undefined
  await collector.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function withATurn(env: Record<string, string>): Promise<ServerProcess> {
  const started = await startServerProcess(dataDir, { NODE_OPTIONS, ...env })
  server = started
  const { key: apiKey } = JSON.parse(readFileSync(join(dataDir, 'local.json'), 'utf8'))
  const { conversations } = new RepertoireClient({ baseUrl: started.url, apiKey })
  const { id } = await conversations.create()
  const turn = await conversations.send(id, 'Hello')
  expect(turn.run.status).toBe('completed')
  return started
}

describe('telemetry of the process', { timeout: 180_000 }, () => {
  it('E9: without a collector no OpenTelemetry code is loaded, whatever else is set', async () => {
    const started = await withATurn({ OTEL_SERVICE_NAME: 'x', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })
    expect(await started.stop('SIGTERM')).toBe(0)
    expect(started.logged()).not.toContain('opentelemetry')
  })

  it('E9: with a collector, a finished turn is exported', async () => {
    const started = await withATurn({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    await collector.hasReceived(1)
    expect(started.logged()).toMatch(/loads \S+@opentelemetry/)
    const [first] = collector.exports()
    expect(first?.resource).toMatchObject({ 'service.name': 'repertoire' })
    expect(first?.spans[0]).toMatchObject({
      name: 'invoke_agent',
      attributes: { 'gen_ai.provider.name': 'repertoire', 'repertoire.run.status': 'completed' },
    })
  })

  it('E9: an unresponsive collector delays neither a turn nor the shutdown for long', async () => {
    collector.answer(null)
    const started = await withATurn({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    await collector.hasReceived(1)
    expect(await started.stop('SIGTERM')).toBe(0)
  })

  it('E9: an unsupported protocol stops the start with a line that names it', async () => {
    const OTEL_EXPORTER_OTLP_PROTOCOL = 'grpc'
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_PROTOCOL }
    const spawned = spawnServer(['--port', '0', '--data', dataDir], env)
    expect(await spawned.exited).toBe(1)
    expect(spawned.logged()).toContain('OTEL_EXPORTER_OTLP_PROTOCOL: must be http/protobuf')
  })
})
