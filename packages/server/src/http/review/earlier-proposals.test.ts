import type { ConversationId, RunId, UserId } from '@repertoire/core/base'
import { type Role, rolePermissions } from '@repertoire/core/domain'
import { createProposal, type SkillDraftInput } from '@repertoire/core/ingest'
import type {
  AuditPage,
  ProposalAccepted,
  ProposalBody,
  ProposalPage,
  ProposalSummary,
  SkillBody,
} from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const path = '/api/v1/proposals'
const draft: SkillDraftInput = {
  name: 'deploy',
  description: 'Deploys.',
  instructions: 'Do it so.',
  reason: 'It worked.',
}

let calls = 0

/** What somebody's agent proposes. */
async function propose(
  server: TestServer,
  person: { readonly id: UserId; readonly role: Role },
  change: Partial<SkillDraftInput> = {},
): Promise<string> {
  const { clock, ids, sha256, store } = server.app
  const { tenantId } = server
  const outcome = await createProposal(
    {
      store: store.tenant(tenantId),
      clock,
      ids,
      sha256,
      judge: server.app.judgeOf(tenantId),
      principal: {
        tenantId,
        userId: person.id,
        role: person.role,
        permissions: rolePermissions(person.role),
      },
      conversationId: `cnv_${person.id}` as ConversationId,
      runId: 'run_1' as RunId,
      traceId: 'f'.repeat(32),
      callId: `call_${++calls}`,
      settings: { agentSkillPolicy: 'propose' },
      untrustedInput: false,
    },
    { ...draft, ...change },
  )
  if (outcome.status !== 'proposed') throw new Error(outcome.status)
  return outcome.held.id
}

const owner = { id: 'usr_owner' as UserId, role: 'owner' } as const

async function orgSkill(server: TestServer, files: Record<string, string> = {}) {
  const skillMd = '---\nname: deploy\ndescription: By hand.\nlicense: MIT\n---\nBy hand.\n'
  const all = { 'SKILL.md': skillMd, ...files }
  const items = [
    {
      path: 'deploy',
      files: Object.entries(all).map(([name, text]) => ({
        path: name,
        content_base64: Buffer.from(text).toString('base64'),
      })),
    },
  ]
  await server.call('/api/v1/imports', { body: { items } })
  const skill = await server.store.tenant(server.tenantId).skills.findBySlug(owner.id, 'deploy')
  if (!skill) throw new Error('not imported')
  return skill
}

