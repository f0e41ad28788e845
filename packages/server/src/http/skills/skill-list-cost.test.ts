import type { SkillListCostBody } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { base64, createTestServer } from '../../testing/test-server.ts'

const path = '/api/v1/settings/skill-list'

function item(index: number) {
  const name = `skill-${String(index).padStart(3, '0')}`
  const text = `---\nname: ${name}\ndescription: ${`What ${index} is for. `.repeat(8)}\n---\nDo it.`
  return { path: name, files: [{ path: 'SKILL.md', content_base64: base64(text) }] }
}

describe('what a list of skills would cost', () => {
  it('D4: says how many descriptions fit, and the room that all take, which then is enough', async () => {
    const server = await createTestServer()
    const items = Array.from({ length: 200 }, (_, index) => item(index))
    for (let at = 0; at < items.length; at += 50) {
      const some = items.slice(at, at + 50)
      await server.call('/api/v1/imports', { body: { scope: 'org', items: some } })
    }
    const { body } = await server.call<SkillListCostBody>(path)
    expect(body).toMatchObject({ skills: 200, has_more: false })
    expect(body.described).toBeGreaterThan(50)
    expect(body.described).toBeLessThan(200)
    expect(body.full_chars).toBeGreaterThan(20_000)
    const settings = (room: number) =>
      server.call('/api/v1/settings', { method: 'PUT', body: { skill_list_max_chars: room } })
    await settings(body.full_chars + 40)
    expect((await server.call<SkillListCostBody>(path)).body).toEqual({ ...body, described: 200 })
  })

  it('A7: counts nothing for a person whose agents may use no skills', async () => {
    const server = await createTestServer()
    await server.call('/api/v1/imports', { body: { scope: 'org', items: [item(1)] } })
    const policy = { skill_enablement_policy: 'admin-only' }
    await server.call('/api/v1/settings', { method: 'PUT', body: policy })
    const { key } = await server.addMember('member')
    const { body } = await server.call<SkillListCostBody>(path, { key })
    expect(body).toEqual({ skills: 0, described: 0, full_chars: 0, has_more: false })
  })
})
