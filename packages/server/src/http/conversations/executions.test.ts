import { RepertoireClient } from '@repertoire/client'
import type {
  AuditPage,
  ExecutionBody,
  ExecutionPage,
  SandboxHealthBody,
  SkillBody,
} from '@repertoire/protocol'
import {
  type ExecutionListener,
  type ExecutionRequest,
  type ExecutionResult,
  type Sandbox,
  SandboxRejection,
} from '@repertoire/sandbox'
import { describe, expect, it } from 'vitest'
import { base64, createTestServer, skillMd, type TestServer } from '../../testing/test-server.ts'

/** A sandbox whose executions the test controls. */
interface HandSandbox extends Sandbox {
  readonly requests: ExecutionRequest[]
}

type Script = (
  request: ExecutionRequest,
  listener: ExecutionListener,
) => Promise<Partial<Omit<ExecutionResult, 'stdout'>> & { readonly stdout?: string }>

function handSandbox(script: Script): HandSandbox {
  const requests: ExecutionRequest[] = []
  return {
    requests,
    execute: async (request, listener = {}) => {
      requests.push(request)
      listener.onStart?.()
      const { stdout = '', ...result } = await script(request, listener)
      return {
        status: 'ok',
        exitCode: 0,
        stderr: new Uint8Array(),
        outputs: [],
        skipped: [],
        usage: { wallMs: 5, queuedMs: 0, cpuMs: 2, peakMemoryBytes: null },
        ...result,
        stdout: Buffer.from(stdout),
      }
    },
    health: async () => ({
      backend: 'by hand',
      available: true,
      reason: '',
      runtimes: [
        { runtime: 'python', version: 'Python 3' },
        { runtime: 'node', version: null },
      ],
      running: 1,
      queued: 2,
      warm: 3,
    }),
    close: async () => undefined,
  }
}

async function withSkill(server: TestServer, key?: string): Promise<string> {
  const file = (path: string, text: string) => ({ path, content_base64: base64(text) })
  const files = [
    file('SKILL.md', skillMd('math')),
    file('calculator.py', 'print(1)'),
    file('tool.js', '1'),
  ]
  const scope = key === undefined ? 'org' : 'user'
  const as = key === undefined ? {} : { key }
  const body = { items: [{ path: 'math', files }], scope }
  await server.call('/api/v1/imports', { body, ...as })
  const { body: page } = await server.call<{ items: SkillBody[] }>('/api/v1/skills', as)
  const found = page.items.find(({ slug }) => slug === 'math')
  if (!found) throw new Error('the skill is there')
  return found.id
}

const start = (skill_id: string, more: object = {}) => ({
  body: { skill_id, script: 'calculator.py', args: '42 "* 17"', ...more },
})

async function ended(server: TestServer, id: string): Promise<ExecutionBody> {
  const client = new RepertoireClient({
    baseUrl: 'http://localhost',
    apiKey: server.ownerKey,
    fetch: async (request) => server.http.request(request),
  })
  for await (const event of client.executions.follow(id)) {
    if (event.event === 'end') return event.data
  }
  throw new Error('the stream ends with the end')
}

