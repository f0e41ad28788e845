import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { RepertoireClient } from '@repertoire/client'
import { openSandbox } from '@repertoire/sandbox'
import { startExecutor, testImage } from '@repertoire/sandbox/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'
import { base64, skillMd } from '../../testing/test-server.ts'

const apiKey = 'rep_tests_0123456789abcdef0123456789abcdef'
const token = 'a-token-of-these-tests'
const engine = process.env.TEST_CONTAINER_COMMAND ?? 'podman'

const script = `import sys, time
left, sign, right = sys.argv[1:4]
print("thinking", flush=True)
if "wait" in sys.argv: time.sleep(50)
print(int(left) * int(right))
open("product.txt", "w").write(str(int(left) * int(right)))
`

/** A sandbox other than the default one, as an operator configures it. */
interface Kind {
  readonly name: string
  readonly missing: string
  /** Its name in the health response. */
  readonly backend: string
  open(): Promise<{ readonly env: Record<string, string>; close(): Promise<void> }>
}

const kinds: readonly Kind[] = [
  {
    name: 'an executor on its own',
    missing: await bubblewrapMissing(),
    backend: 'remote (bubblewrap)',
    open: async () => {
      const env = { SANDBOX_EXECUTOR_TOKEN: token }
      const executor = await startExecutor(['--concurrency', '2', '--backend', 'bubblewrap'], env)
      const close = async () => {
        executor.process.kill('SIGTERM')
        await executor.ended
      }
      return { env: { ...env, SANDBOX_EXECUTOR_URL: executor.url }, close }
    },
  },
  {
    name: `containers of ${engine}`,
    missing: engineMissing(),
    backend: 'container',
    open: async () => {
      const image = await testImage(engine)
      const env = {
        ...{ SANDBOX_BACKEND: 'container', SANDBOX_CONTAINER_COMMAND: engine },
        ...{ SANDBOX_CONTAINER_IMAGE: image, HOME: homedir() },
      }
      return { env, close: async () => undefined }
    },
  },
]

async function bubblewrapMissing(): Promise<string> {
  const sandbox = await openSandbox()
  const { available, reason } = await sandbox.health()
  await sandbox.close()
  return available ? '' : reason
}

function engineMissing(): string {
  try {
    execFileSync(engine, ['info'], { stdio: 'ignore' })
    return ''
  } catch {
    return `there is no ${engine} that works here`
  }
}

for (const kind of kinds) {
  if (kind.missing && process.env.REQUIRE_ALL === '1') throw new Error(kind.missing)

  describe.skipIf(kind.missing !== '')(
    `a real server with ${kind.name}`,
    { timeout: 120_000 },
    () => {
      let dataDir = ''
      let sandbox: Awaited<ReturnType<Kind['open']>>
      let server: ServerProcess
      let client: RepertoireClient
      let skillId = ''

      beforeAll(async () => {
        dataDir = await mkdtemp(join(tmpdir(), 'repertoire-sandboxes-'))
        sandbox = await kind.open()
        server = await startServerProcess(dataDir, {
          ...{ REPERTOIRE_BOOTSTRAP_KEY: apiKey, LOG_LEVEL: 'warn' },
          ...sandbox.env,
        })
        client = new RepertoireClient({ baseUrl: server.url, apiKey })
        const files = Object.entries({ 'SKILL.md': skillMd('maths'), 'times.py': script })
        const { results } = await client.skills.import({
          scope: 'org',
          items: [
            {
              path: 'maths',
              files: files.map(([path, text]) => ({
                path,
                content_base64: base64(text),
                executable: false,
              })),
            },
          ],
        })
        skillId = results[0]?.skill?.id ?? ''
      }, 180_000)

      afterAll(async () => {
        await server?.stop('SIGTERM')
        await sandbox?.close()
        await rm(dataDir, { recursive: true, force: true })
      })

      it('C2: reports the isolation and the runtimes', async () => {
        const health = await client.executions.sandbox()
        expect(health).toMatchObject({ backend: kind.backend, available: true, running: 0 })
        expect(health.runtimes.filter(({ version }) => version === null)).toEqual([])
      })

      it('C2: a script run by hand is followed to its end, and its outputs are fetched', async () => {
        const args = ['6', '*', '7']
        const { id } = await client.executions.start({
          ...{ skill_id: skillId, script: 'times.py', args },
        })
        const events = await Array.fromAsync(client.executions.follow(id))
        const printed = events.map((one) => (one.event === 'output' ? one.data.text : ''))
        expect(printed.join('')).toBe('thinking\n42\n')
        const end = { status: 'ok', stdout: 'thinking\n42\n' }
        expect(events.at(-1)).toMatchObject({ event: 'end', data: end })
        const product = await client.executions.output(id, 'product.txt')
        expect(Buffer.from(product).toString()).toBe('42')
      })

      it('C2, C5: an endless one is seen running, and ends when it is cancelled', async () => {
        const args = ['1', '*', '1', 'wait']
        const { id } = await client.executions.start({
          ...{ skill_id: skillId, script: 'times.py', args },
        })
        const seen: string[] = []
        for await (const event of client.executions.follow(id)) {
          if (event.event === 'end') break
          seen.push(event.event === 'state' ? event.data.status : event.data.text)
          if (event.event === 'output') break
        }
        expect(seen.slice(-2)).toEqual(['running', 'thinking\n'])
        expect(await client.executions.get(id)).toMatchObject({
          ...{ status: 'running', finished_at: null },
        })
        expect(await client.executions.cancel(id)).toMatchObject({
          status: 'cancelled',
          stdout: 'thinking\n',
        })
        // The server need not wait for the end of a remote script.
        const health = () => client.executions.sandbox()
        await expect.poll(health, { timeout: 60_000 }).toMatchObject({ running: 0, queued: 0 })
      })

      it('C4: an agent activates the skill, runs its script, and answers with its output', async () => {
        const agent = await client.agents.create({
          ...{ name: 'Maths', instruction: 'You do maths.', toolsets: ['packages'] },
          skill_ids: [skillId],
        })
        const { id } = await client.conversations.create({ agent_id: agent.id })
        const turn = await client.conversations.send(id, 'With maths, run times.py with 12 * 12')
        expect(turn.reply).toContain('144')
        const { items: run } = await client.executions.list({ conversation_id: id })
        expect(run).toMatchObject([{ status: 'ok', args: ['12', '*', '12'] }])
        expect((await client.files.list(id)).items).toMatchObject([{ path: 'product.txt' }])
      })
    },
  )
}
