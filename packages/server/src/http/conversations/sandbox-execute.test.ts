import type {
  ApiKeyCreated,
  AuditPage,
  ExecutionPage,
  MemberBody,
  ProblemBody,
  SandboxExecute,
  SandboxResultBody,
} from '@repertoire/protocol'
import { type ExecutionRequest, openSandbox, type Sandbox } from '@repertoire/sandbox'
import { afterAll, describe, expect, it } from 'vitest'
import { maxConcurrentExecutions } from '../../runtime/scripts/concurrency-quota.ts'
import { timeoutSeconds } from '../../testing/test-sandbox.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const sandbox = await openSandbox()
const { available, reason } = await sandbox.health()
if (!available && process.env.REQUIRE_ALL === '1') throw new Error(reason)
afterAll(() => sandbox.close())

const path = '/api/v1/sandbox/execute'
const shell = (text: string, more: Partial<SandboxExecute> = {}): SandboxExecute => ({
  ...{ runtime: 'shell', entry: 'main.sh', files: [{ path: 'main.sh', text }] },
  ...more,
})

async function execute(server: TestServer, body: SandboxExecute, key = server.ownerKey) {
  const answer = await server.call<SandboxResultBody & Pick<ProblemBody, 'code'>>(path, {
    body,
    key,
  })
  return { status: answer.status, code: answer.body.code, result: answer.body }
}

const started = async (server: TestServer) =>
  (await server.call<AuditPage>('/api/v1/audit?action=code-started')).body.items

