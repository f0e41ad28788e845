import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type {
  MemberBody,
  RevocationList,
  RevocationResult,
  SkillBody,
  SkillTrustBody,
} from '@repertoire/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  cleanSkill,
  createSourceServer,
  repository,
  type SourceServer,
} from '../../testing/source-fixtures.ts'

const path = '/api/v1/revocations'
const ourLicence = join(import.meta.dirname, '../../../../../LICENSE')

let server: SourceServer
beforeEach(async () => {
  server = await createSourceServer()
})

/** A skill that came of a source and is enabled. */
async function approved(): Promise<SkillBody> {
  await server.synced('one', { a: cleanSkill('a') })
  const { skill_id: id } = await server.approve('a')
  return (await server.call<SkillBody>(`/api/v1/skills/${id}`)).body
}

const revoke = (digest: string, key = server.ownerKey) =>
  server.call<RevocationResult>(path, { key, body: { digest, reason: 'It calls home.' } })

describe('what is known of a skill', () => {
  it('its scan, licence, origin, asks, and who let which content in', async () => {
    const skill = await approved()
    const { body } = await server.call<SkillTrustBody>(`/api/v1/skills/${skill.id}/trust`)
    expect(body).toMatchObject({
      ...{ digest: skill.digest, revocation: null },
      report: {
        ...{ verdict: 'clean', licence: { expression: 'MIT', decision: 'allowed' } },
        signature: { status: 'unsigned' },
      },
      origin: { source_type: 'github', source_ref: 'one', provenance: 'catalog' },
      arrivals: [{ state: 'approved', digest: skill.digest, source_name: 'one' }],
    })
    const { body: members } = await server.call<{ items: MemberBody[] }>('/api/v1/members')
    const owner = members.items.find(({ role }) => role === 'owner')
    expect(owner?.name).toMatch(/./)
    expect(body.arrivals[0]).toMatchObject({
      ...{ decided_by: owner?.id, decided_by_name: owner?.name },
      decided_at: expect.stringMatching(/^\d{4}-/),
    })
  })

  it('a newcomer whose slug another skill has keeps the licence that was read where it came from', async () => {
    const { 'SKILL.md': text } = cleanSkill('a')
    await server.call('/api/v1/skills', { body: { content: text.replace('Do it.', 'Ours.') } })
    const bare = text.replace('license: MIT\n', '')
    const licence = { path: 'LICENSE', text: readFileSync(ourLicence, 'utf8') }
    server.reader.offer(repository('one'), {
      ...{ version: 'one', skills: { a: { 'SKILL.md': bare } }, licences: [licence] },
    })
    await server.sync((await server.addSource('one')).id)
    const { digest } = (await server.held()).a ?? {}
    const { skill_id: id } = await server.approve('a')
    const { body } = await server.call<SkillTrustBody>(`/api/v1/skills/${id}/trust`)
    expect(body.digest).not.toBe(digest)
    expect(body.report.licence).toMatchObject({ expression: 'Apache-2.0', decision: 'allowed' })
  })

  it('a skill that somebody wrote here is judged too', async () => {
    const content = cleanSkill('own')['SKILL.md']
    const made = await server.call<SkillBody>('/api/v1/skills', { body: { content } })
    const { body } = await server.call<SkillTrustBody>(`/api/v1/skills/${made.body.id}/trust`)
    expect(body).toMatchObject({ arrivals: [], report: { verdict: 'clean' } })
  })

  it('A8: of a skill of another organisation nothing is said', async () => {
    const { id } = await approved()
    const { key } = await server.addTenant()
    expect((await server.call(`/api/v1/skills/${id}/trust`, { key })).status).toBe(404)
  })
})

describe('revoked contents', () => {
  it('are switched off, and neither enabled nor approved again', async () => {
    const skill = await approved()
    expect((await revoke(skill.digest)).body).toEqual({
      disabled: [{ skill_id: skill.id, slug: 'a' }],
    })
    const one = `/api/v1/skills/${skill.id}`
    expect((await server.call<SkillBody>(one)).body.enabled).toBe(false)
    const on = await server.call(one, { method: 'PUT', body: { enabled: true } })
    expect([on.status >= 400, on.body.code]).toEqual([true, 'skill.revoked'])
    await server.call(one, { method: 'DELETE' })
    const again = await server.synced('two', { a: cleanSkill('a') })
    expect(again.last_sync_status).toBe('ok')
    const held = (await server.held()).a
    const body = { digest: held?.digest, enable: true }
    const refused = await server.call(`/api/v1/reviews/${held?.id}/approve`, { body })
    expect(refused.body.code).toBe('skill.revoked')
  })

  it('are listed with their reason, once, and can be allowed again, which enables nothing', async () => {
    const skill = await approved()
    await revoke(skill.digest)
    expect((await revoke(skill.digest)).body.disabled).toEqual([])
    const { items } = (await server.call<RevocationList>(path)).body
    expect(items).toMatchObject([
      { digest: skill.digest, reason: 'It calls home.', severity: 'critical' },
    ])
    const one = `${path}/${skill.digest}`
    expect((await server.call(one, { method: 'DELETE' })).status).toBe(204)
    const twice = await server.call(one, { method: 'DELETE' })
    expect([twice.status, twice.body.code]).toEqual([404, 'revocation.not-found'])
    const after = await server.call<SkillBody>(`/api/v1/skills/${skill.id}`)
    expect(after.body.enabled).toBe(false)
  })

  it('are so in one organisation, by its admins alone', async () => {
    const skill = await approved()
    const member = await server.addMember('member')
    const reading = await server.addMember('admin', ['skills.read'])
    for (const { key } of [member, reading]) {
      expect((await revoke(skill.digest, key)).status).toBe(403)
      const options = { method: 'DELETE', key }
      expect((await server.call(`${path}/${skill.digest}`, options)).status).toBe(403)
    }
    const other = await server.addTenant()
    expect((await revoke(skill.digest, other.key)).body.disabled).toEqual([])
    expect((await server.call<RevocationList>(path)).body.items).toEqual([])
    const after = await server.call<SkillBody>(`/api/v1/skills/${skill.id}`)
    expect(after.body.enabled).toBe(true)
  })
})
