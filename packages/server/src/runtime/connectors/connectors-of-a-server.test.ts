import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConnectorBody, ConnectorToolBody } from '@repertoire/protocol'
import { afterEach, describe, expect, it } from 'vitest'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'
import { everythingServer, nodeServer } from './testing/connector-fixture.ts'

const key = 'rep_connectors_0123456789abcdef0123456789'
const endings: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

/** The whole server as a process, with a connected connector in its data folder. */
async function connectedServer(): Promise<{
  server: ServerProcess
  dataDir: string
  /** Environment of the connector's process. */
  pid: number
  get: <Body>(path: string, method?: string) => Promise<Body>
}> {
  const dataDir = await mkdtemp(join(tmpdir(), 'connector-server-'))
  endings.push(() => rm(dataDir, { recursive: true, force: true }))
  const started = join(dataDir, 'started.pid')
  const entry = { ...nodeServer(everythingServer, 'stdio'), env: { MARK: started } }
  await writeFile(join(dataDir, 'connectors.yaml'), JSON.stringify({ everything: entry }))
  const server = await startServerProcess(dataDir, {
    REPERTOIRE_BOOTSTRAP_KEY: key,
    OUR_OWN_SECRET: 'not-for-connectors',
  })
  endings.push(() => server.stop('SIGKILL').catch(() => undefined))
  const get = async <Body>(path: string, method = 'GET') => {
    const headers = { authorization: `Bearer ${key}` }
    const response = await fetch(`${server.url}/api/v1/connectors${path}`, { method, headers })
    return (await response.json()) as Body
  }
  const checked = await get<ConnectorBody>('/everything/check', 'POST')
  expect(checked).toMatchObject({ status: 'ready' })
  return { server, dataDir, pid: await processWith(started), get }
}

/** The process with a marker in its environment. */
async function processWith(mark: string): Promise<number> {
  const { readdir } = await import('node:fs/promises')
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const environment = await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '')
    if (environment.includes(`MARK=${mark}`)) return Number(name)
  }
  throw new Error('no such process')
}

function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

const options = { timeout: 120_000 }

describe.skipIf(process.platform !== 'linux')('connectors of a server', options, () => {
  it('D: reads the file in the data folder, lists its tools, and keeps our secrets from it', async () => {
    const { get, pid, server } = await connectedServer()
    const { items } = await get<{ items: ConnectorToolBody[] }>('/everything/tools')
    expect(items.map(({ name }) => name)).toContain('echo')
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8')
    const names = environment.split('\0').map((entry) => entry.split('=')[0])
    expect(names.filter(Boolean).sort()).toEqual(['HOME', 'LANG', 'MARK', 'PATH', 'TMPDIR'])
    expect(server.logged()).not.toContain('not-for-connectors')
  })

  it('D: end with the server, whether it stops or is killed', async () => {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const { server, pid } = await connectedServer()
      expect(isAlive(pid)).toBe(true)
      await server.stop(signal)
      await expect.poll(() => isAlive(pid), { timeout: 60_000 }).toBe(false)
    }
  })
})
