import type {
  AuditPage,
  PendingRevisionBody,
  ProblemBody,
  SkillTrustBody,
  SuppressionList,
} from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { blockedSkill, createSourceServer } from '../../testing/source-fixtures.ts'

const path = '/api/v1/suppressions'
const rule = 'run.reverse-shell'
const reason = 'It shows the attack.'

async function blocked() {
  const server = await createSourceServer()
  await server.synced('one', { 'skills/evil': blockedSkill('evil') })
  const [held] = Object.values(await server.held())
  if (!held) throw new Error('nothing waits')
  const suppress = (body: object, key = server.ownerKey) =>
    server.call<SuppressionList & ProblemBody>(path, { body, key })
  const arrival = async () =>
    (await server.call<PendingRevisionBody>(`/api/v1/reviews/${held.id}`)).body
  return { server, held, suppress, arrival }
}

describe('D10: suppressions over REST', () => {
  it('D10: one is made, listed with who and why, and taken back; the arrival and its skill show it', async () => {
    const { server, held, suppress, arrival } = await blocked()
    expect(await arrival()).toMatchObject({ verdict: 'blocked', approvable: false })
    const made = await suppress({ arrival_id: held.id, rule, reason })
    expect(made.status).toBe(201)
    const shown = { finding: { rule }, suppression: { reason } }
    expect(made.body.items).toMatchObject([{ rule, reason, arrival_id: held.id, skill_id: null }])
    expect(made.body.items[0]?.by_name).not.toBeNull()
    expect(await arrival()).toMatchObject({
      ...{ verdict: 'clean', approvable: true, refusal: null },
      trust: { findings: [], suppressed: [shown] },
    })
    const { skill_id: skillId } = await server.approve('skills/evil')
    const trust = await server.call<SkillTrustBody>(`/api/v1/skills/${skillId}/trust`)
    expect(trust.body.report).toMatchObject({
      verdict: 'clean',
      suppressed: [shown],
    })
    const listed = await server.call<SuppressionList>(`${path}?skill_id=${skillId}`)
    const [one] = listed.body.items
    expect(listed.body.items).toMatchObject([{ rule, reason, skill_id: skillId }])
    expect((await server.call(`${path}/${one?.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await server.call(`${path}/${one?.id}`, { method: 'DELETE' })).body.code).toBe(
      'suppression.not-found',
    )
    const after = await server.call<SkillTrustBody>(`/api/v1/skills/${skillId}/trust`)
    expect(after.body.report).toMatchObject({ verdict: 'blocked', suppressed: [] })
    for (const action of ['finding-suppressed', 'suppression-removed']) {
      const audit = await server.call<AuditPage>(`/api/v1/audit?action=${action}`)
      expect(audit.body.items).toMatchObject([{ details: { rule, reason, slug: 'evil' } }])
    }
  })

  it('D10: a reason and one target are needed, and the right', async () => {
    const { server, held, suppress } = await blocked()
    const target = { arrival_id: held.id }
    expect((await suppress({ ...target, rule, reason: ' ' })).status).toBe(400)
    expect((await suppress({ rule, reason })).body.code).toBe('request.invalid')
    expect((await suppress({ ...target, rule: 'other', reason })).body.code).toBe(
      'suppression.no-such-finding',
    )
    const admin = await server.addMember('admin')
    const member = await server.addMember('member')
    expect((await suppress({ ...target, rule, reason }, admin.key)).body.code).toBe(
      'suppression.owners-only',
    )
    expect((await suppress({ ...target, rule, reason }, member.key)).status).toBe(403)
  })
})
