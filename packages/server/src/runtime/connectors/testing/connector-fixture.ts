import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject, JsonValue, TenantId, UserId } from '@repertoire/core/base'
import type { Principal } from '@repertoire/core/domain'
import { rolePermissions } from '@repertoire/core/domain'
import { createFixedClock, type FixedClock } from '@repertoire/core/testing'
import pino from 'pino'
import { sha256 } from '../../../platform/system/system-ports.ts'
import { createConnectorConfig } from '../connector-config.ts'
import { type ConnectorService, createConnectorService } from '../connector-service.ts'

const require = createRequire(import.meta.url)

/** The official reference server, as a program for node. */
export const everythingServer = require.resolve(
  '@modelcontextprotocol/server-everything/dist/index.js',
)
export const brokenServer = require.resolve('./broken-server.ts')
export const failingServer = require.resolve('./failing-server.ts')

/** A connector service over a file in its own temporary folder. */
export interface ConnectorFixture {
  readonly service: ConnectorService
  readonly clock: FixedClock
  readonly dataDir: string
  readonly principal: Principal
  readonly outsider: Principal
  logged(): string
  /** Replaces the file. JSON is valid YAML. */
  configure(entries: unknown): Promise<void>
  /** Calls a tool of the connector as it is configured now. */
  call(
    connector: string,
    tool: string,
    input?: JsonObject,
    signal?: AbortSignal,
  ): Promise<JsonValue>
  /** Process ids of all children of this process, except those that check inputs. */
  children(): Promise<readonly number[]>
  /** Process ids of those that check inputs. */
  checkers(): Promise<readonly number[]>
  end(): Promise<void>
}

export async function createConnectorFixture(
  entries: unknown,
  options: { env?: Record<string, string>; maxConnections?: number } = {},
): Promise<ConnectorFixture> {
  const dataDir = await mkdtemp(join(tmpdir(), 'connectors-'))
  const path = join(dataDir, 'connectors.yaml')
  const clock = createFixedClock()
  const lines: string[] = []
  const logger = pino({ level: 'debug' }, { write: (line) => lines.push(line) })
  const { env = {}, maxConnections } = options
  const config = createConnectorConfig({ path, env, sha256, logger })
  const service = createConnectorService({
    ...{ config, dataDir, clock, logger, version: '0.0.0-test' },
    ...(maxConnections !== undefined && { maxConnections }),
  })
  const configure = (next: unknown) =>
    writeFile(path, typeof next === 'string' ? next : JSON.stringify(next))
  await configure(entries)
  const principal = principalOf('ten_a')
  let calls = 0
  return {
    ...{ service, clock, dataDir, principal, configure },
    outsider: principalOf('ten_b'),
    logged: () => lines.join(''),
    call: async (connector, tool, input = {}, signal = new AbortController().signal) => {
      const found = (await service.list(principal)).find(({ name }) => name === connector)
      calls += 1
      const key = `call_${calls}`
      const digest = found?.digest ?? ''
      return service.call(principal, { connector, digest, tool, input, key, signal })
    },
    children: () => childrenOf(process.pid, (program) => !program.includes(checkProgram)),
    checkers: () => childrenOf(process.pid, (program) => program.includes(checkProgram)),
    end: async () => {
      await service.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** An entry that runs a script with this node. */
export function nodeServer(script: string, ...args: string[]): { command: string; args: string[] } {
  return { command: process.execPath, args: [script, ...args] }
}

function principalOf(tenant: string): Principal {
  return {
    tenantId: tenant as TenantId,
    userId: `${tenant}_usr` as UserId,
    role: 'owner',
    permissions: rolePermissions('owner'),
  }
}

const checkProgram = 'check-process'

async function childrenOf(pid: number, which: (program: string) => boolean): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  )
  const pids = lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number))
  const programs = await Promise.all(
    pids.map((child) => readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')),
  )
  return pids.filter((_, at) => which(programs[at] ?? ''))
}
