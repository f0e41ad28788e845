import type { ConversationId, RevisionDigest, SkillId, UserId } from '@repertoire/core/base'
import { emptySession, noUsage } from '@repertoire/core/domain'
import type {
  AdvisoriesBody,
  AdvisoryExceptionBody,
  AdvisoryListBody,
  AuditPage,
  SkillBody,
} from '@repertoire/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type AdvisorySite,
  newSigner,
  signList,
  startAdvisorySite,
} from '../../testing/advisory-site.ts'
import { cleanSkill, createSourceServer, type SourceServer } from '../../testing/source-fixtures.ts'

const path = '/api/v1/advisories'
const minute = 60_000

const signer = newSigner()
const hostOf = ({ url }: AdvisorySite) => new URL(url).host

let site: AdvisorySite
let server: SourceServer
beforeEach(async () => {
  site = await startAdvisorySite(signer)
  server = await createSourceServer({ outboundAllow: [hostOf(site)] })
})
afterEach(() => site.close())

const advisory = (digest: string, change: object = {}) => ({
  ...{ id: 'ADV-1', severity: 'critical', reason: 'It sends keys away.' },
  ...{ url: 'https://example.com/ADV-1', digests: [digest], ...change },
})
const listOf = (serial: number, ...advisories: object[]) => ({ version: 1, serial, advisories })

async function subscribe(pem = site.pem): Promise<AdvisoryListBody> {
  const body = { url: site.url, signer: { name: 'Security team', pem } }
  const { body: list } = await server.call<AdvisoryListBody>(`${path}/list`, {
    method: 'PUT',
    body,
  })
  return list
}
const check = async () =>
  (await server.call<AdvisoriesBody>(`${path}/check`, { method: 'POST' })).body
const skillOf = async (id: string) => (await server.call<SkillBody>(`/api/v1/skills/${id}`)).body
const enable = (id: string) =>
  server.call(`/api/v1/skills/${id}`, { method: 'PUT', body: { enabled: true } })
const except = (digest: string, key = server.ownerKey) =>
  server.call<AdvisoryExceptionBody>(`${path}/exceptions`, {
    ...{ key, body: { digest, reason: 'We read it.' } },
  })

/** A conversation in which a model received a skill, on a day of 2023. */
async function used(userId: UserId, skill: SkillBody): Promise<ConversationId> {
  const tenant = server.store.tenant(server.tenantId)
  const id = server.app.ids.next('cnv') as ConversationId
  await tenant.conversations.create({
    ...{ id, userId, title: '', agentId: null, session: emptySession, headSeq: 0 },
    ...{ createdAt: 1, updatedAt: 1 },
  })
  const content = { skillId: skill.id as SkillId, digest: skill.digest as RevisionDigest }
  const row = { ...noUsage, ...content, day: 19_675, agentId: null, model: null, modelCalls: 1 }
  await tenant.usage.put({ conversationId: id, foldedTo: 1, rows: [row] })
  return id
}

/** A skill that came of a source and is enabled. */
async function approved(name = 'a'): Promise<SkillBody> {
  await server.synced('one', { [name]: cleanSkill(name) })
  const { skill_id: id } = await server.approve(name)
  return skillOf(id)
}

