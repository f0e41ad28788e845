import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { fileOf, requestOf } from '../contract/run-script.ts'
import {
  closeTestExecutors,
  headers,
  openTestExecutor,
  token,
} from '../testing/executor-fixture.ts'
import { emptyResult } from '../testing/fake-sandbox.ts'
import { openRemoteSandbox } from './remote-sandbox.ts'

const program = fileURLToPath(new URL('../testing/plain-executor.py', import.meta.url))
const children: ChildProcess[] = []
const servers: Server[] = []

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const server of servers.splice(0)) server.close()
  await closeTestExecutors()
})

/** Starts the Python program, which knows nothing of our code. */
async function startOther(mode: 'json' | 'multipart'): Promise<string> {
  const env = { PATH: process.env.PATH, EXECUTOR_TOKEN: token }
  const child = spawn('python3', [program, mode], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const [port] = await once(child.stdout, 'data')
  return `http://127.0.0.1:${String(port).trim()}`
}

const script = `import os, pathlib, sys
data = pathlib.Path("in/data.bin").read_bytes()
pathlib.Path("out").mkdir()
pathlib.Path("out/ä.bin").write_bytes(data[::-1])
print(sys.argv[1], os.environ["WORD"], sys.stdin.read(), len(data))
sys.exit(3)
`

describe('an executor that somebody else wrote', () => {
  it.each([
    ['json', 3],
    ['json', 200_000],
    ['multipart', 3],
    ['multipart', 200_000],
  ] as const)('C5: answers as %s, with an input of %d bytes', async (mode, size) => {
    const bytes = Uint8Array.from({ length: size }, (_, at) => (at * 7) % 256)
    const request = {
      ...requestOf('python', script),
      ...{ args: ['one'], env: { WORD: 'two' }, stdin: Buffer.from('three') },
      workspace: [fileOf('in/data.bin', bytes)],
    }
    const sandbox = openRemoteSandbox({ url: await startOther(mode), token })
    expect(await sandbox.health()).toMatchObject({ available: true, backend: 'remote (plain)' })
    const seen: string[] = []
    const result = await sandbox.execute(request, {
      onStart: () => seen.push('start'),
      onOutput: (stream) => seen.push(stream),
    })
    expect(result).toMatchObject({ status: 'failed', exitCode: 3, skipped: [] })
    expect(Buffer.from(result.stdout).toString()).toBe(`one two three ${size}\n`)
    expect(result.outputs.map(({ path }) => path)).toEqual(['out/ä.bin'])
    expect(Buffer.from(result.outputs[0]?.bytes ?? []).equals(bytes.toReversed())).toBe(true)
    expect(seen).toEqual(['start', 'stdout'])
  })

  it('C5: refuses another token, and nothing has run', async () => {
    const sandbox = openRemoteSandbox({ url: await startOther('json'), token: `${token}-other` })
    await expect(sandbox.execute(requestOf('python', script))).rejects.toMatchObject({
      ...{ name: 'SandboxRejection', message: 'Another token is needed.' },
    })
  })
})

async function answering(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => answer(response))
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const fine = { status: 'ok', exit_code: 0, usage: { wall_ms: 1 } }
const output = (path: string) => ({ path, text: 'x' })
const json = (value: object) => ({ type: 'application/json', body: JSON.stringify(value) })
const lines = (...events: object[]) => ({
  type: 'application/x-ndjson',
  body: events.map((event) => `${JSON.stringify(event)}\n`).join(''),
})

describe('an executor is not trusted: its answer is refused', () => {
  const answers = {
    'when a file would leave the workspace': json({ ...fine, outputs: [output('../../etc/x')] }),
    'when a file has an absolute path': lines({ event: 'output', ...output('/etc/x') }, ended()),
    'when two files have one path': json({ ...fine, outputs: [output('a'), output('a')] }),
    'when it names a part that is not there': json({
      ...fine,
      outputs: [{ path: 'a', part: 'b' }],
    }),
    'when it has an unknown status': json({ ...fine, status: 'wonderful' }),
    'when it has an unknown field': json({ ...fine, run_next: 'rm' }),
    'when it is no JSON': { type: 'application/json', body: '<html>' },
    'when it is no multipart message': { type: 'multipart/form-data; boundary=x', body: 'no' },
    'when it goes on after its end': lines(ended(), { event: 'stdout', text: 'more' }),
    'when it never ends': lines({ event: 'started' }),
    'when it has more files than the workspace may have': json({
      ...fine,
      outputs: Array.from({ length: 30 }, (_, at) => output(`f${at}`)),
    }),
  }
  it.each(Object.entries(answers))('C5: %s', async (_, { type, body }) => {
    const url = await answering((response) => {
      response.writeHead(200, { 'content-type': type }).end(body)
    })
    const small = { ...requestOf('shell', 'true') }
    const request = { ...small, limits: { ...small.limits, workspaceEntries: 20 } }
    await expect(openRemoteSandbox({ url }).execute(request)).rejects.toMatchObject({
      name: 'ExecutionLost',
    })
  })

  it.each(['application/json', 'application/x-ndjson'])(
    'C5: when it never stops (%s)',
    async (type) => {
      let sent = 0
      const url = await answering((response) => {
        response.writeHead(200, { 'content-type': type })
        const more = () => {
          while (!response.destroyed) {
            sent += 65_536
            if (!response.write(Buffer.alloc(65_536, 0x20))) break
          }
        }
        response.on('drain', more)
        more()
      })
      const request = requestOf('shell', 'true')
      const limits = { ...request.limits, workspaceBytes: 1_000, outputBytes: 1_000 }
      await expect(
        openRemoteSandbox({ url }).execute({ ...request, limits }),
      ).rejects.toMatchObject({
        name: 'ExecutionLost',
      })
      expect(sent).toBeLessThan(64 * 1024 * 1024)
    },
  )
})

function ended() {
  return { event: 'ended', ...fine }
}

describe('a client that somebody else wrote', () => {
  const request = { runtime: 'shell', entry: 'main.sh', files: [{ path: 'main.sh', text: 'true' }] }
  const bytes = Uint8Array.from([0, 255, 1])
  const outputs = [fileOf('a.txt', 'text'), fileOf('b.bin', bytes)]
  const result = { ...emptyResult, stdout: Buffer.from('hello\n'), outputs }
  const post = async (
    more: Record<string, string>,
    body: string | FormData = JSON.stringify(request),
  ) => {
    const { url, sandbox } = await openTestExecutor(async () => result)
    const { 'content-type': json, accept: _, ...authorized } = headers
    const type = typeof body === 'string' ? { 'content-type': json } : {}
    const init = { method: 'POST', body, headers: { ...authorized, ...type, ...more } }
    return { answer: await fetch(`${url}/sandbox/execute`, init), sandbox }
  }

  it('C5: gets one JSON with everything in it, and defaults for what it leaves out', async () => {
    const { answer, sandbox } = await post({})
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      ...{ status: 'ok', exit_code: 0, stdout: { text: 'hello\n' }, stderr: { text: '' } },
      outputs: [
        { path: 'a.txt', executable: false, text: 'text' },
        { path: 'b.bin', executable: false, base64: 'AP8B' },
      ],
    })
    expect(sandbox.seen).toMatchObject([{ args: [], env: {}, limits: { wallMs: 10_000 } }])
  })

  it('C5: sends and gets files as parts', async () => {
    const form = new FormData()
    form.set(
      'request',
      JSON.stringify({ ...request, workspace: [{ path: 'in.bin', part: 'one' }] }),
    )
    form.set('one', new Blob([bytes]))
    const { answer, sandbox } = await post({ accept: 'multipart/form-data' }, form)
    expect(sandbox.seen).toMatchObject([{ workspace: [{ path: 'in.bin' }] }])
    expect([...(sandbox.seen[0]?.workspace[0]?.bytes ?? [])]).toEqual([...bytes])
    const parts = await answer.formData()
    const json = parts.get('result')
    const { outputs: named } = JSON.parse(
      typeof json === 'string' ? json : ((await json?.text()) ?? ''),
    )
    expect(named).toEqual([
      { path: 'a.txt', executable: false, part: 'output-0' },
      { path: 'b.bin', executable: false, part: 'output-1' },
    ])
    const second = parts.get('output-1')
    expect(second instanceof Blob && [...(await second.bytes())]).toEqual([...bytes])
  })

  it('C5: gets the lines of a stream', async () => {
    const { answer } = await post({ accept: 'application/x-ndjson' })
    const events = (await answer.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(events).toMatchObject([
      { event: 'stdout', text: 'hello\n' },
      { event: 'output', path: 'a.txt', text: 'text' },
      { event: 'output', path: 'b.bin', base64: 'AP8B' },
      { event: 'ended', status: 'ok', exit_code: 0 },
    ])
  })
})
