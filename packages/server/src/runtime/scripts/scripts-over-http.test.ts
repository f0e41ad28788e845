import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RepertoireClient } from '@repertoire/client'
import type { SandboxExecute } from '@repertoire/protocol'
import { defaultLimits, openRemoteSandbox, openSandbox } from '@repertoire/sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'
import { base64, skillMd } from '../../testing/test-server.ts'

const probe = await openSandbox()
const { available, reason } = await probe.health()
await probe.close()
if (!available && process.env.REQUIRE_ALL === '1') throw new Error(reason)

const apiKey = 'rep_tests_0123456789abcdef0123456789abcdef'
const value = 'sk-live-3kF9/q+Z'
const script = `import os, sys, time
print("token", os.environ.get("CRM_TOKEN"), flush=True)
if "wait" in sys.argv:
    time.sleep(60)
open("out.csv", "w").write("a,b")
`

describe.skipIf(!available)('a real server runs scripts in a real sandbox', () => {
  let dataDir = ''
  let server: ServerProcess
  let client: RepertoireClient
  let skillId = ''

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'repertoire-scripts-'))
    const env = { REPERTOIRE_BOOTSTRAP_KEY: apiKey, LOG_LEVEL: 'trace' }
    server = await startServerProcess(dataDir, env)
    client = new RepertoireClient({ baseUrl: server.url, apiKey })
    const files = Object.entries({ 'SKILL.md': skillMd('crm'), 'scripts/run.py': script })
    const { results } = await client.skills.import({
      scope: 'org',
      items: [
        {
          path: 'crm',
          files: files.map(([path, text]) => ({
            path,
            content_base64: base64(text),
            executable: false,
          })),
        },
      ],
    })
    skillId = results[0]?.skill?.id ?? ''
    await client.skillSecrets.put(skillId, 'CRM_TOKEN', value)
  })

  afterAll(async () => {
    await server?.stop('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  })

  it('C2, C9: its output is followed live, its file fetched, its secret shown to nobody', async () => {
    const { id } = await client.executions.start({ skill_id: skillId, script: 'run.py' })
    const events = await Array.fromAsync(client.executions.follow(id))
    const end = events.at(-1)
    expect(end).toMatchObject({ event: 'end', data: { status: 'ok', stdout: 'token ***\n' } })
    expect(Buffer.from(await client.executions.output(id, 'out.csv')).toString()).toBe('a,b')
    expect(JSON.stringify(events)).not.toContain(value)
    expect(server.logged()).toContain(id)
    expect(server.logged() + server.printed()).not.toContain(value)
    const names = await readdir(dataDir)
    expect(names.filter((name) => name.startsWith('repertoire.db')).length).toBeGreaterThan(0)
    for (const name of names) {
      const file = join(dataDir, name)
      if (!(await stat(file)).isFile()) continue
      expect((await readFile(file)).includes(value), name).toBe(false)
    }
    expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600)
  })

  it('C5: code of a caller runs over the document’s path, without a skill’s secret', async () => {
    const code: SandboxExecute = {
      ...{ runtime: 'python', entry: 'run.py' },
      files: [{ path: 'run.py', text: script }],
    }
    const result = await client.executions.execute(code)
    expect(result).toMatchObject({ status: 'ok', stdout: { text: 'token None\n' } })
    expect(result.outputs).toMatchObject([{ path: 'out.csv', text: 'a,b' }])
    const send = (key: string) =>
      fetch(`${server.url}/sandbox/execute`, {
        ...{ method: 'POST', body: JSON.stringify(code) },
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      })
    expect(await (await send(apiKey)).json()).toMatchObject({ status: 'ok', exit_code: 0 })
    expect((await send('rep_wrong')).status).toBe(401)
  })

  it('C5: a client of executors reads and writes the same messages', async () => {
    const remote = openRemoteSandbox({ url: server.url, token: apiKey })
    const main = { path: 'main.sh', bytes: Buffer.from('cat; echo x > y'), executable: false }
    const { status, stdout, outputs } = await remote.execute({
      ...{ runtime: 'shell', entry: 'main.sh', args: [], env: {}, files: [main] },
      ...{ stdin: new Uint8Array([0, 255]), workspace: [], layers: [], limits: defaultLimits },
      queueKey: '',
    })
    await remote.close()
    expect([status, [...stdout]]).toEqual(['ok', [0, 255]])
    expect(outputs.map(({ path, bytes }) => [path, `${Buffer.from(bytes)}`])).toEqual([
      ['y', 'x\n'],
    ])
  })

  it('C5: an endless one ends when it is cancelled', async () => {
    const args = ['wait']
    const { id } = await client.executions.start({ skill_id: skillId, script: 'run.py', args })
    for await (const event of client.executions.follow(id)) {
      if (event.event === 'output') break
    }
    expect(await client.executions.cancel(id)).toMatchObject({ status: 'cancelled' })
    const health = await client.executions.sandbox()
    expect(health).toMatchObject({ available: true, queued: 0 })
  })
})
