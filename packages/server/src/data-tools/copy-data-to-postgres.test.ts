import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RepertoireClient } from '@repertoire/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runDataTool } from '../testing/data-tool.ts'
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts'
import { createTestDatabase, noPostgres, type TestDatabase } from '../testing/test-database.ts'
import { base64, skillMd } from '../testing/test-server.ts'

const apiKey = 'rep_tests_0123456789abcdef0123456789abcdef'
/** The mark by which the stores write what a database does not take. */
const marked = 'a mark \ufffe0041'

describe.skipIf(noPostgres)('from SQLite to PostgreSQL', { timeout: 120_000 }, () => {
  let dataDir: string
  let database: TestDatabase
  const servers: ServerProcess[] = []
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'repertoire-copy-'))
    database = await createTestDatabase('copy')
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop('SIGKILL')))
    await database?.destroy()
    rmSync(dataDir, { recursive: true, force: true })
  })

  async function start(env: Readonly<Record<string, string>>) {
    const server = await startServerProcess(dataDir, env)
    servers.push(server)
    return { server, api: new RepertoireClient({ baseUrl: server.url, apiKey }) }
  }
  const copy = (env: Readonly<Record<string, string>>) =>
    runDataTool(['copy-to-postgres', '', '--data', dataDir], env)
  const failure = async (env: Readonly<Record<string, string>>): Promise<string> =>
    (await copy(env).catch((error) => error)).stderr

  /** Entry by entry with its hash. */
  const auditOf = async ({ audit }: RepertoireClient) => {
    const [, ...entries] = (await new Response(await audit.export()).text()).trim().split('\n')
    return entries
  }

  async function everythingOf(api: RepertoireClient) {
    const [skill] = (await api.skills.list()).items
    const { items } = await api.conversations.list()
    const { events } = await api.conversations.eventPage(items[0]?.id ?? '', { limit: 200 })
    const file = await api.skills.file(skill?.id ?? '', 'note.txt')
    const text = new TextDecoder().decode(file)
    return { skill, items, events, text, secrets: await api.skillSecrets.list(skill?.id ?? '') }
  }

  it('everything goes along, once, and only where no server uses it', async () => {
    const { server, api } = await start({ REPERTOIRE_BOOTSTRAP_KEY: apiKey })
    const files = Object.entries({ 'SKILL.md': skillMd('copied'), 'note.txt': 'A note.' })
    await api.skills.import({
      items: [
        {
          path: 'copied',
          files: files.map(([path, text]) => ({
            ...{ path, executable: false, content_base64: base64(text) },
          })),
        },
      ],
    })
    const [skill] = (await api.skills.list()).items
    await api.skillSecrets.put(skill?.id ?? '', 'TOKEN', 'a secret')
    const { id } = await api.conversations.create()
    await api.conversations.send(id, marked)
    await expect.poll(async () => (await everythingOf(api)).events.at(-1)?.event).toMatch(/^run_/)
    const env = { DATABASE_URL: database.url }
    expect(await failure({})).toContain('DATABASE_URL is not set')
    expect(await failure(env)).toContain(`in use by the server at ${server.url}`)
    const before = await everythingOf(api)
    const audit = await auditOf(api)
    expect(audit.length).toBeGreaterThan(2)
    await server.stop('SIGTERM')

    expect((await copy(env)).stdout).toMatch(/skills: 1\n[\s\S]*Copied \d+ rows of \d+ tables/)
    expect(await failure(env)).toMatch(/is not empty: its table tenants has rows/)
    const secretKey = readFileSync(join(dataDir, 'secret.key'), 'utf8').trim()
    const there = await start({ ...env, REPERTOIRE_SECRET_KEY: secretKey })
    expect(await everythingOf(there.api)).toEqual(before)
    expect(JSON.stringify(before.events)).toContain(marked)
    expect((await auditOf(there.api)).slice(0, audit.length)).toEqual(audit)
  })
})
