import { existsSync, mkdtempSync, readFileSync, rmSync, watch } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RepertoireClient } from '@repertoire/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type ServerProcess,
  spawnServer,
  startServerProcess,
} from '../../testing/server-process.ts'

let dataDir: string
const running = new Set<ServerProcess>()

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'repertoire-samples-'))
})

afterEach(async () => {
  for (const server of running) await server.stop('SIGKILL')
  running.clear()
  rmSync(dataDir, { recursive: true, force: true })
})

const wanted = { REPERTOIRE_SAMPLES: 'on' }

async function start(env: Record<string, string> = wanted): Promise<ServerProcess> {
  const server = await startServerProcess(dataDir, env)
  running.add(server)
  return server
}

function clientOf({ url }: ServerProcess): RepertoireClient {
  const { key } = JSON.parse(readFileSync(join(dataDir, 'local.json'), 'utf8'))
  return new RepertoireClient({ baseUrl: url, apiKey: key })
}

async function sampleSlugs(server: ServerProcess): Promise<string[]> {
  const { items } = await clientOf(server).skills.list({ source_id: 'src_samples' })
  return items.map(({ slug }) => slug)
}

describe('A9: the samples in the server process', { timeout: 120_000 }, () => {
  it('are there when it says where it is, and found; after their removal no start brings them back', async () => {
    const server = await start()
    expect(await sampleSlugs(server)).toHaveLength(6)
    const client = clientOf(server)
    const found = await client.skills.list({ q: 'review this pull request' })
    expect(found.items[0]?.slug).toBe('sample-code-review')
    await client.sources.remove('src_samples')
    await server.stop('SIGKILL')
    const again = await start()
    expect(await sampleSlugs(again)).toEqual([])
    await clientOf(again).sources.restore('src_samples')
    expect(await sampleSlugs(again)).toHaveLength(6)
  })

  it('stay out with --no-samples', async () => {
    const args = ['--port', '0', '--data', dataDir, '--no-samples']
    const { child, printed, exited } = spawnServer(args, wanted)
    await new Promise<void>((resolve) => {
      child.stdout?.on('data', () => printed().includes('Stop:') && resolve())
    })
    const { url, key } = JSON.parse(readFileSync(join(dataDir, 'local.json'), 'utf8'))
    const client = new RepertoireClient({ baseUrl: url, apiKey: key })
    expect([(await client.skills.list()).items, (await client.sources.list()).items]).toEqual([
      ...[[], []],
    ])
    child.kill('SIGKILL')
    await exited
  })

  it('are complete after a kill in the middle of their arrival', async () => {
    const { child, exited } = spawnServer(['--port', '0', '--data', dataDir], wanted)
    // The key of the command line is written just before the samples come.
    await new Promise<void>((resolve) => {
      const watching = watch(dataDir, () => {
        if (!existsSync(join(dataDir, 'local.json'))) return
        watching.close()
        resolve()
      })
    })
    child.kill('SIGKILL')
    await exited
    const server = await start()
    expect(await sampleSlugs(server)).toHaveLength(6)
    const { items } = await clientOf(server).sources.list()
    expect(items.map(({ last_sync_status: status }) => status)).toEqual(['ok'])
  })
})
