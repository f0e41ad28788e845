import type {
  ImportResponse,
  ImportResult,
  ImportReviewResponse,
  SkillBody,
  SkillPage,
} from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { base64, createTestServer, skillMd, type TestServer } from '../../testing/test-server.ts'

const acme = { source_url: 'https://github.com/acme/skills' }
const beta = { source_url: 'https://github.com/beta/skills' }

interface Options {
  readonly source?: object
  readonly overwrite?: boolean
  readonly scope?: string
}

async function bringIn(server: TestServer, text: string, options: Options = {}) {
  const files = [{ path: 'SKILL.md', content_base64: base64(text) }]
  const body = { items: [{ path: 'postgres', files }], ...options }
  const answer = await server.call<ImportResponse>('/api/v1/imports', { body })
  expect(answer.status).toBe(200)
  return answer.body.results[0] as ImportResult
}

async function review(server: TestServer, text: string, options: Options = {}) {
  const items = [{ path: 'postgres', skill_md_base64: base64(text) }]
  const body = { items, ...options }
  const answer = await server.call<ImportReviewResponse>('/api/v1/imports/review', { body })
  return answer.body.results[0]
}

async function slugs(server: TestServer, query = ''): Promise<string[]> {
  const { body } = await server.call<SkillPage>(`/api/v1/skills${query}`)
  return body.items.map(({ slug }) => slug).sort()
}

const one = skillMd('postgres', 'The one of acme.\n', 'Find slow queries in postgres.')
const other = skillMd('postgres', 'The one of beta.\n', 'Find slow queries in postgres.')

