import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RepertoireClient } from '@repertoire/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { noPostgres, type Replicas, replicaKey, startReplicas } from '../../testing/replicas.ts'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'
import { cleanSkill } from '../../testing/source-fixtures.ts'

/** A site with one skill, whose text it gives once it is told to. */
interface HeldSite {
  readonly url: string
  /** Resolves when somebody waits for the text. */
  readonly asked: Promise<void>
  release(): void
  close(): void
}

async function startHeldSite(): Promise<HeldSite> {
  const asked = Promise.withResolvers<void>()
  const waiting: ServerResponse[] = []
  let isHeld = true
  const text = cleanSkill('held')['SKILL.md']
  const index = { skills: [{ name: 'held', description: 'Use for held.', files: ['SKILL.md'] }] }
  const site = createServer(({ url }, response) => {
    if (url === '/.well-known/skills/index.json') response.end(JSON.stringify(index))
    else if (url !== '/.well-known/skills/held/SKILL.md') response.writeHead(404).end()
    else if (!isHeld) response.end(text)
    else {
      waiting.push(response)
      asked.resolve()
    }
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    asked: asked.promise,
    release: () => {
      isHeld = false
      for (const response of waiting) response.end(text)
    },
    close: () => {
      site.closeAllConnections()
      site.close()
    },
  }
}

let site: HeldSite
beforeEach(async () => {
  site = await startHeldSite()
})
afterEach(() => site.close())

const client = ({ url }: ServerProcess) =>
  new RepertoireClient({ baseUrl: url, apiKey: replicaKey })
const settings = () => ({ REPERTOIRE_OUTBOUND_ALLOW: new URL(site.url).host })
const source = () => ({
  ...{ name: 'site', source_type: 'well-known' as const, config: { url: site.url } },
})

describe('a server that ended in the middle of a sync', { timeout: 120_000 }, () => {
  let dataDir: string
  let server: ServerProcess | undefined
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'repertoire-sync-'))
  })
  afterEach(async () => {
    await server?.stop('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  })

  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'by %s goes on with it when it starts again, without waiting for a lease',
    async (signal) => {
      const env = { ...settings(), REPERTOIRE_BOOTSTRAP_KEY: replicaKey }
      const ended = await startServerProcess(dataDir, env)
      server = ended
      const { id } = await client(ended).sources.create(source())
      const { sync_alive_until: until } = await client(ended).sources.sync(id)
      await site.asked
      await ended.stop(signal)
      site.release()
      server = await startServerProcess(dataDir, env)
      const { sources } = client(server)
      await expect
        .poll(async () => (await sources.get(id)).last_sync_status, { timeout: 60_000 })
        .toBe('ok')
      const { last_sync_at: at } = await sources.get(id)
      expect(Date.parse(at ?? '')).toBeLessThan(Date.parse(until ?? ''))
    },
  )
})

describe.skipIf(noPostgres)('two servers on one PostgreSQL', { timeout: 120_000 }, () => {
  let replicas: Replicas | undefined
  afterEach(() => replicas?.destroy())

  it('told at once to sync one source, and to approve what came, do each once, and the other one says so', async () => {
    replicas = await startReplicas({ name: 'sync_replicas', count: 2, env: settings() })
    const [here, there] = replicas.servers.map(client) as [RepertoireClient, RepertoireClient]
    const { id } = await here.sources.create(source())
    const syncs = await Promise.allSettled([here, there].map(({ sources }) => sources.sync(id)))
    const refused = syncs.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(1)
    expect(refused).toMatchObject([
      {
        reason: {
          code: 'source.sync-running',
          problem: { details: { until: expect.any(String) } },
        },
      },
    ])
    site.release()
    await expect
      .poll(async () => (await there.sources.get(id)).last_sync_status, { timeout: 20_000 })
      .toBe('ok')
    const waiting = (await there.reviews.list()).items
    expect(waiting).toHaveLength(1)
    const [one] = waiting
    const approve = { digest: one?.digest ?? '', enable: true }
    const approvals = await Promise.allSettled(
      [here, there].map(({ reviews }) => reviews.approve(one?.id ?? '', approve)),
    )
    expect(approvals.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [second] = approvals.filter(({ status }) => status === 'rejected')
    expect(second).toMatchObject({ reason: { code: 'arrival.decided' } })
    expect((await here.skills.list()).items).toMatchObject([{ slug: 'held', revision: 1 }])
  })
})
