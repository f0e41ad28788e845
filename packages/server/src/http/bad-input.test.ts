import type { SkillPage } from '@repertoire/protocol'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestServer, skillMd, type TestServer } from '../testing/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await createTestServer()
})

const post = (body: unknown, headers: Record<string, string> = {}) =>
  server.call('/api/v1/skills', { method: 'POST', body, headers })

describe('bad input is answered with a problem that says where, and changes nothing', () => {
  it.each([
    ['a number for the content', { content: 7 }, 'body.content'],
    ['no content', {}, 'body.content'],
    ['a list for the body', [], 'body'],
    ['null for the body', 'null', 'body'],
    ['an unknown scope', { content: 'x', scope: 'world' }, 'body.scope'],
    ['a wrong tag among right ones', { content: 'x', tags: ['a', 5] }, 'body.tags.1'],
  ])('wrong types: %s', async (_, body, path) => {
    const answer = await post(body)
    expect([answer.status, answer.body.code]).toEqual([400, 'request.invalid'])
    const issues = answer.body.details?.issues as { path: string; message: string }[]
    expect(issues.map((issue) => issue.path)).toContain(path)
    expect(issues[0]?.message).not.toBe('')
  })

  it.each(['admin', '__proto__', 'constructor'])('unknown fields: %s', async (field) => {
    const answer = await post(`{"content":"x","${field}":{"polluted":true}}`)
    expect([answer.status, answer.body.code]).toEqual([400, 'request.invalid'])
    expect(JSON.stringify(answer.body.details)).toContain(field)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('unknown query parameters and one given twice', async () => {
    for (const query of ['colour=red', 'limit=1&limit=2', 'limit=0', 'limit=201', 'limit=many']) {
      const answer = await server.call(`/api/v1/skills?${query}`)
      expect([query, answer.status, answer.body.code]).toEqual([query, 400, 'request.invalid'])
    }
  })

  it('a 5 MB body is refused, with and without a content-length', async () => {
    const body = JSON.stringify({ content: 'x'.repeat(5_000_000) })
    const whole = await post(body, { 'content-length': String(body.length) })
    expect([whole.status, whole.body.code]).toEqual([413, 'request.too-large'])
    const streamed = await server.http.request('/api/v1/skills', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.ownerKey}`,
        'content-type': 'application/json',
      },
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(streamed.status).toBe(413)
  })

  it('a body that is not UTF-8', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"content":"'),
      Buffer.from([0xc3, 0x28, 0x22, 0x7d]),
    ])
    const answer = await post(new Uint8Array(bytes))
    expect([answer.status, answer.body.code]).toEqual([400, 'request.invalid-utf8'])
  })

  it('invalid JSON is refused without being quoted', async () => {
    const answer = await post('{"content": hunter2 }')
    expect([answer.status, answer.body.code]).toEqual([400, 'request.invalid-json'])
    expect(JSON.stringify(answer.body)).not.toContain('hunter2')
  })

  it('text that a database cannot store: NUL and lone surrogates', async () => {
    for (const content of ['a\\u0000b', 'a\\ud800b']) {
      const answer = await post(`{"content":"${content}"}`)
      expect([answer.status, answer.body.code]).toEqual([400, 'request.invalid'])
    }
    const query = await server.call('/api/v1/skills?q=a%00b')
    expect([query.status, query.body.code]).toEqual([400, 'request.invalid'])
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''])(
    'a content type that is not JSON: %s',
    async (type) => {
      const answer = await post(JSON.stringify({ content: 'x' }), { 'content-type': type })
      expect([answer.status, answer.body.code]).toEqual([415, 'request.unsupported-type'])
    },
  )

  it.each(['a/b', '../etc', 'a..b', 'A', 'a b', '.', 'ü', 'a'.repeat(101)])(
    'an invalid slug: %s',
    async (slug) => {
      const answer = await post({ content: skillMd('fine'), slug })
      expect(answer.status).toBe(400)
      expect(['skill.slug-invalid', 'request.invalid']).toContain(answer.body.code)
    },
  )

  it.each(['a%2Fb', '..%2F..', '%2e%2e', 'a%00b', 'UPPER'])(
    'an invalid slug in a path: %s',
    async (slug) => {
      const { body } = await server.call<{ id: string }>('/api/v1/conversations', { body: {} })
      const path = `/api/v1/conversations/${body.id}/skills/${slug}`
      const answer = await server.call(path, { method: 'PUT' })
      expect([400, 404]).toContain(answer.status)
      expect(answer.body.code).toMatch(/^(skill\.slug-invalid|request\.(invalid|unknown-path))$/)
    },
  )

  it.each(['%00', 'a%2Fb', '..', '%27%20or%201=1', 'x'.repeat(200), '%F0%9F%92%A9', '$ne'])(
    'a malformed id is answered like an unknown one: %s',
    async (id) => {
      for (const resource of ['skills', 'conversations', 'approvals']) {
        const answer = await server.call(`/api/v1/${resource}/${id}`)
        expect([resource, answer.status]).toEqual([resource, 404])
      }
    },
  )

  it.each(['garbage', 'bnVsbA', 'r-1', 'rNaN', 'eyJhIjoxfQ'])(
    'a forged cursor: %s',
    async (cursor) => {
      for (const path of ['skills', 'skills?q=a', 'conversations', 'audit', 'approvals']) {
        const glue = path.includes('?') ? '&' : '?'
        const answer = await server.call(`/api/v1/${path}${glue}cursor=${cursor}`)
        expect([path, answer.status, answer.body.code]).toEqual([path, 400, 'request.bad-cursor'])
      }
    },
  )

  it.each(['"a"', 'W/"1"', '1,2', '-1', '""'])('an invalid If-Match: %s', async (etag) => {
    const headers = { 'if-match': etag }
    const answer = await server.call('/api/v1/settings', { method: 'PUT', body: {}, headers })
    expect([answer.status, answer.body.code]).toEqual([400, 'request.bad-etag'])
  })

  it('an unknown path is 404, a wrong method 405 with the allowed methods', async () => {
    const unknown = await server.call('/api/v1/nothing')
    expect([unknown.status, unknown.body.code]).toEqual([404, 'request.unknown-path'])
    const wrong = await server.call('/api/v1/skills', { method: 'PATCH' })
    expect([wrong.status, wrong.body.code]).toEqual([405, 'request.method-not-allowed'])
    expect(wrong.headers.get('allow')).toBe('HEAD, GET, POST')
  })

  it('any JSON is answered with a problem or a skill, never a crash', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (body) => {
        const answer = await post(body)
        expect([201, 400, 409]).toContain(answer.status)
        if (answer.status !== 201) expect(answer.body.code).toMatch(/^[a-z]+(\.[a-z-]+)+$/)
      }),
      { numRuns: 200 },
    )
  })

  it('nothing of all that was stored', async () => {
    const { body } = await server.call<SkillPage>('/api/v1/skills')
    expect(body.items).toEqual([])
  })
})

describe('a full disk', () => {
  it('answers 503 store.full, and stores nothing of the change', async () => {
    let full = false
    const broken = await createTestServer({
      store: (real) => ({
        ...real,
        tenant: (id) => {
          const tenant = real.tenant(id)
          const save: typeof tenant.skills.save = (arrivals, mode) => {
            const error = Object.assign(new Error('database or disk is full'), {
              code: 'SQLITE_FULL',
            })
            return full ? Promise.reject(error) : tenant.skills.save(arrivals, mode)
          }
          return { ...tenant, skills: { ...tenant.skills, save } }
        },
      }),
    })
    full = true
    const body = { content: skillMd('late') }
    const refused = await broken.call('/api/v1/skills', { body })
    expect([refused.status, refused.body.code]).toEqual([503, 'store.full'])
    full = false
    expect((await broken.call<SkillPage>('/api/v1/skills')).body.items).toEqual([])
    expect((await broken.call('/api/v1/skills', { body })).status).toBe(201)
  })

  it('an unexpected error is logged completely, and the caller gets no details', async () => {
    const broken = await createTestServer({
      store: (real) => ({
        ...real,
        tenant: (id) => {
          const tenant = real.tenant(id)
          const tags = () => Promise.reject(new Error('secret detail of the inside'))
          return { ...tenant, skills: { ...tenant.skills, tags } }
        },
      }),
    })
    const answer = await broken.call('/api/v1/skills/tags')
    expect([answer.status, answer.body.code]).toEqual([500, 'server.internal'])
    expect(JSON.stringify(answer.body)).not.toContain('secret detail')
    expect(broken.logged()).toContain('secret detail')
    expect(broken.logged()).toContain(answer.body.trace_id)
  })
})
