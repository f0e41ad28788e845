import type { ImportResponse, ImportResult, SkillBody } from '@repertoire/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import { base64, createTestServer, skillMd, type TestServer } from '../../testing/test-server.ts'

const first = skillMd('refunds', 'Ask for the order.\n')
const second = skillMd('refunds', 'Ask for the order and the date.\n')

describe('D11: an import of what a skill had before', () => {
  let server: TestServer
  let ada: string

  beforeEach(async () => {
    server = await createTestServer()
    ada = (await server.addMember('admin')).key
  })

  async function bringIn(text: string, fields: object = {}, key?: string) {
    const items = [{ path: 'refunds', files: [{ path: 'SKILL.md', content_base64: base64(text) }] }]
    const body = { items, ...fields }
    const answer = await server.call<ImportResponse>('/api/v1/imports', {
      body,
      ...(key && { key }),
    })
    return answer.body.results[0] as ImportResult
  }

  it('says whose revision it replaces, and why that was made', async () => {
    await bringIn(first)
    await bringIn(second, { reason: 'The date, too.' }, ada)
    const { status, diagnostics } = await bringIn(first)
    expect(status).toBe('updated')
    const warned = diagnostics.find(({ code }) => code === 'skill.replaces-edit')
    expect(warned?.message).toMatch(
      /^This replaces revision 2 of "refunds", which .+ saved: "The date, too\."\.$/,
    )
    expect((await bringIn(second)).diagnostics.map(({ code }) => code)).not.toContain(
      'skill.replaces-edit',
    )
  })

  it('is refused on request while somebody else’s revision is the newest, and takes nothing back', async () => {
    const { skill } = await bringIn(first)
    await bringIn(second, {}, ada)
    const refused = await bringIn(first, { refuse_older: true })
    expect(refused).toMatchObject({ status: 'refused', problem: { code: 'skill.older-revision' } })
    expect(refused.problem?.message).toContain('This is revision 1 of "refunds"')
    const stored = await server.call<SkillBody>(`/api/v1/skills/${skill?.id}`)
    expect(stored.body).toMatchObject({ revision: 2, content: second })
    const again = await bringIn(second, { refuse_older: true })
    expect(again.status).toBe('unchanged')
    const new3 = skillMd('refunds', 'Ask for the order, the date and the sum.\n')
    expect((await bringIn(new3, { refuse_older: true })).status).toBe('updated')
    // One's own last revision may be taken back, as a revert in a repository does.
    expect((await bringIn(second, { refuse_older: true })).status).toBe('updated')
  })

  it('is refused when it was made from another revision than somebody else’s newest', async () => {
    const base_digest = (await bringIn(first)).skill?.digest
    const edited = skillMd('refunds', 'Ask for the order and the sum.\n')
    const send = (text: string, base?: string) => {
      const files = [{ path: 'SKILL.md', content_base64: base64(text) }]
      const items = [{ path: 'refunds', files, ...(base && { base_digest: base }) }]
      return server.call<ImportResponse>('/api/v1/imports', { body: { items } })
    }
    const hers = await bringIn(second, { reason: 'The date, too.' }, ada)
    const stale = (await send(edited, base_digest)).body.results[0]
    expect(stale).toMatchObject({ status: 'refused', problem: { code: 'skill.stale' } })
    expect(stale?.problem?.message).toMatch(/revision 2, which .+ saved: "The date, too\."/)
    expect((await send(second, base_digest)).body.results[0]?.status).toBe('unchanged')
    expect((await send(edited, hers.skill?.digest)).body.results[0]?.status).toBe('updated')
    expect((await send(first, base_digest)).body.results[0]?.status).toBe('updated')
    expect((await send(first, 'no digest')).status).toBe(400)
  })
})