describe('skills of one name from two origins', () => {
  it('D9: are both kept, and the answer says so', async () => {
    const server = await createTestServer()
    const first = await bringIn(server, one, { source: acme })
    expect(first).toMatchObject({ status: 'created', skill: { slug: 'postgres' } })
    const second = await bringIn(server, other, { source: beta })
    expect(second).toMatchObject({
      status: 'created',
      skill: { slug: 'beta-postgres', source_type: 'github', ...beta, provenance: 'imported' },
    })
    expect(second.diagnostics[0]).toMatchObject({
      code: 'skill.kept-apart',
      severity: 'warning',
      message: expect.stringContaining('from github.com/acme'),
    })
    const kept = await server.call<SkillBody>(`/api/v1/skills/${first.skill?.id}`)
    expect(kept.body).toMatchObject({ revision: 1, content: one })
    expect(await slugs(server, '?q=slow+queries+postgres')).toEqual(['beta-postgres', 'postgres'])
  })

  it('D9: are updated by their own origin only, also when the first one is gone', async () => {
    const server = await createTestServer()
    const first = await bringIn(server, one, { source: acme })
    await bringIn(server, other, { source: beta })
    expect((await bringIn(server, other, { source: beta })).status).toBe('unchanged')
    const newer = await bringIn(server, `${other}More.\n`, { source: beta })
    expect(newer).toMatchObject({
      status: 'updated',
      skill: { slug: 'beta-postgres', revision: 2 },
    })
    const again = await bringIn(server, `${one}More.\n`, { source: acme })
    expect(again).toMatchObject({ status: 'updated', skill: { slug: 'postgres', revision: 2 } })
    await server.call(`/api/v1/skills/${first.skill?.id}`, { method: 'DELETE' })
    const later = await bringIn(server, `${other}Even more.\n`, { source: beta })
    expect(later).toMatchObject({
      status: 'updated',
      skill: { slug: 'beta-postgres', revision: 3 },
    })
    expect(await slugs(server)).toEqual(['beta-postgres'])
  })

  it('D9: the same owner elsewhere is another origin, and gets its host in front too', async () => {
    const server = await createTestServer()
    await bringIn(server, one, { source: acme })
    await bringIn(server, other, { source: beta })
    const gitlab = { source_url: 'https://gitlab.com/beta/skills' }
    const third = await bringIn(server, other, { source: gitlab })
    expect(third.skill?.slug).toBe('gitlab-com-beta-postgres')
    expect(await slugs(server)).toHaveLength(3)
  })

  it('D9: a folder without a source does not replace what came from elsewhere', async () => {
    const server = await createTestServer()
    await bringIn(server, one, { source: acme })
    const local = await bringIn(server, other)
    expect(local).toMatchObject({ status: 'created', skill: { slug: 'local-postgres' } })
    expect((await bringIn(server, `${other}More.\n`)).skill?.slug).toBe('local-postgres')
  })

  it('D9: what is written here keeps its slug when one comes from elsewhere', async () => {
    const server = await createTestServer()
    await server.call('/api/v1/skills', { body: { content: one } })
    expect((await bringIn(server, other, { source: beta })).skill?.slug).toBe('beta-postgres')
    const edited = await bringIn(server, `${one}Edited in a folder.\n`)
    expect(edited).toMatchObject({ status: 'updated', skill: { slug: 'postgres', revision: 2 } })
  })

  it('D9: are replaced only by choice, which the answer tells', async () => {
    const server = await createTestServer()
    await bringIn(server, one, { source: acme })
    const replaced = await bringIn(server, other, { source: beta, overwrite: true })
    expect(replaced).toMatchObject({ status: 'updated', skill: { slug: 'postgres', ...beta } })
    expect(replaced.diagnostics.map(({ code }) => code)).toContain('skill.replaces-other')
  })

  it('D9: without a free slug are refused, and nothing changes', async () => {
    const server = await createTestServer()
    const long = 'x'.repeat(64)
    await bringIn(server, skillMd(long), { source: acme })
    const refused = await bringIn(server, skillMd(long, 'Other.\n'), { source: beta })
    expect([refused.status, refused.problem?.code]).toEqual(['refused', 'skill.other-origin'])
    expect(await slugs(server)).toEqual([long])
  })

  it('D9: the review says it before anything is stored', async () => {
    const server = await createTestServer()
    const first = await bringIn(server, one, { source: acme })
    const found = await review(server, other, { source: beta })
    expect(found).toMatchObject({
      skill: { slug: 'beta-postgres' },
      kept_beside: { id: first.skill?.id, slug: 'postgres' },
      diagnostics: [{ code: 'skill.kept-apart' }],
    })
    expect(found?.replaces).toBeUndefined()
    const same = await review(server, one, { source: acme })
    expect(same).toMatchObject({ skill: { slug: 'postgres' }, replaces: { id: first.skill?.id } })
    const chosen = await review(server, other, { source: beta, overwrite: true })
    expect(chosen?.replaces?.id).toBe(first.skill?.id)
    expect(await slugs(server)).toEqual(['postgres'])
  })

  it('D9: hold for an uploaded file too', async () => {
    const server = await createTestServer()
    await bringIn(server, one, { source: acme })
    const query = `filename=SKILL.md&source_url=${encodeURIComponent(beta.source_url)}`
    const headers = { 'content-type': 'text/markdown' }
    const upload = (more = '') =>
      server.call<ImportResult>(`/api/v1/skills/import?${query}${more}`, {
        ...{ method: 'POST', body: other, headers },
      })
    expect((await upload()).body.skill?.slug).toBe('beta-postgres')
    expect((await upload('&overwrite=true')).body.skill?.slug).toBe('postgres')
  })

  it('A8: a personal skill of another member is no reason for another slug', async () => {
    const server = await createTestServer()
    const member = await server.addMember('member')
    const body = { content: one, scope: 'user' }
    await server.call('/api/v1/skills', { key: member.key, body })
    const mine = await bringIn(server, other, { source: beta, scope: 'user' })
    expect(mine.skill?.slug).toBe('postgres')
  })

  it('D9: what a file says of itself does not make it another origin’s', async () => {
    const server = await createTestServer()
    const first = await bringIn(server, one, { source: acme })
    const claims = `source_url: ${acme.source_url}\nauthor: acme\nprovenance: integration\n`
    const text = other.replace('description:', `${claims}description:`)
    expect((await bringIn(server, text, { source: beta })).skill?.slug).toBe('beta-postgres')
    const { body } = await server.call<SkillBody>(`/api/v1/skills/${first.skill?.id}`)
    expect(body.revision).toBe(1)
  })

  it('D9: a name before the @ of an address is not its host', async () => {
    const server = await createTestServer()
    await bringIn(server, one, { source: acme })
    const source = { source_url: 'https://github.com@evil.example/acme/skills' }
    expect((await bringIn(server, other, { source })).skill?.slug).toBe('evil-example-postgres')
  })
})
