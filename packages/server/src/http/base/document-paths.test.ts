import type { AgentBody, ImportedPackage, ProblemBody, SkillBody } from '@repertoire/protocol'
import { writeSkillZip } from '@repertoire/skill-md/zip'
import { describe, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { canonicalPath } from './document-paths.ts'

/** `curl -X POST path -H "Authorization: Bearer …" -d body`: curl sends it with a form's content type. */
async function curl<Body>(server: TestServer, path: string, body: string, key = server.ownerKey) {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/x-www-form-urlencoded',
  }
  const response = await server.http.request(path, { method: 'POST', headers, body })
  return { status: response.status, body: (await response.json()) as Body }
}

/** A skill in Markdown, as a client of the document sends it: JSON with escaped line breaks. */
const review = JSON.stringify({
  name: 'code-review',
  description: 'Look over code before it is merged',
  content: '---\nname: code-review\ndescription: Look over code\n---\n\n## Steps\n1. Read it.',
})

const file = (path: string, text: string) => ({
  path,
  bytes: new Uint8Array(Buffer.from(text)),
  executable: false,
})

describe('document C’s own paths', () => {
  it.each(['/v1/skills/', '/v1/skills'])('C2: POST %s creates a skill', async (path) => {
    const server = await createTestServer()
    const { status, body } = await curl<SkillBody>(server, path, review)
    expect([status, body.slug, body.enabled]).toEqual([201, 'code-review', true])
    expect(body.description).toBe('Look over code before it is merged')
    expect(body.body.trim()).toBe('## Steps\n1. Read it.')
  })

  it('C2: POST /v1/skills/upload takes a zip with a name and a description', async () => {
    const server = await createTestServer()
    const zip = writeSkillZip('', [
      file('SKILL.md', '# How to analyse\n'),
      file('analyze.py', 'print(1)\n'),
      file('helpers.py', ''),
      file('requirements.txt', 'pandas\n'),
    ])
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(zip)]), 'skill-package.zip')
    form.append('name', 'data-analyzer')
    form.append('description', 'Analyse data sets')
    const headers = { authorization: `Bearer ${server.ownerKey}` }
    const options = { method: 'POST', headers, body: form }
    const response = await server.http.request('/v1/skills/upload', options)
    const { status, skill, diagnostics } = (await response.json()) as ImportedPackage
    expect([response.status, status]).toEqual([201, 'created'])
    // The name is the form's, so it need not be the archive's as well.
    expect(diagnostics.map(({ code }) => code)).not.toContain('name.folder-mismatch')
    expect(skill).toMatchObject({
      slug: 'data-analyzer',
      name: 'data-analyzer',
      description: 'Analyse data sets',
      file_count: 4,
    })
  })

  it('C2: POST /v1/agents/ sets up an agent with skills', async () => {
    const server = await createTestServer()
    const { body: skill } = await curl<SkillBody>(server, '/v1/skills/', review)
    const agent = {
      name: 'Data Agent',
      instruction: 'You work with data.',
      model_id: 'demo',
      skill_ids: [skill.id],
    }
    for (const path of ['/v1/agents/', '/v1/agents']) {
      const { status, body } = await curl<AgentBody>(server, path, JSON.stringify(agent))
      expect(status).toBe(201)
      expect(body).toMatchObject({ ...agent, toolsets: ['packages', 'workspace', 'person'] })
      const read = await server.call<AgentBody>(`/v1/agents/${body.id}/`)
      expect(read.body).toEqual(body)
    }
  })

  it('C2: follow the same rules as the paths they map to', async () => {
    const server = await createTestServer()
    expect((await curl(server, '/v1/skills/', review, 'rep_wrong')).status).toBe(401)
    const { key } = await server.addMember('member')
    const agent = JSON.stringify({ name: 'Mine' })
    expect((await curl(server, '/v1/agents/', agent, key)).status).toBe(403)
    const unknown = await server.call<ProblemBody>('/v1/nothing/')
    expect([unknown.status, unknown.body.code]).toEqual([404, 'request.unknown-path'])
  })

  it('C2: a form of another site’s page is not accepted as JSON, with or without a login', async () => {
    const server = await createTestServer()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = new TextEncoder().encode(review)
    const own = await server.request('/api/v1/skills', { body, headers })
    expect(own.status).toBe(415)
    const cookie = { ...headers, cookie: 'repertoire_session=x' }
    const anonymous = await server.request('/v1/skills/', { body, headers: cookie, key: null })
    expect(anonymous.status).toBe(401)
  })

  it('leaves every other path unchanged', () => {
    for (const path of ['/', '/v1', '/v1x/skills', '/api/v1/skills/', '/chat/v1/', '/skills']) {
      expect(canonicalPath('GET', path)).toBe(path)
    }
    expect(canonicalPath('GET', '/v1/skills/upload')).toBe('/api/v1/skills/upload')
    expect(canonicalPath('POST', '/api/v1/skills/upload')).toBe('/api/v1/skills/import')
  })
})
