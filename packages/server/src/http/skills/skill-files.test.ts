import type { ImportResponse, SkillBody } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { createTestServer, skillMd, type TestServer } from '../../testing/test-server.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

async function bringIn(server: TestServer, text: string): Promise<SkillBody> {
  const files = [
    { path: 'SKILL.md', content_base64: base64(skillMd('alpha')) },
    { path: 'references/a b.md', content_base64: base64(text) },
  ]
  const { body } = await server.call<ImportResponse>('/api/v1/imports', {
    body: { items: [{ path: 'alpha', files }] },
  })
  const id = body.results[0]?.skill?.id
  return (await server.call<SkillBody>(`/api/v1/skills/${id}`)).body
}

const fileUrl = ({ id }: SkillBody, query: Record<string, string>) =>
  `/api/v1/skills/${id}/files?${new URLSearchParams(query)}`

describe('one file of a skill over REST', () => {
  it('D1: every revision keeps its own files', async () => {
    const server = await createTestServer()
    const path = 'references/a b.md'
    const first = await bringIn(server, 'one')
    const second = await bringIn(server, 'two')
    const read = async (query: Record<string, string>) =>
      (await server.request(fileUrl(second, query))).text()
    expect(second.revision).toBe(2)
    expect(await read({ path })).toBe('two')
    expect(await read({ path, digest: second.digest })).toBe('two')
    expect(await read({ path, digest: first.digest })).toBe('one')
    const unknown = await server.call(fileUrl(second, { path, digest: 'sha256:00' }))
    expect([unknown.status, unknown.body.code]).toEqual([404, 'revision.not-found'])
  })

  it('D10: of an older revision that was revoked there is none', async () => {
    const server = await createTestServer()
    const path = 'references/a b.md'
    const first = await bringIn(server, 'one')
    const second = await bringIn(server, 'two')
    const old = fileUrl(second, { path, digest: first.digest })
    expect((await server.request(old)).status).toBe(200)
    const revocation = { digest: first.digest, reason: 'leaks' }
    await server.call('/api/v1/revocations', { body: revocation })
    const { status, body } = await server.call(old)
    expect([status, body.code]).toEqual([404, 'revision.not-found'])
    expect((await server.request(fileUrl(second, { path }))).status).toBe(200)
  })

  it('D10: of a current revision that was revoked its people read what it was', async () => {
    const server = await createTestServer()
    const path = 'references/a b.md'
    const skill = await bringIn(server, 'one')
    const revocation = { digest: skill.digest, reason: 'leaks' }
    await server.call('/api/v1/revocations', { body: revocation })
    const { body } = await server.call<SkillBody>(`/api/v1/skills/${skill.id}`)
    expect(body.enabled).toBe(false)
    for (const query of [{ path }, { path, digest: skill.digest }])
      expect((await server.request(fileUrl(skill, query))).status).toBe(200)
  })

  it('D10: by its number, too, a revoked older revision is not read, and the current one is', async () => {
    const server = await createTestServer()
    const first = await bringIn(server, 'one')
    const second = await bringIn(server, 'two')
    const revision = (number: number) => `/api/v1/skills/${second.id}/revisions/${number}`
    expect((await server.call(revision(1))).status).toBe(200)
    for (const { digest } of [first, second])
      await server.call('/api/v1/revocations', { body: { digest, reason: 'leaks' } })
    const { status, body } = await server.call(revision(1))
    expect([status, body.code]).toEqual([404, 'revision.not-found'])
    expect((await server.call(revision(2))).status).toBe(200)
  })

  it('D1: a digest of another skill does not give access to that skill’s files', async () => {
    const server = await createTestServer()
    const alpha = await bringIn(server, 'one')
    const { body: beta } = await server.call<SkillBody>('/api/v1/skills', {
      body: { content: skillMd('beta') },
    })
    const url = fileUrl(beta, { path: 'references/a b.md', digest: alpha.digest })
    expect((await server.call(url)).status).toBe(404)
  })

  it.each([
    '../SKILL.md',
    './SKILL.md',
    '/SKILL.md',
    'skill.md',
    'SKILL.md/',
    'references/../SKILL.md',
    'references//a b.md',
    'references\\a b.md',
    'references/a%20b.md',
    'references/a+b.md',
    'references',
    'constructor',
    '__proto__',
    'ＳＫＩＬＬ.md',
  ])('D1: a path outside the manifest is not found: %j', async (path) => {
    const server = await createTestServer()
    const skill = await bringIn(server, 'one')
    const { status, body } = await server.call(fileUrl(skill, { path }))
    expect([status, body.code]).toEqual([404, 'skill.file-not-found'])
  })

  it('D1: a NUL is not accepted in a path', async () => {
    const server = await createTestServer()
    const skill = await bringIn(server, 'one')
    const { status, body } = await server.call(fileUrl(skill, { path: 'SKILL.md\0' }))
    expect([status, body.code]).toEqual([400, 'request.invalid'])
  })

  it('is an opaque download, whatever it is called', async () => {
    const server = await createTestServer()
    const { headers } = await server.request(
      fileUrl(await bringIn(server, '<svg/>'), { path: 'SKILL.md' }),
    )
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-disposition')).toMatch(/^attachment; /)
  })
})