describe('A10: a critical advisory', () => {
  it('switches the skill off at once, and names it with the advisory', async () => {
    const skill = await approved()
    site.publish(listOf(1, advisory(skill.digest)))
    expect(await subscribe()).toMatchObject({ status: 'ok', serial: 1, advisories: 1 })
    expect((await skillOf(skill.id)).enabled).toBe(false)
    const { body } = await server.call<AdvisoriesBody>(path)
    expect(body.items).toMatchObject([
      {
        ...{ list: 'organisation', id: 'ADV-1', severity: 'critical' },
        contents: [
          {
            ...{ digest: skill.digest, revoked: true, exception: null, conversations: [] },
            skills: [{ skill_id: skill.id, slug: 'a', enabled: false }],
          },
        ],
      },
    ])
    expect((await enable(skill.id)).body.code).toBe('skill.revoked')
  })

  it('names the conversations that used it: all in the audit log, to a person only their own', async () => {
    const skill = await approved()
    const other = await server.addMember('member')
    const members = await server.store.tenant(server.tenantId).members.list()
    const owner = members.find(({ role }) => role === 'owner')
    const own = await used(owner?.id ?? ('' as UserId), skill)
    const theirs = await used(other.id, skill)
    site.publish(listOf(1, advisory(skill.digest)))
    await subscribe()
    const { items } = (await server.call<AdvisoriesBody>(path)).body
    expect(items[0]?.contents[0]?.conversations).toEqual([{ id: own, last_used_on: '2023-11-14' }])
    const query = '/api/v1/audit?action=advisory-applied'
    const audit = await server.call<AuditPage>(query)
    const entry = audit.body.items.find(({ action }) => action === 'advisory-applied')
    expect(entry).toMatchObject({ actor: null, target: skill.digest })
    const named = entry?.details.conversations as { id: string }[]
    expect(named.map(({ id }) => id).toSorted()).toEqual([own, theirs].toSorted())
    expect(entry?.details).toMatchObject({ advisory: 'ADV-1', disabled: [skill.id] })
  })

  it('does not count any more when an owner says so with a reason; a later one counts again', async () => {
    const skill = await approved()
    site.publish(listOf(1, advisory(skill.digest)))
    await subscribe()
    const taken = await server.call(`/api/v1/revocations/${skill.digest}`, { method: 'DELETE' })
    expect([taken.status, taken.body.code]).toEqual([409, 'revocation.by-advisory'])
    const admin = await server.addMember('admin')
    expect((await except(skill.digest, admin.key)).body).toMatchObject({
      code: 'advisories.owner-needed',
    })
    expect((await except(skill.digest)).body).toMatchObject({
      ...{ digest: skill.digest, advisories: ['ADV-1'], reason: 'We read it.' },
    })
    expect((await skillOf(skill.id)).enabled).toBe(false)
    expect((await enable(skill.id)).status).toBe(200)
    await check()
    expect((await skillOf(skill.id)).enabled).toBe(true)
    const later = advisory(skill.digest, { id: 'ADV-2' })
    site.publish(listOf(2, advisory(skill.digest), later))
    await check()
    expect((await skillOf(skill.id)).enabled).toBe(false)
  })

  it('of a publisher takes the skills from there out of use, and nothing more is taken from there', async () => {
    const skill = await approved()
    const publisher = advisory(skill.digest, { digests: [], publishers: ['github.com/Acme'] })
    site.publish(listOf(1, publisher))
    await subscribe()
    expect((await skillOf(skill.id)).enabled).toBe(false)
    const source = await server.synced('two', { b: cleanSkill('b') })
    expect(source).toMatchObject({
      ...{ last_sync_status: 'failed', last_sync_error: { code: 'source.named-by-advisory' } },
    })
    const importing = await server.call('/api/v1/skills', {
      body: {
        content: cleanSkill('c')['SKILL.md'],
        ...{ source_type: 'github', source_url: 'https://github.com/acme/three' },
      },
    })
    expect(importing.body).toMatchObject({ code: 'source.named-by-advisory' })
  })

  it('is learnt before a sync, so that what it names does not come in by it', async () => {
    const skill = await approved()
    site.publish(listOf(1))
    await subscribe()
    site.publish(listOf(2, advisory(skill.digest)))
    server.clock.advance(2 * minute)
    await server.synced('two', { b: cleanSkill('b') })
    expect((await skillOf(skill.id)).enabled).toBe(false)
  })
})

it('A10: one that is not critical is shown, and takes nothing out of use', async () => {
  const skill = await approved()
  site.publish(listOf(1, advisory(skill.digest, { severity: 'high' })))
  await subscribe()
  expect((await skillOf(skill.id)).enabled).toBe(true)
  const { items } = (await server.call<AdvisoriesBody>(path)).body
  expect(items).toMatchObject([{ severity: 'high', contents: [{ revoked: false }] }])
})

