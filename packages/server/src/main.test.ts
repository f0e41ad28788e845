import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RepertoireClient } from '@repertoire/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSseFrames } from './testing/run-fixtures.ts'
import { type ServerProcess, spawnServer, startServerProcess } from './testing/server-process.ts'
import { base64, skillMd } from './testing/test-server.ts'

let dataDir: string
const running = new Set<ServerProcess>()

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'repertoire-main-'))
})

afterEach(async () => {
  for (const server of running) await server.stop('SIGKILL')
  running.clear()
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServerProcess(dataDir, env)
  running.add(server)
  return server
}

const localCredential = (): { url: string; key: string } =>
  JSON.parse(readFileSync(join(dataDir, 'local.json'), 'utf8'))

const clientOf = (server: ServerProcess, apiKey = localCredential().key) =>
  new RepertoireClient({ baseUrl: server.url, apiKey })

describe('the server process', { timeout: 120_000 }, () => {
  it('starts without settings: prints its URL, a link that works once, a working key', async () => {
    const server = await start()
    const printed = server.printed()
    expect(printed).toContain('Demo model')
    const token = /token=(\S+)/.exec(printed)?.[1] ?? ''
    const logIn = () =>
      fetch(`${server.url}/api/v1/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      })
    expect((await logIn()).status).toBe(200)
    expect((await logIn()).status).toBe(401)
    const key = /\brep_\S+/.exec(printed)?.[0] ?? ''
    const me = await clientOf(server, key).session.me()
    expect(me).toMatchObject({ member: { role: 'owner' }, model: { demo: true } })
    expect(server.logged()).not.toContain(token)
    expect(server.logged()).not.toContain(key)
  })

  it('writes a key for the command line that only this account can read, and repairs a broken file', async () => {
    const server = await start()
    const file = join(dataDir, 'local.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const { url, key } = localCredential()
    expect(url).toBe(server.url)
    expect(await server.stop('SIGTERM')).toBe(0)

    const again = await start()
    const organisation = { id: 'ten_local', name: 'My organisation' }
    expect(localCredential()).toEqual({ url: again.url, key, organisation })
    expect(again.printed()).toContain('Sign in to My organisation: `repertoire login --link`')
    expect(again.printed()).not.toContain('token=')
    await again.stop('SIGTERM')

    writeFileSync(file, JSON.stringify({ url: 'x', key: 'rep_forged' }))
    const repaired = await start()
    expect((await clientOf(repaired).session.me()).member.role).toBe('owner')
    await expect(clientOf(repaired, key).session.me()).rejects.toMatchObject({ status: 401 })
  })

  it('warns of a variable that is no setting, and names the one that is meant', async () => {
    const server = await start({ REPERTOIRE_METRIC_TOKEN: 'hunter2' })
    expect(server.logged()).toMatch(/warn.*REPERTOIRE_METRIC_TOKEN .*REPERTOIRE_METRICS_TOKEN/)
    expect(server.logged()).not.toContain('hunter2')
  })

  it('writes a link at a later start, or none at the first one, where an operator says so', async () => {
    const silent = await start({ REPERTOIRE_LOGIN_LINK: 'off' })
    expect(silent.printed()).not.toContain('token=')
    await silent.stop('SIGTERM')
    const again = await start({ REPERTOIRE_LOGIN_LINK: 'on' })
    expect(again.printed()).toMatch(/login\?token=\S+/)
  })

  it('C5: says in one line that scripts cannot run, and what to install', async () => {
    const server = await start({ SANDBOX_BACKEND: 'container' })
    const line = /Scripts cannot run: .*SANDBOX_CONTAINER_IMAGE.*\n/
    await expect.poll(server.printed, { timeout: 20_000 }).toMatch(line)
    const health = await clientOf(server).executions.sandbox()
    expect(health).toMatchObject({ available: false, reason: expect.stringContaining('CONTAINER') })
  })

  it('uses the first key of the environment and does not print it', async () => {
    const key = 'rep_given_0123456789abcdef0123456789abcdef'
    const server = await start({ REPERTOIRE_BOOTSTRAP_KEY: key })
    expect(server.printed()).not.toContain(key)
    expect((await clientOf(server, key).session.me()).member.role).toBe('owner')
  })

  it('keeps every acknowledged skill through kill -9', async () => {
    const server = await start()
    const items = ['postgres-triage', 'cake-baking'].map((name) => ({
      path: name,
      files: [{ path: 'SKILL.md', content_base64: base64(skillMd(name)) }],
    }))
    const { results } = await clientOf(server).skills.import({ items })
    expect(results.map((result) => result.status)).toEqual(['created', 'created'])
    await server.stop('SIGKILL')

    const again = await start()
    expect(again.printed()).not.toContain('Your API key')
    const found = await clientOf(again).skills.list({ q: 'postgres' })
    expect(found.items.map((item) => item.slug)).toEqual(['postgres-triage'])
  })

  it('shuts down gracefully while streams are open, and ends them', async () => {
    const server = await start()
    const client = clientOf(server)
    const { id } = await client.conversations.create()
    const stream = await fetch(`${server.url}/api/v1/conversations/${id}/events`, {
      headers: { authorization: `Bearer ${localCredential().key}`, accept: 'text/event-stream' },
    })
    const reading = readSseFrames(stream)
    expect(await server.stop('SIGTERM')).toBe(0)
    expect(await reading).toEqual([])
  })

  it('answers a 5 MB body over a real connection with a refusal, and continues', async () => {
    const server = await start()
    const client = clientOf(server)
    const content = 'x'.repeat(5_000_000)
    await expect(client.skills.create({ content })).rejects.toMatchObject({ status: 413 })
    expect((await client.skills.list()).items).toEqual([])
  })

  it('prints one line when it cannot start', async () => {
    const server = await start()
    const port = new URL(server.url).port
    const other = mkdtempSync(join(tmpdir(), 'repertoire-main-'))
    const taken = spawnServer(['--port', port, '--data', other])
    expect(await taken.exited).toBe(1)
    expect(taken.logged()).toMatch(/^Repertoire cannot start: 127\.0\.0\.1:\d+ is in use already\./)
    rmSync(other, { recursive: true, force: true })

    const unknown = spawnServer(['--prot', '1'])
    expect(await unknown.exited).toBe(1)
    expect(unknown.logged()).toContain("Unknown option '--prot'")

    for (const env of [
      { REPERTOIRE_SIGN_ON: '/nowhere/sign-on.yaml' },
      { DATABASE_URL: 'postgres://me:hunter#2@db/app' },
    ]) {
      const wrong = spawnServer(['--data', other], env)
      expect(await wrong.exited).toBe(1)
      const [name = ''] = Object.keys(env)
      const line = new RegExp(
        `^Repertoire cannot start: Settings that cannot be used: ${name}: .*\n.*settings.md.*\n$`,
      )
      expect(wrong.logged()).toMatch(line)
      expect(wrong.logged()).not.toContain('hunter')
    }

    const notAFolder = join(dataDir, 'file')
    writeFileSync(notAFolder, '')
    const folder = spawnServer(['--port', '0', '--data', notAFolder])
    expect(await folder.exited).toBe(1)
    expect(folder.logged()).toContain(notAFolder)
    expect(folder.logged()).not.toContain('    at ')
  })
})
