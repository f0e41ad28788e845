import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RepertoireClient } from '@repertoire/client'
import { joinMember } from '@repertoire/client/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'

const apiKey = 'rep_tests_0123456789abcdef0123456789abcdef'
const postgres = process.env.TEST_DATABASE_URL
const noPostgres = !postgres && process.env.REQUIRE_ALL !== '1'

const kinds = [
  { name: 'on one SQLite file', skip: false, database: async () => undefined },
  { name: 'on one PostgreSQL', skip: noPostgres, database: newDatabase },
] as const

async function newDatabase(): Promise<URL> {
  const url = new URL(postgres ?? '')
  url.pathname = `/ended_credentials_${process.pid}`
  await administer(`create database ${url.pathname.slice(1)}`)
  return url
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres ?? '' })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

for (const kind of kinds) {
  describe.skipIf(kind.skip)(`two servers ${kind.name}`, { timeout: 60_000 }, () => {
    let dataDir = ''
    let database: URL | undefined
    let servers: ServerProcess[] = []
    let owner: RepertoireClient

    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'repertoire-ended-'))
      database = await kind.database()
      const env = {
        ...{ REPERTOIRE_BOOTSTRAP_KEY: apiKey, LOG_LEVEL: 'warn' },
        ...(database && { DATABASE_URL: database.href }),
      }
      for (let count = 0; count < 2; count += 1) {
        servers.push(await startServerProcess(dataDir, env))
      }
      owner = new RepertoireClient({ baseUrl: servers[0]?.url ?? '', apiKey })
    }, 60_000)

    afterAll(async () => {
      await Promise.all(servers.map((server) => server.stop('SIGTERM')))
      servers = []
      if (database) await administer(`drop database ${database.pathname.slice(1)} with (force)`)
      await rm(dataDir, { recursive: true, force: true })
    })

    /** A stream of a new conversation at each server, once it has begun. Resolves to its whole text. */
    async function streamsOf(headers: Record<string, string>) {
      const [first] = servers
      const json = { ...headers, 'content-type': 'application/json' }
      const url = `${first?.url}/api/v1/conversations`
      const made = await fetch(url, { method: 'POST', headers: json, body: '{}' })
      const { id } = (await made.json()) as { id: string }
      return Promise.all(
        servers.map(async (server) => {
          const address = `${server.url}/api/v1/conversations/${id}/events`
          const accept = { ...headers, accept: 'text/event-stream' }
          const response = await fetch(address, { headers: accept })
          expect(response.status).toBe(200)
          return { text: response.text() }
        }),
      )
    }

    /** On a busy machine a stream may have lived until its first keep-alive, a comment. */
    async function expectEnded(streams: readonly { readonly text: Promise<string> }[]) {
      const texts = await Promise.all(streams.map(({ text }) => text))
      const events = texts.map((text) => text.replaceAll(/^:.*\n\n/gm, ''))
      expect(events).toEqual(texts.map(() => 'retry: 2000\n\n'))
    }

    it('issue 13.8: a revoked key’s open streams end, at both servers', async () => {
      const { id, key } = await owner.keys.create({ name: 'streams' })
      const child = await new RepertoireClient({
        ...{ baseUrl: servers[1]?.url ?? '', apiKey: key },
      }).keys.create({ name: 'child' })
      const streams = [
        ...(await streamsOf({ authorization: `Bearer ${key}` })),
        ...(await streamsOf({ authorization: `Bearer ${child.key}` })),
      ]
      await owner.keys.remove(id)
      await expectEnded(streams)
    })

    it('issue 13.8: so do those of a removed member, and of a session that was ended', async () => {
      const member = await joinMember({ baseUrl: servers[0]?.url ?? '', apiKey }, { name: 'Mia' })
      const login = async () => {
        const response = await fetch(`${servers[1]?.url}/api/v1/session`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
          body: JSON.stringify({ api_key: member.key }),
        })
        const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
        return { cookie, 'sec-fetch-site': 'same-origin' }
      }
      const [ended, removed] = [await login(), await login()]
      const ofEnded = await streamsOf(ended)
      const ofRemoved = await streamsOf(removed)
      await fetch(`${servers[0]?.url}/api/v1/session`, { method: 'DELETE', headers: ended })
      await expectEnded(ofEnded)
      await owner.members.remove(member.id)
      await expectEnded(ofRemoved)
    })
  })
}
