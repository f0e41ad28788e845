import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RepertoireClient } from '@repertoire/client'
import { joinMember } from '@repertoire/client/testing'
import { openSandbox } from '@repertoire/sandbox'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'
import { base64, skillMd } from '../../testing/test-server.ts'

const probe = await openSandbox()
const { available, reason } = await probe.health()
await probe.close()
if (!available && process.env.REQUIRE_ALL === '1') throw new Error(reason)

const apiKey = 'rep_tests_0123456789abcdef0123456789abcdef'
const postgres = process.env.TEST_DATABASE_URL
const noPostgres = !postgres && process.env.REQUIRE_ALL !== '1'

const kinds = [
  { name: 'on one SQLite file', skip: !available, database: async () => undefined },
  { name: 'on one PostgreSQL', skip: !available || noPostgres, database: newDatabase },
] as const

async function newDatabase(): Promise<URL> {
  const url = new URL(postgres ?? '')
  url.pathname = `/two_servers_${process.pid}`
  await administer(`create database ${url.pathname.slice(1)}`)
  return url
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres ?? '' })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

for (const kind of kinds) {
  describe.skipIf(kind.skip)(`two servers ${kind.name}`, { timeout: 120_000 }, () => {
    let dataDir = ''
    let database: URL | undefined
    let servers: ServerProcess[] = []
    let clients: RepertoireClient[] = []
    let skillId = ''

    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'repertoire-two-'))
      database = await kind.database()
      const env = {
        ...{ REPERTOIRE_BOOTSTRAP_KEY: apiKey, LOG_LEVEL: 'warn' },
        ...(database && { DATABASE_URL: database.href }),
      }
      for (let count = 0; count < 2; count += 1) {
        servers.push(await startServerProcess(dataDir, env))
      }
      clients = servers.map(({ url }) => new RepertoireClient({ baseUrl: url, apiKey }))
      const files = Object.entries({ 'SKILL.md': skillMd('slow'), 'wait.sh': 'echo on; sleep 50' })
      const { results } = await clientAt(0).skills.import({
        scope: 'org',
        items: [
          {
            path: 'slow',
            files: files.map(([path, text]) => ({
              ...{ path, executable: false },
              content_base64: base64(text),
            })),
          },
        ],
      })
      skillId = results[0]?.skill?.id ?? ''
    }, 120_000)

    afterAll(async () => {
      await Promise.all(servers.map((server) => server.stop('SIGTERM')))
      servers = []
      if (database) await administer(`drop database ${database.pathname.slice(1)} with (force)`)
      await rm(dataDir, { recursive: true, force: true })
    })

    function clientAt(index: number): RepertoireClient {
      const client = clients[index]
      if (!client) throw new Error('both are there')
      return client
    }

    async function running(client: RepertoireClient): Promise<string> {
      const { id } = await client.executions.start({ skill_id: skillId, script: 'wait.sh' })
      for await (const event of client.executions.follow(id)) if (event.event === 'output') break
      return id
    }

    it('C5: an execution of one is cancelled through the other, and both report it', async () => {
      const id = await running(clientAt(0))
      const end = { status: 'cancelled', stdout: 'on\n' }
      expect(await clientAt(1).executions.cancel(id)).toMatchObject(end)
      expect(await clientAt(0).executions.get(id)).toMatchObject(end)
      const again = await running(clientAt(1))
      expect(await clientAt(0).executions.cancel(again)).toMatchObject(end)
    })

    it('C5: an execution of one is followed at the other, to its end', async () => {
      const id = await running(clientAt(0))
      const events = Array.fromAsync(clientAt(1).executions.follow(id))
      await clientAt(1).executions.cancel(id)
      expect((await events).at(-1)).toMatchObject({ event: 'end', data: { status: 'cancelled' } })
    })

    it('C5: nobody cancels another person’s, through either of them', async () => {
      const id = await running(clientAt(0))
      const { key } = await joinMember({ baseUrl: servers[0]?.url ?? '', apiKey }, { name: 'Bob' })
      for (const { url } of servers) {
        const outsider = new RepertoireClient({ baseUrl: url, apiKey: key })
        await expect(outsider.executions.cancel(id)).rejects.toMatchObject({
          code: 'execution.not-found',
        })
      }
      expect(await clientAt(1).executions.get(id)).toMatchObject({ status: 'running' })
      await clientAt(1).executions.cancel(id)
    })
  })
}
