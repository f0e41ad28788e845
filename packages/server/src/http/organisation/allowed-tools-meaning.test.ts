import type { SettingsBody, SkillBody, SkillLimitsBody } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const path = '/api/v1/settings'
const content = '---\nname: careful\ndescription: Reads.\nallowed-tools: Read\n---\nRead.\n'

async function limitsOf(server: TestServer, id: string): Promise<SkillLimitsBody> {
  return (await server.call<SkillLimitsBody>(`/api/v1/skills/${id}/limits`)).body
}

async function serverWithSkill(): Promise<{ server: TestServer; id: string }> {
  const server = await createTestServer()
  const { body } = await server.call<SkillBody>('/api/v1/skills', { body: { content } })
  return { server, id: body.id }
}

describe('the meaning of allowed-tools', () => {
  it('is to restrict, until an admin says otherwise for the organisation or for one skill', async () => {
    const { server, id } = await serverWithSkill()
    const before = await limitsOf(server, id)
    expect(before).toMatchObject({ meaning: 'restrict', preapproves: false })
    expect(before.refused.length).toBeGreaterThan(0)
    const put = (body: object) => server.call<SettingsBody>(path, { method: 'PUT', body })
    await put({ allowed_tools_meaning: 'preapprove' })
    expect(await limitsOf(server, id)).toMatchObject({
      ...{ meaning: 'preapprove', preapproves: true, refused: [] },
    })
    const { body } = await put({ allowed_tools_meaning_of_skills: { [id]: 'restrict' } })
    expect(body.allowed_tools_meaning_of_skills).toEqual({ [id]: 'restrict' })
    expect(await limitsOf(server, id)).toEqual(before)
  })

  it('is refused to members, and takes neither another word nor another name', async () => {
    const { server, id } = await serverWithSkill()
    const { key } = await server.addMember('member')
    const change = { method: 'PUT', body: { allowed_tools_meaning: 'preapprove' }, key }
    expect((await server.call(path, change)).status).toBe(403)
    for (const body of [
      { allowed_tools_meaning: 'grant' },
      { allowed_tools_meaning_of_skills: { [id]: 'everything' } },
      { allowed_tools_meaning_of_skills: { '*': 'preapprove' } },
      { allowed_tools_meaning_of_skills: { __proto__x: 'preapprove' } },
    ])
      expect((await server.call(path, { method: 'PUT', body })).status).toBe(400)
    expect(await limitsOf(server, id)).toMatchObject({ meaning: 'restrict' })
  })
})
