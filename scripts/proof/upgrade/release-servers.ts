import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Balancer, startBalancer } from '../../../packages/server/src/testing/balancer.ts'
import { type Api, connect } from '../api.ts'
import { freePort, type ServerProcess, startServer } from '../server-process.ts'
import { until } from '../until.ts'

export const key = 'rep_proof_0123456789abcdef0123456789abcdef'
const drainSeconds = 4
/** A server takes its share of the requests before the next one goes. */
const requestsOfShare = 20

export interface ReleaseServer extends ServerProcess {
  readonly api: Api
}

/** Servers of two releases on one database and one folder, behind a balancer that repeats nothing. */
export interface ReleaseServers {
  readonly balancer: Balancer
  /** Starts a server of the release in that folder, and sends requests to it. */
  add(release: string): Promise<ReleaseServer>
  /** Ends it as an operator does, with SIGTERM, while it gets requests. */
  drain(server: ReleaseServer): Promise<void>
  /** What all of them printed. */
  output(): string
  end(): Promise<void>
}

export async function createReleaseServers(
  settings: Readonly<Record<string, string>>,
): Promise<ReleaseServers> {
  const dataDir = mkdtempSync(join(tmpdir(), 'repertoire-upgrade-'))
  const balancer = await startBalancer()
  const servers = new Set<ReleaseServer>()
  const printed: ReleaseServer['output'][] = []
  const env = {
    ...{ REPERTOIRE_SECRET_KEY: '0123456789abcdef'.repeat(4), LOG_LEVEL: 'warn' },
    ...{ REPERTOIRE_DRAIN_SECONDS: String(drainSeconds), ...settings },
  }
  return {
    balancer,
    async add(release) {
      const started = await startServer({ dataDir, port: await freePort(), key, env, release })
      const server = { ...started, api: connect(started.url, key) }
      servers.add(server)
      printed.push(server.output)
      balancer.add(server.url)
      await until('the balancer sends it requests', () => balancer.ready().includes(server.url))
      return server
    },
    async drain(server) {
      assert.equal(await server.kill('SIGTERM'), 0, server.output())
      balancer.remove(server.url)
      servers.delete(server)
    },
    output: () => printed.map((output) => output()).join('\n'),
    async end() {
      await Promise.all([...servers].map((server) => server.kill('SIGKILL')))
      await balancer.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export async function takesItsShare({ balancer }: ReleaseServers, { url }: ReleaseServer) {
  const before = balancer.sent(url)
  const isEnough = () => balancer.sent(url) >= before + requestsOfShare
  await until('it gets its share of the requests', isEnough)
}