describe.skipIf(!available)('POST /sandbox/execute in a real sandbox', () => {
  it('C5: code of the caller runs with its files, and its result comes back', async () => {
    const server = await createTestServer({ sandbox })
    const { status, result } = await execute(server, {
      ...{ runtime: 'python', entry: 'main.py', args: ['7'], env: { NAME: 'x' } },
      stdin: { text: 'in' },
      files: [
        {
          path: 'main.py',
          text: 'import os, sys\nopen("out.txt", "w").write(open("a.bin").read() * 2)\nprint(6 * int(sys.argv[1]), sys.stdin.read(), os.environ["NAME"])',
        },
      ],
      workspace: [{ path: 'a.bin', base64: Buffer.from('ab').toString('base64') }],
    })
    expect(status).toBe(200)
    expect(result).toMatchObject({ status: 'ok', exit_code: 0, stdout: { text: '42 in x\n' } })
    expect(result.outputs).toEqual([{ path: 'out.txt', executable: false, text: 'abab' }])
    expect((await server.call<ExecutionPage>('/api/v1/executions')).body.items).toEqual([])
    const [entry] = await started(server)
    expect(entry?.details).toEqual({ runtime: 'python', files_digest: expect.any(String) })
  })

  it('C5: there is no network', async () => {
    const server = await createTestServer({ sandbox })
    const script = 'exec 3<>/dev/tcp/127.0.0.1/22 && echo reached; ls /sys/class/net 2>&1; exit 0'
    const { result } = await execute(server, shell(script))
    expect(result.stdout.text).not.toMatch(/reached|eth|ens|wlan/)
  })

  it('C5: the document’s own path is the same route, also as its curl sends it', async () => {
    const server = await createTestServer({ sandbox })
    const headers = {
      authorization: `Bearer ${server.ownerKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    }
    for (const other of ['/sandbox/execute', '/v1/sandbox/execute']) {
      const init = { method: 'POST', headers, body: JSON.stringify(shell('echo hi')) }
      const response = await server.http.request(other, init)
      expect(await response.json()).toMatchObject({ status: 'ok', stdout: { text: 'hi\n' } })
    }
  })

  it('C5: a caller that is gone cancels it', async () => {
    const server = await createTestServer({ sandbox })
    const gone = new AbortController()
    const headers = {
      authorization: `Bearer ${server.ownerKey}`,
      'content-type': 'application/json',
    }
    const body = JSON.stringify(shell('sleep 60', { limits: { wall_ms: 60_000 } }))
    const { signal } = gone
    const response = server.http.request(path, { method: 'POST', headers, body, signal })
    await expect.poll(async () => (await sandbox.health()).running).toBe(1)
    gone.abort()
    expect(await (await response).json()).toMatchObject({ status: 'cancelled' })
  })

  it('C5: a service account may do what its key allows', async () => {
    const server = await createTestServer({ sandbox })
    const account = { name: 'nightly', kind: 'service', role: 'member' }
    const { body: member } = await server.call<MemberBody>('/api/v1/members', { body: account })
    const keyWith = async (scopes?: readonly string[]) => {
      const body = { name: 'k', user_id: member.id, ...(scopes && { scopes }) }
      return (await server.call<ApiKeyCreated>('/api/v1/keys', { body })).body.key
    }
    const code = shell('echo hi')
    expect((await execute(server, code, await keyWith())).status).toBe(200)
    const less = await execute(server, code, await keyWith(['skills.read', 'conversations.use']))
    expect([less.status, less.code]).toEqual([403, 'auth.permission-missing'])
  })
})

/** A sandbox that keeps what it was sent; executions end with the test. */
function keepingSandbox(): Sandbox & { readonly requests: ExecutionRequest[]; end(): void } {
  const requests: ExecutionRequest[] = []
  const { promise, resolve: end } = Promise.withResolvers<void>()
  const usage = { wallMs: 1, queuedMs: 0, cpuMs: null, peakMemoryBytes: null }
  const large = { path: 'b', bytes: new Uint8Array(17 * 1024 * 1024), executable: false }
  const outputs = [large, { ...large, path: 'a', bytes: Buffer.from('a') }]
  return {
    ...{ requests, end },
    execute: async (request) => {
      requests.push(request)
      await promise
      const printed = { stdout: new Uint8Array(), stderr: new Uint8Array() }
      return { status: 'ok', exitCode: 0, ...printed, outputs, skipped: [], usage }
    },
    health: async () => ({
      ...{ backend: 'kept', available: true, reason: '', running: 0, queued: 0, warm: 0 },
      runtimes: [{ runtime: 'shell', version: '5' }],
    }),
    close: async () => undefined,
  }
}

describe('what POST /sandbox/execute refuses', () => {
  it.each([
    [['skills.read', 'skills.write']],
    [['skills.read', 'conversations.use']],
    [['skills.write', 'conversations.use']],
  ] as const)('C5: a key with %j alone may not, and nothing runs', async (scopes) => {
    const kept = keepingSandbox()
    const server = await createTestServer({ sandbox: kept })
    const { key } = await server.addMember('member', scopes)
    const { status, code } = await execute(server, shell('echo hi'), key)
    expect([status, code]).toEqual([403, 'auth.permission-missing'])
    expect(kept.requests).toEqual([])
    expect(await started(server)).toEqual([])
  })

  it('C5: nobody without a key, and members not where only admins may enable skills', async () => {
    const kept = keepingSandbox()
    const server = await createTestServer({ sandbox: kept })
    const body = shell('echo hi')
    for (const other of [path, '/sandbox/execute']) {
      expect((await server.call(other, { body, key: null })).status).toBe(401)
    }
    const { settings } = server.store.tenant(server.tenantId)
    const { settings: now, version } = await settings.get()
    await settings.put({ ...now, skillEnablementPolicy: 'admin-only' }, version)
    const { key } = await server.addMember('member')
    expect((await execute(server, body, key)).code).toBe('policy.admin-only')
    expect(kept.requests).toEqual([])
  })

  it('C5: folders of the server, and fields that are not in the schema', async () => {
    const server = await createTestServer({ sandbox: keepingSandbox() })
    const layers = [{ host_path: '/etc', at: 'etc' }]
    for (const more of [{ layers }, { network: true }, { limits: { wall_ms: 0 } }]) {
      expect((await execute(server, shell('x', more as object))).status).toBe(400)
    }
    const both = { path: 'main.sh', text: 'a', base64: 'YQ==' }
    expect((await execute(server, shell('x', { files: [both] }))).status).toBe(400)
  })

  it('C5: more than the server’s limits, and a queue of the caller’s choice, have no effect', async () => {
    const kept = keepingSandbox()
    kept.end()
    const server = await createTestServer({ sandbox: kept })
    const limits = { wall_ms: 9e9, cpu_seconds: 9e9, memory_bytes: 9e12, output_bytes: 100 }
    await execute(server, shell('x', { limits, queue_key: 'other/person' }))
    await execute(server, shell('x'))
    expect(kept.requests).toMatchObject([
      {
        limits: {
          ...{ wallMs: timeoutSeconds * 1_000, cpuSeconds: timeoutSeconds },
          ...{ memoryBytes: 512 * 1024 * 1024, outputBytes: 100 },
        },
      },
      { limits: { wallMs: 10_000 } },
    ])
    expect(new Set(kept.requests.map(({ queueKey }) => queueKey)).size).toBe(1)
    expect(kept.requests[0]?.queueKey).toContain(server.tenantId)
  })

  it('C5: files that are too much for an answer are named', async () => {
    const kept = keepingSandbox()
    kept.end()
    const server = await createTestServer({ sandbox: kept })
    const { result } = await execute(server, shell('x'))
    expect(result.outputs).toEqual([{ path: 'a', executable: false, text: 'a' }])
    expect(result.skipped).toMatchObject([{ path: 'b' }])
  })

  it('C5: more at once than a person may have; scripts of skills share the quota', async () => {
    const kept = keepingSandbox()
    const server = await createTestServer({ sandbox: kept })
    const { person } = maxConcurrentExecutions
    const all = Array.from({ length: person }, () => execute(server, shell('x')))
    await expect.poll(() => kept.requests.length).toBe(person)
    const { status, code } = await execute(server, shell('x'))
    expect([status, code]).toEqual([429, 'script.too-many'])
    kept.end()
    for (const { status } of await Promise.all(all)) expect(status).toBe(200)
    expect((await execute(server, shell('x'))).status).toBe(200)
  })

  it('C5: everything where no sandbox is available, without a record', async () => {
    const server = await createTestServer()
    const { status, code } = await execute(server, shell('x'))
    expect([status, code]).toEqual([503, 'sandbox.off'])
    expect(await started(server)).toEqual([])
  })
})
