import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { RepertoireClient } from '@repertoire/client'
import { openSandbox } from '@repertoire/sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'
import { base64, skillMd } from '../../testing/test-server.ts'

const probe = await openSandbox()
const { available, reason } = await probe.health()
await probe.close()
if (!available && process.env.REQUIRE_ALL === '1') throw new Error(reason)

const apiKey = 'rep_tests_0123456789abcdef0123456789abcdef'
const eras = ['modern', 'legacy'] as const
const soon = { timeout: 15_000 }

describe.skipIf(!available)(
  'a call that its client cancels',
  () => {
    let dataDir: string
    let server: ServerProcess
    let api: RepertoireClient

    beforeAll(async () => {
      dataDir = mkdtempSync(join(tmpdir(), 'repertoire-mcp-cancel-'))
      server = await startServerProcess(dataDir, { REPERTOIRE_BOOTSTRAP_KEY: apiKey })
      api = new RepertoireClient({ baseUrl: server.url, apiKey })
      await api.settings.update({ skill_enablement_policy: 'auto' })
      const files = Object.entries({ 'SKILL.md': skillMd('sleeper'), 'run.sh': 'sleep 60\n' })
      const parts = files.map(([path, text]) => ({
        ...{ path, content_base64: base64(text), executable: false },
      }))
      await api.skills.import({ scope: 'org', items: [{ path: 'sleeper', files: parts }] })
    }, 60_000)
    afterAll(async () => {
      await server?.stop('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    })

    async function connect(era: (typeof eras)[number], conversation: string): Promise<Client> {
      const client = new Client(
        { name: 'canceller', version: '1' },
        { versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' } },
      )
      const headers = {
        authorization: `Bearer ${apiKey}`,
        'x-repertoire-conversation': conversation,
      }
      const address = new URL('/mcp', server.url)
      await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }))
      return client
    }

    const sleepIn = (client: Client, signal?: AbortSignal) =>
      client.callTool(
        { name: 'run_skill_script', arguments: { skill_name: 'sleeper', script_name: 'run.sh' } },
        signal && { signal },
      )
    const newest = async () => (await api.executions.list({ limit: 1 })).items[0]
    const enabled = (client: Client) =>
      client.callTool({ name: 'list_enabled_skills', arguments: {} }, soon)

    /** Resolves with its id once the script of the call runs. */
    async function running(before: string | undefined): Promise<string> {
      const statusOf = async () => {
        const { id, status } = (await newest()) ?? {}
        return id === before ? 'not there' : status
      }
      await expect.poll(statusOf, soon).toBe('running')
      return (await newest())?.id ?? ''
    }
    const statusOf = async (id: string) => (await api.executions.get(id)).status

    it.each(eras)('of the %s protocol ends, and the conversation goes on', async (era) => {
      const client = await connect(era, `cancel ${era}`)
      await client.callTool({ name: 'enable_skill', arguments: { skill_slug: 'sleeper' } })
      const before = (await newest())?.id
      const stop = new AbortController()
      const call = sleepIn(client, stop.signal)
      const cancelled = expect(call).rejects.toThrow()
      const id = await running(before)
      // One more that waits for it never begins.
      const stopSecond = new AbortController()
      const second = expect(sleepIn(client, stopSecond.signal)).rejects.toThrow()
      stopSecond.abort()
      await second
      expect(await statusOf(id)).toBe('running')
      stop.abort()
      await cancelled
      await expect.poll(() => statusOf(id), soon).toBe('cancelled')
      expect((await enabled(client)).isError).not.toBe(true)
      expect((await newest())?.id).toBe(id)
      const [conversation] = (await api.conversations.list()).items
      const { events } = await api.conversations.eventPage(conversation?.id ?? '')
      expect(events.filter(({ event }) => event === 'run_cancelled').length).toBe(1)
      await client.close()
    })

    it('of another conversation goes on', async () => {
      const mine = await connect('legacy', 'mine')
      const other = await connect('legacy', 'other')
      await mine.callTool({ name: 'enable_skill', arguments: { skill_slug: 'sleeper' } })
      const stop = new AbortController()
      const before = (await newest())?.id
      const call = expect(sleepIn(mine, stop.signal)).rejects.toThrow()
      const id = await running(before)
      for (let requestId = 0; requestId < 20; requestId += 1) {
        await other.notification({ method: 'notifications/cancelled', params: { requestId } })
      }
      expect((await enabled(other)).isError).not.toBe(true)
      expect(await statusOf(id)).toBe('running')
      stop.abort()
      await call
      await expect.poll(() => statusOf(id), soon).toBe('cancelled')
      for (const client of [mine, other]) await client.close()
    })

    it('ends with the stream of the newer protocol, whose older clients may come back', async () => {
      const ended: string[] = []
      for (const era of eras) {
        const client = await connect(era, `closed ${era}`)
        await client.callTool({ name: 'enable_skill', arguments: { skill_slug: 'sleeper' } })
        const before = (await newest())?.id
        const call = sleepIn(client).catch(() => undefined)
        ended.push(await running(before))
        await client.close()
        await call
        if (era === 'modern')
          await expect.poll(() => statusOf(ended[0] ?? ''), soon).toBe('cancelled')
      }
      expect(await statusOf(ended[1] ?? '')).toBe('running')
      await api.executions.cancel(ended[1] ?? '')
    })
  },
  120_000,
)
