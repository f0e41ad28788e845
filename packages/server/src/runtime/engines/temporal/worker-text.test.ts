import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RepertoireClient, type WireEvent } from '@repertoire/client'
import pg from 'pg'
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

const key = 'rep_test_0123456789abcdef0123456789abcdef'
const postgres = process.env.TEST_DATABASE_URL
const noPostgresOrTemporal =
  findTemporal() === undefined || (!postgres && process.env.REQUIRE_ALL !== '1')

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres ?? '' })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** A model that answers half, and the rest when it is released. */
async function startSlowModel() {
  const open: ServerResponse[] = []
  const chunk = (delta: object, finish: string | null = null) => {
    const choices = [{ index: 0, delta, finish_reason: finish }]
    const body = { id: 'c', object: 'chat.completion.chunk', created: 0, model: 'slow', choices }
    return `data: ${JSON.stringify(body)}\n\n`
  }
  const server: Server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(chunk({ role: 'assistant', content: 'First, look ' }))
      open.push(response)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    release: () => {
      for (const response of open.splice(0)) {
        response.write(chunk({ content: 'at the locks.' }))
        response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`)
      }
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

describe.skipIf(noPostgresOrTemporal)(
  'C8: a worker and a server on one PostgreSQL',
  { timeout: 120_000 },
  () => {
    const database = new URL(postgres ?? 'postgres://unused')
    database.pathname = `/worker_text_${process.pid}`
    let temporal: TemporalServer
    let model: Awaited<ReturnType<typeof startSlowModel>>
    let server: ServerProcess
    let worker: Spawned
    let dataDir: string

    beforeAll(async () => {
      await administer(`create database ${database.pathname.slice(1)}`)
      temporal = await startTemporalServer()
      model = await startSlowModel()
      dataDir = mkdtempSync(join(tmpdir(), 'repertoire-text-'))
      const env = {
        ...{ DATABASE_URL: database.href, LOG_LEVEL: 'warn' },
        ...{ WORKFLOW__EXECUTION_ENGINE: 'temporal', TEMPORAL_ADDRESS: temporal.address },
        ...{ TEMPORAL_WORKER: 'off', REPERTOIRE_SECRET_KEY: 'ab'.repeat(32) },
        ...{ OPENAI_API_KEY: 'scripted', OPENAI_MODEL: 'slow', OPENAI_BASE_URL: model.url },
      }
      server = await startServerProcess(dataDir, { ...env, REPERTOIRE_BOOTSTRAP_KEY: key })
      worker = spawnServer(['--worker', '--data', dataDir], env)
    }, 90_000)
    afterAll(async () => {
      worker.child.kill('SIGKILL')
      await worker.exited
      await server.stop('SIGKILL')
      await temporal.stop()
      model.close()
      rmSync(dataDir, { recursive: true, force: true })
      await administer(`drop database ${database.pathname.slice(1)}`)
    })

    it('what the model is answering in the worker reaches the streams of the server, then the log', async () => {
      const api = new RepertoireClient({ baseUrl: server.url, apiKey: key })
      const { id } = await api.conversations.create({})
      const events: WireEvent[] = []
      const ended = (async () => {
        for await (const event of api.conversations.events(id)) {
          events.push(event)
          if (event.event === 'text_delta') model.release()
          if (event.event === 'run_completed') return event.data
        }
        return undefined
      })()
      const began = { timeout: 30_000 }
      await expect.poll(worker.printed, began).toContain('executes turns from the task')
      await api.conversations.sendWithoutWaiting(id, 'hello')
      expect(await ended).toMatchObject({ text: 'First, look at the locks.' })
      const first = events.findIndex(({ event }) => event === 'text_delta')
      expect(events[first]?.data).toMatchObject({ step: 1, offset: 0, text: 'First, look ' })
      expect(first).toBeLessThan(events.findIndex(({ event }) => event === 'step_completed'))
    })
  },
)