describe('executions over REST', () => {
  it('C5: where no script can run, nothing is recorded or audited as started', async () => {
    const sandbox = handSandbox(async () => {
      throw new Error('nothing runs')
    })
    sandbox.health = async () => ({
      ...{ backend: 'bubblewrap', available: false, reason: 'Install bubblewrap.' },
      ...{ runtimes: [], running: 0, queued: 0, warm: 0 },
    })
    const server = await createTestServer({ sandbox })
    const skillId = await withSkill(server)
    const refused = await server.call('/api/v1/executions', start(skillId))
    expect(refused).toMatchObject({ status: 503, body: { code: 'sandbox.unavailable' } })
    expect(JSON.stringify(refused.body)).toContain('Install bubblewrap.')
    expect((await server.call('/api/v1/executions')).body).toMatchObject({ items: [] })
    const audit = await server.call('/api/v1/audit')
    expect(JSON.stringify(audit.body)).not.toContain('script-started')
  })

  it('C2: a person runs a script: accepted, followed to its end, listed, its files fetched', async () => {
    const sandbox = handSandbox(async () => ({
      stdout: '714\n',
      outputs: [{ path: 'out.csv', bytes: Buffer.from('a,b\n'), executable: false }],
      skipped: [{ path: 'link', why: 'is a link' }],
    }))
    const server = await createTestServer({ sandbox })
    const skillId = await withSkill(server)
    const started = await server.call<ExecutionBody>(
      '/api/v1/executions',
      start(skillId, { stdin: 'x' }),
    )
    expect(started.status).toBe(202)
    expect(started.body).toMatchObject({ skill: { id: skillId, slug: 'math' }, runtime: 'python' })
    const path = started.headers.get('location') ?? ''
    const end = await ended(server, started.body.id)
    expect(end).toMatchObject({
      status: 'ok',
      exit_code: 0,
      stdout: '714\n',
      finished_at: expect.any(String),
    })
    expect((await server.call<ExecutionBody>(path)).body).toEqual(end)
    expect(sandbox.requests).toMatchObject([
      { entry: 'calculator.py', args: ['42', '* 17'], env: {}, layers: [] },
    ])
    expect(Buffer.from(sandbox.requests[0]?.stdin ?? []).toString()).toBe('x')
    const list = await server.call<ExecutionPage>(
      `/api/v1/executions?skill_id=${skillId}&status=ok`,
    )
    expect(list.body.items.map(({ id }) => id)).toEqual([end.id])
    const none = await server.call<ExecutionPage>('/api/v1/executions?status=failed')
    expect(none.body.items).toEqual([])
    const file = await server.request(`${path}/outputs?path=out.csv`)
    expect(file.headers.get('content-disposition')).toContain('attachment')
    expect(await file.text()).toBe('a,b\n')
    expect((await server.call(`${path}/outputs?path=link`)).status).toBe(404)
    const audit = await server.call<AuditPage>('/api/v1/audit?action=script-started')
    expect(audit.body.items).toMatchObject([{ target: skillId }])
  })

  it('C5: streams the output while it runs, and cancelling ends it', async () => {
    let print: (text: string) => void = () => undefined
    const sandbox = handSandbox(
      (_request, { onOutput, signal }) =>
        new Promise((resolve) => {
          print = (text) => onOutput?.('stdout', Buffer.from(text))
          signal?.addEventListener('abort', () => resolve({ status: 'cancelled', exitCode: null }))
          print('first\n')
        }),
    )
    const server = await createTestServer({ sandbox })
    const { body } = await server.call<ExecutionBody>(
      '/api/v1/executions',
      start(await withSkill(server)),
    )
    const path = `/api/v1/executions/${body.id}`
    const response = await server.request(`${path}/events`)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let seen = ''
    const until = async (text: string) => {
      while (!seen.includes(text)) {
        const { value, done } = (await reader?.read()) ?? { done: true }
        if (done) throw new Error(`no ${text} in ${seen}`)
        seen += value
      }
    }
    await until('first')
    print('second\n')
    await until('second')
    const cancelled = await server.call<ExecutionBody>(`${path}/cancel`, { method: 'POST' })
    expect(cancelled.body).toMatchObject({ status: 'cancelled', exit_code: null })
    await until('event: end')
    const again = await server.call<ExecutionBody>(`${path}/cancel`, { method: 'POST' })
    expect([again.status, again.body.status]).toEqual([200, 'cancelled'])
  })

  it('A8: nobody else sees them, not even an owner, nor runs skills they may not see', async () => {
    const server = await createTestServer({
      sandbox: handSandbox(async () => ({ stdout: 'mine' })),
    })
    const { key } = await server.addMember('member')
    const skillId = await withSkill(server, key)
    const started = await server.call<ExecutionBody>('/api/v1/executions', {
      ...start(skillId),
      key,
    })
    expect(started.status).toBe(202)
    const path = `/api/v1/executions/${started.body.id}`
    const post = { method: 'POST' }
    for (const answer of [
      await server.call(path),
      await server.call(`${path}/events`),
      await server.call(`${path}/outputs?path=a`),
      await server.call(`${path}/cancel`, post),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'execution.not-found'])
    }
    expect((await server.call<ExecutionPage>('/api/v1/executions')).body.items).toEqual([])
    const others = await server.call('/api/v1/executions', start(skillId))
    expect([others.status, others.body.code]).toEqual([404, 'skill.not-found'])
  })

  it('A13: a key without skills.read runs no scripts', async () => {
    const sandbox = handSandbox(async () => ({}))
    const server = await createTestServer({ sandbox })
    const id = await withSkill(server)
    const { key } = await server.addMember('member', ['conversations.use'])
    const { status, body } = await server.call('/api/v1/executions', { ...start(id), key })
    expect([status, body.code]).toEqual([403, 'auth.permission-missing'])
    expect(sandbox.requests).toEqual([])
  })

  it('A7: where only admins may enable skills, only they run scripts by hand', async () => {
    const sandbox = handSandbox(async () => ({}))
    const server = await createTestServer({ sandbox })
    const id = await withSkill(server)
    const { settings } = server.store.tenant(server.tenantId)
    const { settings: now, version } = await settings.get()
    await settings.put({ ...now, skillEnablementPolicy: 'admin-only' }, version)
    const { key } = await server.addMember('member')
    const { status, body } = await server.call('/api/v1/executions', { ...start(id), key })
    expect([status, body.code]).toEqual([403, 'policy.admin-only'])
    expect(sandbox.requests).toEqual([])
    expect((await server.call('/api/v1/executions', start(id))).status).toBe(202)
  })

  it('C4: what cannot run is refused before anything starts', async () => {
    const sandbox = handSandbox(async () => ({}))
    const server = await createTestServer({ sandbox })
    const id = await withSkill(server)
    const code = async (more: object) => {
      const { status, body } = await server.call('/api/v1/executions', start(id, more))
      return [status, body.code]
    }
    expect(await code({ script: '../x' })).toEqual([404, 'script.not-found'])
    expect(await code({ script: 'SKILL.md' })).toEqual([415, 'script.unknown-runtime'])
    expect(await code({ args: '"' })).toEqual([400, 'script.bad-args'])
    expect(await code({ script: 'tool.js' })).toEqual([503, 'sandbox.runtime-missing'])
    await server.call(`/api/v1/skills/${id}`, { method: 'PUT', body: { enabled: false } })
    expect(await code({})).toEqual([403, 'skill.disabled'])
    expect(sandbox.requests).toEqual([])
  })

  it('C5: without isolation nothing runs, and the record says what to install', async () => {
    const sandbox = handSandbox(async () => {
      throw new SandboxRejection('sandbox.unavailable', 'Install bubblewrap.')
    })
    const server = await createTestServer({ sandbox })
    const { body } = await server.call<ExecutionBody>(
      '/api/v1/executions',
      start(await withSkill(server)),
    )
    expect(await ended(server, body.id)).toMatchObject({
      status: 'refused',
      stderr: expect.stringContaining('Install bubblewrap.'),
    })
  })

  it('C5: reports the sandbox and its runtimes', async () => {
    const server = await createTestServer({ sandbox: handSandbox(async () => ({})) })
    const { body } = await server.call<SandboxHealthBody>('/api/v1/sandbox')
    expect(body).toMatchObject({
      backend: 'by hand',
      available: true,
      running: 1,
      queued: 2,
      warm: 3,
    })
    const off = await createTestServer()
    const { body: none } = await off.call<SandboxHealthBody>('/api/v1/sandbox')
    expect(none).toMatchObject({ backend: 'off', available: false })
    expect(none.reason).toContain('SANDBOX_BACKEND')
  })
})

