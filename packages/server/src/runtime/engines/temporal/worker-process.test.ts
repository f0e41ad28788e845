import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RepertoireClient } from '@repertoire/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  startTemporalServer,
  type TemporalServer,
} from '../../../../../../scripts/temporal/dev-server.mjs'
import { findTemporal } from '../../../../../../scripts/temporal/temporal-program.mjs'
import {
  type ServerProcess,
  type Spawned,
  spawnServer,
  startServerProcess,
} from '../../../testing/server-process.ts'

const noTemporal = findTemporal() === undefined
const key = 'rep_test_0123456789abcdef0123456789abcdef'
const metricsToken = 'metrics-0123456789abcdef0123456789abcdef'

describe.skipIf(noTemporal)('C8: a worker apart from the servers', { timeout: 120_000 }, () => {
  let temporal: TemporalServer
  let server: ServerProcess
  let api: RepertoireClient
  let dataDir: string
  const workers: Spawned[] = []

  beforeAll(async () => {
    temporal = await startTemporalServer()
    dataDir = mkdtempSync(join(tmpdir(), 'repertoire-worker-'))
    server = await startServerProcess(dataDir, {
      ...settings(),
      ...{ TEMPORAL_WORKER: 'off', REPERTOIRE_BOOTSTRAP_KEY: key },
    })
    api = new RepertoireClient({ baseUrl: server.url, apiKey: key })
  }, 60_000)
  afterAll(async () => {
    for (const { child } of workers) child.kill('SIGKILL')
    await server.stop('SIGKILL')
    await temporal.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const settings = () => ({
    ...{ WORKFLOW__EXECUTION_ENGINE: 'temporal', TEMPORAL_ADDRESS: temporal.address },
    ...{ LOG_LEVEL: 'warn', REPERTOIRE_METRICS_TOKEN: metricsToken },
  })

  async function startWorker(...flags: readonly string[]): Promise<Spawned> {
    const worker = spawnServer(['--worker', '--data', dataDir, ...flags], settings())
    workers.push(worker)
    await expect.poll(worker.printed, { timeout: 30_000 }).toContain('executes turns from the task')
    return worker
  }

  it('executes what servers without a worker accept, and ends on SIGTERM', async () => {
    const { id } = await api.conversations.create({})
    const { run } = await api.conversations.sendWithoutWaiting(id, 'hello')
    expect(run.status).toBe('running')
    const worker = await startWorker()
    const types = async () =>
      (await api.conversations.eventPage(id)).events.map(({ event }) => event)
    await expect.poll(types, { timeout: 30_000 }).toContain('run_completed')
    worker.child.kill('SIGTERM')
    expect(await worker.exited).toBe(0)
    expect(worker.logged()).not.toContain('temporal')
  })

  it('says where it answers for its health and its metrics, and answers nothing else', async () => {
    const worker = await startWorker('--port', '0')
    const [, url = ''] = /Health and metrics: (\S+)/.exec(worker.printed()) ?? []
    const get = async (path: string, headers = {}) => {
      const answer = await fetch(url + path, { headers })
      return { status: answer.status, text: await answer.text() }
    }
    expect(await get('/healthz')).toMatchObject({ status: 200 })
    expect(JSON.parse((await get('/readyz')).text)).toMatchObject({
      ...{ status: 'ready', checks: { store: 'ok', temporal: 'ok' } },
    })
    expect((await get('/metrics')).status).toBe(401)
    const { status, text } = await get('/metrics', { authorization: `Bearer ${metricsToken}` })
    expect(status).toBe(200)
    expect(text).toMatch(/^repertoire_runs_running 0$/m)
    for (const path of ['/', '/api/v1/skills', '/login', '/docs']) {
      expect((await get(path, { authorization: `Bearer ${key}` })).status).toBe(404)
    }
    worker.child.kill('SIGTERM')
    expect(await worker.exited).toBe(0)
  })

  it('says in one line that it needs Temporal', async () => {
    const worker = spawnServer(['--worker', '--data', dataDir])
    expect(await worker.exited).toBe(1)
    expect(worker.logged()).toMatch(
      /^Repertoire cannot start: A worker gets its turns from Temporal/,
    )
  })
})