describe('A10: an advisory list that is wrong changes nothing, and says why', () => {
  it.each([
    ['another signer', (list: object) => signList(list, newSigner())],
    ['no signature', () => null],
    ['a signature of another list', () => signList(listOf(1), signer)],
  ] as const)('%s', async (what, signature) => {
    const skill = await approved()
    const list = listOf(1, advisory(skill.digest))
    site.publishAs(list, signature(list))
    const failed = await subscribe()
    expect([what, failed.status, failed.problem?.code, failed.serial]).toEqual([
      ...[what, 'failed', 'advisories.unsigned', null],
    ])
    expect((await skillOf(skill.id)).enabled).toBe(true)
  })

  it('an older one, another one under the same serial, and an address that answers nothing', async () => {
    const skill = await approved()
    site.publish(listOf(5))
    await subscribe()
    for (const [serial, code] of [
      [4, 'advisories.rolled-back'],
      [5, 'advisories.serial-reused'],
    ] as const) {
      site.publish(listOf(serial, advisory(skill.digest)))
      expect((await check()).lists).toMatchObject([
        { status: 'failed', problem: { code }, serial: 5 },
      ])
    }
    site.publish(null)
    expect((await check()).lists).toMatchObject([{ problem: { code: 'advisories.unreachable' } }])
    expect((await skillOf(skill.id)).enabled).toBe(true)
    site.publish(listOf(6, advisory(skill.digest)))
    expect((await check()).lists).toMatchObject([{ status: 'ok', problem: null, serial: 6 }])
    expect((await skillOf(skill.id)).enabled).toBe(false)
  })

  it('an old list does not come in by subscribing to it anew', async () => {
    site.publish(listOf(5))
    await subscribe()
    site.publish(listOf(4))
    expect(await subscribe()).toMatchObject({ status: 'failed', serial: 5 })
  })

  it('one that expired, or is no list', async () => {
    site.publish({ ...listOf(1), expires_at: '2020-01-01T00:00:00Z' })
    expect(await subscribe()).toMatchObject({ problem: { code: 'advisories.expired' } })
    site.publish({ version: 1, serial: 1, advisories: [{ id: 'x' }] })
    expect((await check()).lists).toMatchObject([{ problem: { code: 'advisories.invalid' } }])
  })

  it('an address inside the network', async () => {
    const guarded = await createSourceServer()
    const body = { url: site.url, signer: { name: 'x', pem: site.pem } }
    const set = await guarded.call<AdvisoryListBody>(`${path}/list`, { method: 'PUT', body })
    expect(set.body.problem?.code).toMatch(/^outbound\./)
  })
})

it('A8: a list is one organisation’s, changed by its admins; the operator’s is everybody’s', async () => {
  const operator = await startAdvisorySite()
  const byOperator = { name: 'Operator', pem: operator.pem, identity: null }
  server = await createSourceServer({
    outboundAllow: [hostOf(site), hostOf(operator)],
    operatorList: { url: operator.url, signer: byOperator },
  })
  const skill = await approved()
  operator.publish(listOf(1, advisory(skill.digest)))
  await check()
  expect((await skillOf(skill.id)).enabled).toBe(false)
  const remove = { method: 'DELETE' }
  expect((await server.call(`${path}/list`, remove)).body.code).toBe('advisories.not-found')
  site.publish(listOf(1))
  await subscribe()
  const other = await server.addTenant()
  const seen = await server.call<AdvisoriesBody>(path, { key: other.key })
  expect(seen.body).toEqual({ lists: [], items: [] })
  const { key } = await server.addMember('member')
  expect((await server.call(`${path}/check`, { key, method: 'POST' })).status).toBe(403)
  expect((await server.call(`${path}/list`, { key, ...remove })).status).toBe(403)
  expect((await server.call(`${path}/list`, remove)).status).toBe(204)
  await operator.close()
})