describe('secrets of skills over REST', () => {
  const value = 'sk-live-3kF9/q+Z'

  it('C9: are stored, reach the environment of that skill alone, and are never returned', async () => {
    const sandbox = handSandbox(async ({ env }) => ({ stdout: `${env.CRM_TOKEN}\n` }))
    const server = await createTestServer({ sandbox })
    const id = await withSkill(server)
    const path = `/api/v1/skills/${id}/secrets`
    const put = await server.call(`${path}/CRM_TOKEN`, { method: 'PUT', body: { value } })
    expect(put.status).toBe(200)
    const responses = [JSON.stringify(put.body)]
    const list = await server.call<{ items: { name: string }[] }>(path)
    expect(list.body.items).toMatchObject([{ name: 'CRM_TOKEN' }])
    const { body } = await server.call<ExecutionBody>('/api/v1/executions', start(id))
    const end = await ended(server, body.id)
    expect(end.stdout).toBe('***\n')
    const folder = { SKILL_DIR: '/skill', CLAUDE_SKILL_DIR: '/skill' }
    expect(sandbox.requests[0]?.env).toEqual({ ...folder, CRM_TOKEN: value })
    for (const at of [path, '/api/v1/audit', '/api/v1/executions', `/api/v1/skills/${id}`]) {
      responses.push(await (await server.request(at)).text())
    }
    expect(responses.join()).toContain('skill-secret-set')
    expect([...responses, JSON.stringify(end), server.logged()].join()).not.toContain(value)
    const kept = await server.store.tenant(server.tenantId).skillSecrets.encrypted(id as never)
    expect(JSON.stringify(kept)).not.toContain(value)
    const removed = await server.call(`${path}/CRM_TOKEN`, { method: 'DELETE' })
    expect(removed.status).toBe(204)
    const again = await server.call(`${path}/CRM_TOKEN`, { method: 'DELETE' })
    expect([again.status, again.body.code]).toEqual([404, 'secret.not-found'])
  })

  it('C9: are in no name of an output file or skipped file', async () => {
    const file = (path: string) => ({ path, bytes: Buffer.from('x'), executable: false })
    const sandbox = handSandbox(async ({ env }) => ({
      outputs: [
        file(`out/${env.CRM_TOKEN}`),
        file(Buffer.from(`${env.CRM_TOKEN}`).toString('hex')),
      ],
      skipped: [{ path: `link-${env.CRM_TOKEN}`, why: 'is a link' }],
    }))
    const server = await createTestServer({ sandbox })
    const id = await withSkill(server)
    const secretValue = 'sk-live-3kF9-q-Z'
    const secret = { method: 'PUT', body: { value: secretValue } }
    await server.call(`/api/v1/skills/${id}/secrets/CRM_TOKEN`, secret)
    const { body } = await server.call<ExecutionBody>('/api/v1/executions', start(id))
    const end = await ended(server, body.id)
    expect(end.outputs).toEqual([])
    expect(end.skipped.map(({ path }) => path).sort()).toEqual(['***', 'link-***', 'out/***'])
    expect(JSON.stringify(end)).not.toMatch(/sk-live|736b2d6c/)
  })

  it('C9: are only for those who may write the skill', async () => {
    const server = await createTestServer()
    const id = await withSkill(server)
    const { key } = await server.addMember('member')
    const path = `/api/v1/skills/${id}/secrets`
    for (const answer of [
      await server.call(path, { key }),
      await server.call(`${path}/A`, { key, method: 'PUT', body: { value } }),
      await server.call(`${path}/A`, { key, method: 'DELETE' }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'skill.org-scope-forbidden'])
    }
    const outsider = await server.addTenant()
    expect((await server.call(path, { key: outsider.key })).status).toBe(404)
  })

  it.each(['PATH', 'LD_PRELOAD', 'PYTHONPATH', 'NODE_OPTIONS', 'BASH_ENV', 'a', 'A-B', '1A'])(
    'C9: cannot be named %s, which would change how a script starts',
    async (name) => {
      const server = await createTestServer()
      const path = `/api/v1/skills/${await withSkill(server)}/secrets/${name}`
      const { status, body } = await server.call(path, { method: 'PUT', body: { value } })
      expect([status, body.code]).toEqual([400, 'secret.bad-name'])
    },
  )

  it('C9: only names that interpreters use are reserved', async () => {
    const server = await createTestServer()
    const path = `/api/v1/skills/${await withSkill(server)}/secrets`
    for (const name of ['LDAP_PASSWORD', 'NODEJS_TOKEN', 'A', '_X9', 'PATHS']) {
      const { status } = await server.call(`${path}/${name}`, { method: 'PUT', body: { value } })
      expect([name, status]).toEqual([name, 200])
    }
  })

  it('C9: cannot be too short to be redacted from output', async () => {
    const server = await createTestServer()
    const path = `/api/v1/skills/${await withSkill(server)}/secrets/A`
    const { body } = await server.call(path, { method: 'PUT', body: { value: '12345' } })
    expect(body.code).toBe('secret.bad-value')
  })
})
