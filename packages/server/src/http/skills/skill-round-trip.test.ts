import type { SkillBody, SkillDraft, SkillSummary } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { createTestServer } from '../../testing/test-server.ts'

const path = '/api/v1/skills'
const content = '---\nname: Slow Postgres\ndescription: Look at locks.\ntags: [db]\n---\nLook.\n'

async function createSkill(more: object = {}) {
  const server = await createTestServer()
  const made = await server.call<SkillBody>(path, { body: { content, ...more } })
  return { server, made: made.body, status: made.status }
}

describe('a skill over REST', () => {
  it('A9: is manual unless a source is stated, and the stated source is kept, not fetched', async () => {
    const { made, server } = await createSkill()
    expect(made).toMatchObject({
      ...{ source_type: 'manual', source_url: null, source_ref: null, source_id: null },
      ...{ provenance: 'authored', source: 'user', organization_id: server.tenantId },
    })
    const installed = await createSkill({
      ...{ source_type: 'marketplace', source_url: 'https://skills.sh/acme/postgres' },
      ...{ source_id: 'acme/postgres', source_ref: 'v2' },
    })
    expect(installed.made).toMatchObject({
      ...{ source_type: 'marketplace', source_url: 'https://skills.sh/acme/postgres' },
      ...{ source_id: 'acme/postgres', source_ref: 'v2', provenance: 'catalog' },
    })
    expect((await createSkill({ source_type: 'dynamic' })).status).toBe(400)
    expect((await createSkill({ source_url: 'file:///etc/passwd' })).status).toBe(400)
  })

  it('D9: text from elsewhere is never authored, so it taints as any import does', async () => {
    for (const source_type of ['github', 'url', 'marketplace']) {
      const { made } = await createSkill({ source_type })
      expect(made.provenance).not.toBe('authored')
    }
  })

  it('A12: version and author may stand beside the content, as name and tags do', async () => {
    const { made, server } = await createSkill({ version: '1.10', author: 'agentcy/community' })
    expect(made).toMatchObject({ version: '1.10', author: 'agentcy/community', tags: ['db'] })
    const put = { method: 'PUT', body: { version: '2.0.0' } }
    const changed = (await server.call<SkillBody>(`${path}/${made.id}`, put)).body
    expect(changed).toMatchObject({ version: '2.0.0', author: 'agentcy/community', revision: 2 })
    expect(changed.content).toContain('version: "2.0.0"')
  })

  it('A13: what parse drafts can be created as it is, field by field', async () => {
    const { server } = await createSkill()
    const parsed = await server.call<SkillDraft>(`${path}/parse`, {
      body: { content: '---\nname: Triage\nversion: 1.2.0\nauthor: acme\n---\nSteps.\n' },
    })
    const { name, slug, description, version, author, tags, body: text } = parsed.body
    const draft = { name, slug, description, version, author, tags, content: text }
    const made = await server.call<SkillBody>(path, { body: draft })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ slug: 'triage', version: '1.2.0', author: 'acme' })
  })

  it('A12: PUT of a text without frontmatter writes the body, and keeps what the skill says of itself', async () => {
    const { server, made } = await createSkill()
    const put = { method: 'PUT', body: { content: '# Locks first\n' } }
    const { body } = await server.call<SkillBody>(`${path}/${made.id}`, put)
    expect(body).toMatchObject({
      name: 'Slow Postgres',
      description: 'Look at locks.',
      tags: ['db'],
    })
    expect(body.content).toBe(
      '---\nname: Slow Postgres\ndescription: Look at locks.\ntags: [db]\n---\n# Locks first\n',
    )
    const whole = '---\nname: Slow Postgres\n---\n# Locks\n'
    const again = await server.call<SkillBody>(`${path}/${made.id}`, {
      ...{ method: 'PUT', body: { content: whole } },
    })
    expect(again.body).toMatchObject({ description: '', tags: [], content: whole })
  })

  it('A12: PUT accepts what GET gave, and changes nothing', async () => {
    const { server, made } = await createSkill()
    const got = (await server.call<SkillBody>(`${path}/${made.id}`)).body
    const put = await server.call<SkillBody>(`${path}/${made.id}`, { method: 'PUT', body: got })
    expect(put.status).toBe(200)
    expect(put.body).toEqual(got)
    const edited = { ...got, description: 'Look at locks first.' }
    const changed = await server.call<SkillBody>(`${path}/${made.id}`, {
      ...{ method: 'PUT', body: edited },
    })
    expect(changed.body).toMatchObject({ revision: 2, description: 'Look at locks first.' })
    expect(changed.body.content).toContain('name: Slow Postgres')
  })

  it('D9: new text for an archived skill leaves it disabled when the request says so', async () => {
    const { server, made } = await createSkill()
    await server.call(`${path}/${made.id}/archive`, { body: {} })
    const body = { content: content.replace('Look.', 'Look twice.'), enabled: false }
    const put = await server.call<SkillBody>(`${path}/${made.id}`, { method: 'PUT', body })
    expect(put.body).toMatchObject({ revision: 2, enabled: false, archived_at: null })
  })

  it.each([
    ['id', 'skl_other'],
    ['scope', 'user'],
    ['organization_id', 'ten_other'],
    ['provenance', 'catalog'],
    ['content_length', 1],
  ])('A12: a changed read-only field is refused by name: %s', async (field, value) => {
    const { server, made } = await createSkill()
    const { status, body } = await server.call<{ code: string; message: string }>(
      `${path}/${made.id}`,
      { method: 'PUT', body: { ...made, [field]: value } },
    )
    expect([status, body.code]).toEqual([400, 'skill.read-only-field'])
    expect(body.message).toContain(field)
    const { body: now } = await server.call<SkillSummary>(`${path}/${made.id}`)
    expect(now.revision).toBe(1)
  })
})