describe('proposals in their earlier shape', () => {
  it('D5: shows the proposed text beside what it would replace', async () => {
    const server = await createTestServer()
    const skill = await orgSkill(server, { 'notes/a.md': 'old', 'b.bin': '\u0000' })
    const id = await propose(server, owner, {
      resources: [
        { path: 'notes/a.md', content: 'new' },
        { path: 'c.md', content: 'more' },
      ],
    })
    const { body } = await server.call<ProposalBody>(`${path}/${id}`)
    expect(body).toMatchObject({
      status: 'pending',
      slug: 'deploy',
      skill_id: skill.id,
      skill_scope: 'org',
      body: 'Do it so.\n',
      up_to_date: true,
      current: { slug: 'deploy', digest: skill.head.digest, etag: '"1"' },
      files: [
        { path: 'c.md', content: 'more', current: null, replaces: false },
        { path: 'notes/a.md', content: 'new', current: 'old', replaces: true },
      ],
    })
    expect(body.content).toContain('license: MIT')
    expect(body.current?.content).toContain('By hand.')
  })

  it('accepting changes the skill, keeps its other files, and is in the audit log', async () => {
    const server = await createTestServer()
    const skill = await orgSkill(server, { 'kept.md': 'kept' })
    const id = await propose(server, owner)
    const accepted = await server.call<ProposalAccepted>(`${path}/${id}/accept`, {
      body: { note: 'fine' },
    })
    expect(accepted.status).toBe(200)
    expect(accepted.body).toMatchObject({
      proposal: { id, status: 'accepted', decided_by: 'usr_owner', note: 'fine' },
      skill: { id: skill.id, revision: 2, provenance: 'imported', file_count: 2 },
    })
    const { body } = await server.call<AuditPage>('/api/v1/audit?action=proposal-accepted')
    expect(body.items[0]).toMatchObject({ target: id, details: { skill_id: skill.id } })
  })

  it('accepting a new skill creates it for the person, or for the organisation where they may', async () => {
    const server = await createTestServer()
    const member = await server.addMember('member')
    const hers = await propose(server, { id: member.id, role: 'member' })
    const wide = await server.call(`${path}/${hers}/accept`, {
      key: member.key,
      body: { scope: 'org' },
    })
    expect([wide.status, wide.body.code]).toEqual([403, 'skill.org-scope-forbidden'])
    const own = await server.call<ProposalAccepted>(`${path}/${hers}/accept`, {
      key: member.key,
      body: {},
    })
    expect(own.body.skill).toMatchObject({ scope: 'user', user_id: member.id, source: 'agent' })
    const his = await propose(server, owner)
    const org = await server.call<ProposalAccepted>(`${path}/${his}/accept`, {
      body: { scope: 'org' },
    })
    expect(org.body.skill).toMatchObject({ scope: 'org', provenance: 'authored', source: 'agent' })
  })

  it('a skill that has changed since answers proposal.stale, also when retried', async () => {
    const server = await createTestServer()
    const skill = await orgSkill(server)
    const id = await propose(server, owner)
    const change = { method: 'PUT', body: { description: 'Another.' } }
    const { body: changed } = await server.call<SkillBody>(`/api/v1/skills/${skill.id}`, change)
    expect((await server.call<ProposalBody>(`${path}/${id}`)).body.up_to_date).toBe(false)
    for (const verb of ['accept', 'accept', 'reject']) {
      const late = await server.call(`${path}/${id}/${verb}`, { body: {} })
      expect([late.status, late.body.code]).toEqual([412, 'proposal.stale'])
    }
    const now = await server.call<SkillBody>(`/api/v1/skills/${skill.id}`)
    expect(now.body.digest).toBe(changed.digest)
    expect((await server.call<ProposalBody>(`${path}/${id}`)).body.status).toBe('stale')
  })

  it('the first decision wins; a later one learns which it was', async () => {
    const server = await createTestServer()
    const id = await propose(server, owner)
    const no = await server.call<ProposalSummary>(`${path}/${id}/reject`, { body: { note: 'no' } })
    expect(no.body).toMatchObject({ status: 'rejected', note: 'no', decided_by: 'usr_owner' })
    const late = await server.call(`${path}/${id}/accept`, { body: {} })
    expect([late.status, late.body.code]).toEqual([409, 'proposal.decided'])
    expect(late.body.details).toEqual({ status: 'rejected' })
  })

  it('other people’s look like absent ones; an admin sees changes of org skills only', async () => {
    const server = await createTestServer()
    const ann = await server.addMember('member')
    const bob = await server.addMember('member')
    const outsider = await server.addTenant()
    const fresh = await propose(server, { id: ann.id, role: 'member' })
    await orgSkill(server)
    const change = await propose(server, { id: ann.id, role: 'member' })
    const answers = async (key: string, id: string) => {
      const seen: unknown[] = []
      for (const [method, rest, body] of [
        ['GET', '', undefined],
        ['POST', '/accept', {}],
        ['POST', '/reject', {}],
      ] as const) {
        const { code, status, message } = (
          await server.call(`${path}/${id}${rest}`, { method, key, body })
        ).body
        seen.push({ code, status, message })
      }
      return seen
    }
    const absent = await answers(bob.key, 'prp_doesnotexist')
    expect(absent[0]).toMatchObject({ code: 'proposal.not-found', status: 404 })
    for (const id of [fresh, change]) {
      expect(await answers(bob.key, id)).toEqual(absent)
      expect(await answers(outsider.key, id)).toEqual(absent)
    }
    expect(await answers(server.ownerKey, fresh)).toEqual(absent)
    const listed = async (key: string) =>
      (await server.call<ProposalPage>(path, { key })).body.items.map(({ id }) => id)
    expect(await listed(bob.key)).toEqual([])
    expect(await listed(outsider.key)).toEqual([])
    expect(await listed(server.ownerKey)).toEqual([change])
    expect(new Set(await listed(ann.key))).toEqual(new Set([change, fresh]))
  })

  it('lists by status and conversation, page by page', async () => {
    const server = await createTestServer()
    const ids: string[] = []
    for (const name of ['one', 'two', 'three']) {
      ids.unshift(await propose(server, owner, { name }))
      server.clock.advance(1)
    }
    await server.call(`${path}/${ids[1]}/reject`, { body: {} })
    const idsOf = async (query: string) =>
      (await server.call<ProposalPage>(`${path}?${query}`)).body.items.map(({ id }) => id)
    expect(await idsOf('status=pending')).toEqual([ids[0], ids[2]])
    expect(await idsOf('conversation_id=cnv_other')).toEqual([])
    const first = await server.call<ProposalPage>(`${path}?limit=2`)
    expect(first.body.items.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    expect(await idsOf(`limit=2&cursor=${first.body.next_cursor}`)).toEqual(ids.slice(2))
  })

  it.each([{ scope: 'everybody' }, { note: 'x'.repeat(2001) }, { approved: true }])(
    'an invalid decision is refused: %j',
    async (body) => {
      const server = await createTestServer()
      const id = await propose(server, owner)
      const answer = await server.call(`${path}/${id}/accept`, { body })
      expect([answer.status, answer.body.code]).toEqual([400, 'request.invalid'])
      expect((await server.call<ProposalBody>(`${path}/${id}`)).body.status).toBe('pending')
    },
  )
})
