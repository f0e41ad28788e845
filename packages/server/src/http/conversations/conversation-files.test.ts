import { workspaceLimits } from '@repertoire/core/keep'
import {
  type ConversationBody,
  type ConversationFile,
  type ConversationFiles,
  fileRoutes,
  type ProblemBody,
} from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { sessionCookie } from '../../identity/auth/session-cookie.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))
const octets = { 'content-type': 'application/octet-stream' }

async function conversation(server: TestServer, key = server.ownerKey): Promise<string> {
  const { body } = await server.call<ConversationBody>('/api/v1/conversations', { body: {}, key })
  return body.id
}

const at = (id: string, path: string) =>
  `/api/v1/conversations/${id}/files/content?${new URLSearchParams({ path })}`

function put<Body = ConversationFile>(server: TestServer, url: string, text: string, key?: string) {
  const call = { method: 'PUT', body: bytesOf(text), headers: octets }
  return server.call<Body>(url, key === undefined ? call : { ...call, key })
}

describe('files of a conversation over REST', () => {
  it('a file is uploaded, listed, downloaded byte for byte, and deleted', async () => {
    const server = await createTestServer()
    const id = await conversation(server)
    const url = at(id, 'data/a b ü.bin')
    const text = '\u0000\u00ff<script>\r\n'
    const written = await put(server, url, text)
    expect([written.status, written.body.size]).toEqual([200, bytesOf(text).length])
    const files = `/api/v1/conversations/${id}/files`
    const list = (await server.call<ConversationFiles>(files)).body
    expect(list).toEqual({
      items: [written.body],
      used_bytes: written.body.size,
      max_bytes: workspaceLimits.bytes,
      max_files: workspaceLimits.files,
    })
    const read = await server.request(url)
    expect(new Uint8Array(await read.arrayBuffer())).toEqual(bytesOf(text))
    expect((await server.call(url, { method: 'DELETE' })).status).toBe(204)
    expect((await server.call(url, { method: 'DELETE' })).body.code).toBe(
      'workspace.file-not-found',
    )
    expect((await server.call<ConversationFiles>(files)).body.items).toEqual([])
  })

  it('an uploaded HTML page is only ever a download', async () => {
    const server = await createTestServer()
    const url = at(await conversation(server), 'x".html')
    await put(server, url, '<script>alert(1)</script>')
    const { headers } = await server.request(url)
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''x%22.html")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain('sandbox')
  })

  it.each(['../x', '/etc/passwd', 'a\\b', 'a/../../b', 'C:x', 'nul', 'x'.repeat(401)])(
    'refuses the path %s',
    async (path) => {
      const server = await createTestServer()
      const id = await conversation(server)
      const answer = await put<ProblemBody>(server, at(id, path), 'x')
      expect([answer.status, answer.body.code]).toEqual([400, 'workspace.bad-path'])
      expect((await server.call(at(id, path))).status).toBe(404)
      const list = await server.call<ConversationFiles>(`/api/v1/conversations/${id}/files`)
      expect(list.body.items).toEqual([])
    },
  )

  it('neither conversation nor file exists for anybody else, administrators included', async () => {
    const server = await createTestServer()
    const member = await server.addMember('member')
    const id = await conversation(server, member.key)
    await put(server, at(id, 'mine'), 'secret', member.key)
    const outsider = await server.addTenant()
    for (const key of [server.ownerKey, outsider.key]) {
      const attempts = await Promise.all([
        server.call(`/api/v1/conversations/${id}/files`, { key }),
        server.call(at(id, 'mine'), { key }),
        put<ProblemBody>(server, at(id, 'mine'), 'other', key),
        server.call(at(id, 'mine'), { method: 'DELETE', key }),
      ])
      for (const { status, body } of attempts) {
        expect([status, body.code]).toEqual([404, 'conversation.not-found'])
      }
    }
    const kept = await server.request(at(id, 'mine'), { key: member.key })
    expect(await kept.text()).toBe('secret')
  })

  it('a key without conversations.use reads and writes no file', async () => {
    const server = await createTestServer()
    const { key } = await server.addMember('owner', ['skills.read', 'skills.write'])
    const id = await conversation(server)
    expect((await put<ProblemBody>(server, at(id, 'a'), 'x', key)).status).toBe(403)
    expect((await server.call(at(id, 'a'), { key })).status).toBe(403)
  })

  it('more than 10 MiB, or another content type, is refused before anything is stored', async () => {
    const server = await createTestServer()
    const id = await conversation(server)
    const url = at(id, 'a')
    const large = new Uint8Array(fileRoutes.write.bodyLimit + 1)
    const refused = await server.call(url, { method: 'PUT', body: large, headers: octets })
    expect([refused.status, refused.body.code]).toEqual([413, 'request.too-large'])
    const form = await server.call(url, {
      method: 'PUT',
      body: 'a=b',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([form.status, form.body.code]).toEqual([415, 'request.unsupported-type'])
    expect((await server.call(url)).status).toBe(404)
  })

  it('a full folder answers 413 and says how full it is', async () => {
    const server = await createTestServer()
    const id = await conversation(server)
    const block = new Uint8Array(fileRoutes.write.bodyLimit)
    const statuses: number[] = []
    for (let index = 0; index < 7; index += 1) {
      const url = at(id, `block-${index}`)
      const { status } = await server.call(url, { method: 'PUT', body: block, headers: octets })
      statuses.push(status)
    }
    expect(statuses).toEqual([...Array(6).fill(200), 413])
    const again = await put<ProblemBody>(server, at(id, 'block-0/inside'), 'x')
    expect([again.status, again.body.code]).toEqual([409, 'workspace.path-collision'])
  })

  it('another site cannot upload a file with the browser’s login', async () => {
    const server = await createTestServer()
    const id = await conversation(server)
    const login = await server.request('/api/v1/session', {
      key: null,
      body: { token: server.app.loginToken.issue({ as: 'owner', tenantId: server.tenantId }) },
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(cookie).toContain(sessionCookie)
    const call = { method: 'PUT', key: null, body: bytesOf('x') }
    const headers = { ...octets, cookie, 'sec-fetch-site': 'cross-site' }
    const forged = await server.call(at(id, 'a'), { ...call, headers })
    expect([forged.status, forged.body.code]).toEqual([403, 'request.cross-origin'])
  })
})
