import type { ImportReview, ImportReviewResponse, SkillBody, SkillPage } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { createTestServer, skillMd, type TestServer } from '../../testing/test-server.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

async function review(
  server: TestServer,
  texts: readonly string[],
  options: { key?: string; scope?: string } = {},
): Promise<ImportReview[]> {
  const { key = server.ownerKey, scope = 'org' } = options
  const items = texts.map((text, at) => ({ path: `found/${at}`, skill_md_base64: base64(text) }))
  const { status, body } = await server.call<ImportReviewResponse>('/api/v1/imports/review', {
    key,
    body: { scope, items },
  })
  expect(status).toBe(200)
  return body.results
}

describe('a review of an import over REST', () => {
  it('D11: shows what each skill asks for, before anything is stored', async () => {
    const server = await createTestServer()
    const text =
      '---\nname: Weekly report\ndescription: The week.\nallowed-tools: enable_skill, Teleport\ncontext: fork\nhooks: {Stop: [x]}\n---\nBody\n'
    const [result] = await review(server, [text])
    expect(result).toMatchObject({
      path: 'found/0',
      skill: {
        slug: 'weekly-report',
        name: 'Weekly report',
        context_fork: true,
        has_hooks: true,
        allowed_tools: {
          restricts: true,
          listed: [
            { written: 'enable_skill', tool: 'enable_skill' },
            { written: 'Teleport', tool: null },
          ],
        },
      },
    })
    expect(result?.replaces).toBeUndefined()
    const { body } = await server.call<SkillPage>('/api/v1/skills')
    expect(body.items).toEqual([])
  })

  it('D11: names the skill of the same scope that would get a new revision, and nobody else’s', async () => {
    const server = await createTestServer()
    const member = await server.addMember('member')
    const content = skillMd('alpha')
    const { body: org } = await server.call<SkillBody>('/api/v1/skills', { body: { content } })
    const mine = await server.call<SkillBody>('/api/v1/skills', {
      key: member.key,
      body: { content, scope: 'user' },
    })
    expect((await review(server, [content]))[0]?.replaces).toMatchObject({
      id: org.id,
      provenance: 'authored',
      revision: 1,
    })
    const own = await review(server, [content], { key: member.key, scope: 'user' })
    expect(own[0]?.replaces?.id).toBe(mine.body.id)
    const owners = await review(server, [content], { scope: 'user' })
    expect(owners[0]?.replaces).toBeUndefined()
  })

  it('D11: says why one would be refused, and still reviews the others', async () => {
    const server = await createTestServer()
    const results = await review(server, ['\0', skillMd('beta')])
    expect(results[0]?.problem?.code).toBe('skill.unreadable')
    expect(results[0]?.skill).toBeUndefined()
    expect(results[1]?.skill?.slug).toBe('beta')
  })

  it('A8: refuses callers who may not write in that scope', async () => {
    const server = await createTestServer()
    const member = await server.addMember('member')
    const items = [{ path: 'a', skill_md_base64: base64(skillMd('a')) }]
    const { status, body } = await server.call('/api/v1/imports/review', {
      key: member.key,
      body: { scope: 'org', items },
    })
    expect([status, body.code]).toEqual([403, 'skill.org-scope-forbidden'])
  })
})
