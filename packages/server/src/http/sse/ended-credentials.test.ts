import { RepertoireClient } from '@repertoire/client'
import { joinMember } from '@repertoire/client/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noPostgres, type Replicas, replicaKey, startReplicas } from '../../testing/replicas.ts'
import type { ServerProcess } from '../../testing/server-process.ts'

describe.skipIf(noPostgres)('two servers on one PostgreSQL', { timeout: 60_000 }, () => {
  let replicas: Replicas
  let servers: readonly ServerProcess[] = []
  let owner: RepertoireClient

  beforeAll(async () => {
    replicas = await startReplicas({ name: 'ended_credentials', count: 2 })
    servers = replicas.servers
    owner = new RepertoireClient({ baseUrl: servers[0]?.url ?? '', apiKey: replicaKey })
  }, 60_000)

  afterAll(() => replicas.destroy())

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

  it('a revoked key’s open streams end, at both servers', async () => {
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

  it('so do those of a removed member, and of a session that was ended', async () => {
    const member = await joinMember(
      { baseUrl: servers[0]?.url ?? '', apiKey: replicaKey },
      { name: 'Mia' },
    )
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
