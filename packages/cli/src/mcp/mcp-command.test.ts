import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { RepertoireClient } from '@repertoire/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTempFolder, runCommand, skillText, type TempFolder } from '../testing/run-command.ts'
import { type StartedServer, startServer } from '../testing/start-server.ts'

const main = join(import.meta.dirname, '../main.ts')

let temp: TempFolder
let server: StartedServer

beforeAll(async () => {
  temp = createTempFolder()
  server = await startServer(temp)
  temp.write('skills/plants/SKILL.md', skillText('watering-plants', 'Waters plants.'))
  temp.write('skills/sleeping/SKILL.md', skillText('sleeping', 'Sleeps.'))
  temp.write('skills/sleeping/run.sh', 'sleep 60\n')
  await runCommand(['import', 'skills'], { cwd: temp.folder, env: server.env })
}, 60_000)
afterAll(async () => {
  await server.stop()
  temp.remove()
})

function local(): { readonly url: string; readonly key: string } {
  return JSON.parse(readFileSync(join(server.env.REPERTOIRE_DATA_DIR, 'local.json'), 'utf8'))
}

function api(): RepertoireClient {
  const { url: baseUrl, key: apiKey } = local()
  return new RepertoireClient({ baseUrl, apiKey })
}

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return new StdioClientTransport({
    ...{ command: process.execPath, stderr: 'pipe' as const },
    args: ['--conditions=repertoire-source', main, 'mcp', ...args],
    env: { PATH: process.env.PATH ?? '', ...server.env, ...env },
  })
}

function collected(transport: StdioClientTransport): () => string {
  let text = ''
  transport.stderr?.on('data', (chunk) => {
    text += chunk
  })
  return () => text
}

/** The SDK's client, which starts the command as an agent does. */
async function connect(era: 'modern' | 'legacy', args: readonly string[] = []) {
  const client = new Client(
    { name: 'stdio-agent', version: '1.2' },
    {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' },
    },
  )
  const transport = start(args)
  const stderr = collected(transport)
  const errors: Error[] = []
  client.onerror = (error) => errors.push(error)
  await client.connect(transport)
  const call = async (name: string, input: Record<string, unknown>) => {
    const { content } = await client.callTool({ name, arguments: input })
    return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
  }
  return { client, call, errors, stderr }
}

describe.each(['modern', 'legacy'] as const)('repertoire mcp, %s clients', (era) => {
  it('gives the server’s tools over stdio, and nothing but the protocol', async () => {
    const { client, call, errors, stderr } = await connect(era)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('search_skills')
    expect(client.getInstructions()).toContain('search_skills')
    expect(await call('search_skills', { query: 'plants' })).toContain('watering-plants')
    expect(errors).toEqual([])
    expect(stderr()).toBe('')
    await client.close()
  })

  it('is one conversation a process, and takes a preset', async () => {
    const { client, call } = await connect(era)
    await call('enable_skill', { skill_slug: 'watering-plants', reason: 'They hang.' })
    expect(await call('list_enabled_skills', {})).toContain('watering-plants')
    const another = await connect(era, ['--preset', 'read-only'])
    const { tools } = await another.client.listTools()
    expect(tools.map(({ name }) => name)).not.toContain('enable_skill')
    const third = await connect(era)
    expect(await third.call('list_enabled_skills', {})).not.toContain('watering-plants')
    for (const one of [client, another.client, third.client]) await one.close()
  })
})

it('repertoire mcp passes the protocol’s own errors on', async () => {
  const { client, stderr } = await connect('modern')
  await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toMatchObject({
    code: -32_602,
  })
  expect(stderr()).toBe('')
  await client.close()
})

it('repertoire mcp lets a client ask its person in the middle of a call', async () => {
  await api().settings.update({ skill_enablement_policy: 'prompt-user' })
  const { client, call } = await connect('modern')
  const questions: string[] = []
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    questions.push(params.message)
    return { action: 'accept', content: { approve: true } }
  })
  const given = await call('enable_skill', { skill_slug: 'watering-plants' })
  expect(questions.length).toBe(1)
  expect(given).toContain('Do it.')
  await api().settings.update({ skill_enablement_policy: 'auto' })
  await client.close()
})

describe.each(['modern', 'legacy'] as const)('a script that runs for a %s client', (era) => {
  const soon = { timeout: 15_000 }
  const newest = async () => (await api().executions.list({ limit: 1 })).items[0]

  it.for(['cancels the call', 'closes its end'])('ends when it %s', async (how, { skip }) => {
    const { available } = await api().executions.sandbox()
    skip(!available && process.env.REQUIRE_ALL !== '1', 'no sandbox')
    const { client, call } = await connect(era)
    await call('enable_skill', { skill_slug: 'sleeping' })
    const before = (await newest())?.id
    const stop = new AbortController()
    const input = { skill_name: 'sleeping', script_name: 'run.sh' }
    const running = client
      .callTool({ name: 'run_skill_script', arguments: input }, { signal: stop.signal })
      .catch(() => undefined)
    const statusOf = async () => {
      const { id, status } = (await newest()) ?? {}
      return id === before ? 'not there' : status
    }
    await expect.poll(statusOf, soon).toBe('running')
    if (how === 'closes its end') await client.close()
    else stop.abort()
    await running
    await expect.poll(statusOf, soon).toBe('cancelled')
    if (how === 'cancels the call')
      expect(await call('list_enabled_skills', {})).toContain('sleeping')
    await client.close()
  })
})

describe('repertoire mcp says in one line what is wrong', () => {
  it.each([
    ['no server is known', 5, [], 'No server is configured'],
    ['no key is there', 4, ['--url', 'https://skills.example.com'], 'No API key'],
    ['its variable is empty', 2, ['--key-env', 'MISSING'], 'MISSING is not set'],
  ])('where %s: it ends with %i, like every command', async (_, code, args, text) => {
    const ended = await runCommand(['mcp', ...args])
    expect(ended).toMatchObject({ code, stdout: '' })
    expect(ended.stderr).toContain(text)
    expect(ended.stderr.trimEnd().split('\n').length).toBe(1)
  })

  it('where the server is down or does not know the key: the client is answered too', async () => {
    const { url } = local()
    const { key: narrow } = await api().keys.create({ name: 'narrow', scopes: ['skills.read'] })
    const cases = [
      ['http://127.0.0.1:9', 'rep_forged', 'npm start'],
      [url, 'rep_forged', 'does not accept this API key'],
      [url, narrow, 'responded 403: '],
    ] as const
    for (const [address, MY_KEY, text] of cases) {
      const transport = start(['--url', address, '--key-env', 'MY_KEY'], { MY_KEY })
      const stderr = collected(transport)
      await transport.start()
      const answers = new Promise((resolve) => {
        let count = 0
        transport.onmessage = (message) => {
          count += 1
          if (count === 2) resolve(message)
        }
      })
      for (const id of [1, 2])
        await transport.send({ jsonrpc: '2.0', id, method: 'tools/list', params: {} })
      expect(await answers).toMatchObject({ error: { code: -32_000 } })
      await transport.close()
      expect(stderr()).toContain(text)
      expect(stderr().trimEnd().split('\n').length).toBe(1)
    }
  })
})
