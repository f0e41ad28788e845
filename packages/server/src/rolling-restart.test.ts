import { RepertoireClient } from '@repertoire/client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Balancer, startBalancer } from './testing/balancer.ts'
import { noPostgres, type Replicas, replicaKey, startReplicas } from './testing/replicas.ts'
import type { ServerProcess } from './testing/server-process.ts'
import { skillMd } from './testing/test-server.ts'

type Act = (n: number) => Promise<unknown>

describe.skipIf(noPostgres)('two servers on one PostgreSQL behind a balancer', () => {
  let replicas: Replicas
  let balancer: Balancer

  beforeAll(async () => {
    const env = { REPERTOIRE_DRAIN_SECONDS: '4' }
    ;[replicas, balancer] = await Promise.all([
      startReplicas({ name: 'rolling_restart', count: 2, env }),
      startBalancer(),
    ])
    for (const { url } of replicas.servers) balancer.add(url)
    await vi.waitFor(() => expect(balancer.ready()).toHaveLength(2), 60_000)
  })
  afterAll(async () => {
    await replicas.destroy()
    await balancer.close()
  })

  /** Sends one request after the other, of each kind in turn, until it is told to stop. */
  async function sendUntil(signal: AbortSignal, kinds: readonly Act[]) {
    const sent = kinds.map(() => 0)
    const failures: unknown[] = []
    while (!signal.aborted) {
      for (const [kind, act] of kinds.entries()) {
        await act(sent[kind] ?? 0).catch((error: unknown) => failures.push(error))
        sent[kind] = (sent[kind] ?? 0) + 1
      }
    }
    return { sent, failures }
  }

  async function replace(server: ServerProcess): Promise<void> {
    expect(await server.stop('SIGTERM')).toBe(0)
    balancer.remove(server.url)
    const { url } = await replicas.add()
    balancer.add(url)
    await expect.poll(() => balancer.ready().length).toBe(2)
    // It takes its share of the requests before the next one goes.
    await expect.poll(() => balancer.sent(url)).toBeGreaterThan(10)
  }

  it('are restarted one after the other, and no request of a busy client fails', async () => {
    const client = new RepertoireClient({ baseUrl: balancer.url, apiKey: replicaKey })
    const restarts = new AbortController()
    const conversations: string[] = []
    const busy = sendUntil(restarts.signal, [
      () => client.skills.list({ limit: 5 }),
      (n) => client.skills.create({ content: skillMd(`note-${n}`, `# Note ${n}\n`) }),
      async () => conversations.push((await client.conversations.create()).id),
      async () => {
        const turn = await client.conversations.send(conversations.at(-1) ?? '', 'Hello')
        expect(turn.run.status).toBe('completed')
      },
    ])
    for (const server of [...replicas.servers]) await replace(server)
    restarts.abort()
    const { sent, failures } = await busy
    expect(failures).toEqual([])
    const [, written] = sent
    expect(written).toBeGreaterThan(10)
    const { total } = await client.skills.list({ limit: 1 })
    expect(total).toBe(written)
    for (const id of conversations) {
      const { events } = await client.conversations.eventPage(id, { limit: 200 })
      expect(events.filter(({ event }) => event === 'run_completed')).toHaveLength(1)
    }
  }, 280_000)

  it('a server that was told to stop says so on /readyz, and still answers', async () => {
    const server = replicas.servers.at(-1) as ServerProcess
    const stopped = server.stop('SIGTERM')
    const ready = async () => {
      const answer = await fetch(`${server.url}/readyz`)
      return { status: answer.status, ...((await answer.json()) as { code?: string }) }
    }
    await expect.poll(ready).toMatchObject({ status: 503, code: 'server.stopping' })
    const headers = { authorization: `Bearer ${replicaKey}` }
    const answer = await fetch(`${server.url}/api/v1/me`, { headers })
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    await answer.text()
    expect(await stopped).toBe(0)
  })
})
