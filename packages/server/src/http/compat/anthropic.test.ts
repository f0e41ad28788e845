import Anthropic, { toFile } from '@anthropic-ai/sdk'
import type { AuditPage, SkillPage } from '@repertoire/protocol'
import { unzipSync, zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { skillMd } from '../../testing/test-server.ts'
import {
  blockedFiles,
  createVendorServer,
  skillFiles,
  type VendorServer,
} from './testing/vendor-server.ts'

let running: VendorServer
let client: Anthropic

const clientWith = (apiKey: string, maxRetries = 0) =>
  new Anthropic({ apiKey, baseURL: `${running.origin}/compat/anthropic`, maxRetries })

beforeEach(async () => {
  running = await createVendorServer()
  client = clientWith(running.server.ownerKey)
})
afterEach(() => running.close())

const create = (name: string, files: Readonly<Record<string, string>> = {}) =>
  client.skills.create({ files: skillFiles(name, files) })

async function errorOf(request: Promise<unknown>) {
  const error = await request.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Anthropic.APIError)) throw error ?? new Error('it was not refused')
  return error
}

const refused = (status: number, type: string, code: string) => ({
  status,
  error: { type: 'error', error: { type, details: { error_code: code } } },
  requestID: expect.stringMatching(/^req_/),
})

describe('Anthropic’s SDK', () => {
  it('uploads a skill with its files, which the organisation then has enabled', async () => {
    const made = await create('triage', { 'scripts/run.sh': 'echo done\n' })
    expect(made).toMatchObject({
      ...{ type: 'skill', display_name: 'triage', source: { type: 'custom' } },
      latest_version_id: `${made.id}_v1`,
    })
    expect(await client.skills.retrieve(made.id)).toEqual(made)
    const { body } = await running.server.call<SkillPage>('/api/v1/skills')
    expect(body.items).toMatchObject([{ id: made.id, slug: 'triage', enabled: true }])
    const audit = await running.server.call<AuditPage>('/api/v1/audit?action=skill-imported')
    expect(audit.body.items).toMatchObject([{ target: made.id, details: { slug: 'triage' } }])
  })

  it('lists page by page, newest first', async () => {
    for (const name of ['one', 'two', 'three']) {
      await create(name)
      running.server.clock.advance(1000)
    }
    const page = await client.skills.list({ limit: 2 })
    expect(page.data.map(({ display_name }) => display_name)).toEqual(['three', 'two'])
    expect(page.hasNextPage()).toBe(true)
    const names: string[] = []
    for await (const { display_name } of client.skills.list({ limit: 2 })) names.push(display_name)
    expect(names).toEqual(['three', 'two', 'one'])
    expect((await client.skills.list({ source: 'anthropic' })).data).toEqual([])
  })

  it('adds versions, lists them, reads one, and downloads the files of each', async () => {
    const { id } = await create('triage', { 'notes.md': 'first\n' })
    const second = await client.skills.versions.create(id, {
      files: skillFiles('triage', { 'notes.md': 'second\n' }),
    })
    expect(second).toMatchObject({
      id: `${id}_v2`,
      type: 'skill_version',
      skill_id: id,
      name: 'triage',
    })
    const ids: string[] = []
    for await (const one of client.skills.versions.list(id, { limit: 1 })) ids.push(one.id)
    expect(ids).toEqual([`${id}_v2`, `${id}_v1`])
    expect(await client.skills.versions.retrieve(`${id}_v2`, { skill_id: id })).toEqual(second)
    expect((await client.skills.retrieve(id)).latest_version_id).toBe(`${id}_v2`)
    for (const [version, text] of [
      [`${id}_v1`, 'first\n'],
      ['latest', 'second\n'],
    ] as const) {
      const zip = await client.beta.skills.versions.download(version, { skill_id: id })
      const files = unzipSync(new Uint8Array(await zip.arrayBuffer()))
      expect(Buffer.from(files['triage/notes.md'] ?? []).toString()).toBe(text)
    }
    const audit = await running.server.call<AuditPage>('/api/v1/audit?action=skill-exported')
    expect(audit.body.items).toHaveLength(2)
    expect(audit.body.items[0]).toMatchObject({ target: id, details: { via: 'anthropic' } })
  })

  it('deletes a skill, which is then unknown', async () => {
    const { id } = await create('triage')
    expect(await client.skills.delete(id)).toEqual({ id, type: 'skill_deleted' })
    expect(await errorOf(client.skills.retrieve(id))).toMatchObject(
      refused(404, 'not_found_error', 'skill.not-found'),
    )
  })

  it('uploads a zip of a folder', async () => {
    const zip = zipSync({ 'triage/SKILL.md': Buffer.from(skillMd('triage')) })
    const made = await client.skills.create({ files: [await toFile(zip, 'triage.zip')] })
    expect(made.display_name).toBe('triage')
  })

  it('is served in the words of the first beta, with the key in x-api-key', async () => {
    const { id } = await create('triage')
    const get = async (path: string) => {
      const headers = {
        'x-api-key': running.server.ownerKey,
        'anthropic-beta': 'skills-2025-10-02',
      }
      return (await fetch(`${running.origin}/compat/anthropic${path}`, { headers })).json()
    }
    expect(await get(`/v1/skills/${id}`)).toMatchObject({
      ...{ display_title: 'triage', latest_version: '1', source: 'custom' },
    })
    expect(await get(`/v1/skills/${id}/versions/1`)).toMatchObject({
      ...{ version: '1', directory: 'triage' },
    })
  })
})

describe('what Anthropic’s SDK is refused', () => {
  it('a skill that the scanner blocks, which is not stored, as new one or as version', async () => {
    const { id } = await create('triage')
    for (const send of [
      () => client.skills.create({ files: blockedFiles('evil') }),
      () => client.skills.versions.create(id, { files: blockedFiles('triage') }),
    ]) {
      expect(await errorOf(send())).toMatchObject({
        ...refused(409, 'conflict_error', 'skill.findings-unacknowledged'),
        message: expect.not.stringContaining('acknowledged_findings'),
      })
    }
    const { body } = await running.server.call<SkillPage>('/api/v1/skills')
    expect(body.items).toMatchObject([{ slug: 'triage', revision: 1 }])
  })

  it('a yes to findings in the form', async () => {
    const files = blockedFiles('evil')
    const more = { files, acknowledged_findings: `sha256:${'0'.repeat(64)}` }
    expect(await errorOf(client.skills.create(more))).toMatchObject(
      refused(400, 'invalid_request_error', 'request.invalid'),
    )
  })

  it('a zip bomb', async () => {
    const bomb = zipSync({ 'bomb/SKILL.md': new Uint8Array(30_000_000) }, { level: 9 })
    const files = [await toFile(bomb, 'bomb.zip')]
    const error = await errorOf(client.skills.create({ files }))
    expect(error.error).toMatchObject({ error: { details: { error_code: 'zip.bomb' } } })
  })

  it.each(['../SKILL.md', 'a/../../b/SKILL.md', '/etc/passwd', 'a\\..\\SKILL.md'])(
    'a file at %s',
    async (path) => {
      const files = [...skillFiles('triage'), new File(['x'], path)]
      expect((await errorOf(client.skills.create({ files }))).status).toBe(400)
      const { body } = await running.server.call<SkillPage>('/api/v1/skills')
      expect(body.items).toEqual([])
    },
  )

  it('a second skill of one name, without repeating the request', async () => {
    await create('triage')
    const patient = clientWith(running.server.ownerKey, 2)
    const error = await errorOf(
      patient.skills.create({ files: skillFiles('triage', { 'a.md': 'x' }) }),
    )
    expect(error).toMatchObject(refused(409, 'conflict_error', 'skill.slug-taken'))
    const posts = running.server.logged().match(/"method":"POST","path":"\/compat\/anthropic/g)
    expect(posts).toHaveLength(2)
  })

  it('a version under the name of another skill', async () => {
    const { id } = await create('triage')
    await create('other')
    const files = skillFiles('other', { 'a.md': 'x' })
    expect(await errorOf(client.skills.versions.create(id, { files }))).toMatchObject(
      refused(400, 'invalid_request_error', 'skill.other-slug'),
    )
  })

  it('a wrong key, and none', async () => {
    expect(await errorOf(clientWith('rk_wrong').skills.list())).toMatchObject(
      refused(401, 'authentication_error', 'auth.invalid'),
    )
    const none = await fetch(`${running.origin}/compat/anthropic/v1/skills`)
    expect(await none.json()).toMatchObject({ error: { details: { error_code: 'auth.required' } } })
  })

  it('changes with a key that may only read, and changes by a member', async () => {
    const { id } = await create('triage')
    const reader = await running.server.addMember('member', ['skills.read'])
    const reading = clientWith(reader.key)
    expect((await reading.skills.list()).data).toHaveLength(1)
    expect(await errorOf(reading.skills.delete(id))).toMatchObject(
      refused(403, 'permission_error', 'auth.permission-missing'),
    )
    const member = await running.server.addMember('member')
    const files = skillFiles('other')
    expect(await errorOf(clientWith(member.key).skills.create({ files }))).toMatchObject(
      refused(403, 'permission_error', 'skill.org-scope-forbidden'),
    )
    const audit = await running.server.call<AuditPage>('/api/v1/audit?action=access-refused')
    expect(audit.body.items).toHaveLength(2)
  })

  it('the skills of another organisation, like ids that never were', async () => {
    const { id } = await create('triage')
    const { key } = await running.server.addTenant()
    const other = clientWith(key)
    expect((await other.skills.list()).data).toEqual([])
    const files = skillFiles('triage')
    const answers = async (skill: string) => [
      await errorOf(other.skills.retrieve(skill)),
      await errorOf(other.skills.delete(skill)),
      await errorOf(other.skills.versions.list(skill)),
      await errorOf(other.skills.versions.create(skill, { files })),
      await errorOf(other.skills.versions.retrieve(`${skill}_v1`, { skill_id: skill })),
      await errorOf(other.beta.skills.versions.download('latest', { skill_id: skill })),
      await errorOf(other.skills.list({ page: skill })),
    ]
    const seen = (errors: Awaited<ReturnType<typeof answers>>) =>
      errors.map(({ status, message }) => [status, message.replace(/req_\w+/, '')])
    const unknown = seen(await answers('skl_unknown'))
    expect(seen(await answers(id))).toEqual(unknown)
    expect(unknown.map(([status]) => status)).toEqual([404, 404, 404, 404, 404, 404, 400])
    expect((await client.skills.retrieve(id)).id).toBe(id)
  })

  it('skills that are disabled, archived or somebody’s own, and versions that are revoked', async () => {
    const { server } = running
    const { id } = await create('triage', { 'notes.md': 'first\n' })
    await client.skills.versions.create(id, { files: skillFiles('triage') })
    const old = await server.call<{ items: { digest: string }[] }>(`/api/v1/skills/${id}/revisions`)
    const digest = old.body.items.at(-1)?.digest
    await server.call('/api/v1/revocations', { body: { digest, reason: 'leaks' } })
    expect((await client.skills.versions.list(id)).data.map((one) => one.id)).toEqual([`${id}_v2`])
    expect(
      await errorOf(client.beta.skills.versions.download(`${id}_v1`, { skill_id: id })),
    ).toMatchObject({ status: 404 })
    await server.call(`/api/v1/skills/${id}`, { method: 'PUT', body: { enabled: false } })
    const own = await server.call<{ id: string }>('/api/v1/skills', {
      body: { content: skillMd('mine'), scope: 'user' },
    })
    for (const hidden of [id, own.body.id]) {
      expect(await errorOf(client.skills.retrieve(hidden))).toMatchObject({ status: 404 })
    }
    expect((await client.skills.list()).data).toEqual([])
  })

  it('what is no part of the Skills API', async () => {
    const request = client.messages.create({ model: 'm', max_tokens: 1, messages: [] })
    expect(await errorOf(request)).toMatchObject(
      refused(404, 'not_found_error', 'request.unknown-path'),
    )
    const { id } = await create('triage')
    const remove = client.skills.versions.delete(`${id}_v1`, { skill_id: id })
    expect(await errorOf(remove)).toMatchObject(
      refused(400, 'invalid_request_error', 'compat.unsupported'),
    )
  })

  it('more than 600 requests of one key in a minute', async () => {
    const { server } = running
    const get = () =>
      server.request('/compat/anthropic/v1/skills', { headers: { host: 'repertoire.example' } })
    for (let at = 0; at < 600; at += 1) await get()
    const refusal = await get()
    expect(refusal.headers.get('retry-after')).toBe('60')
    expect(await refusal.json()).toMatchObject({ error: { type: 'rate_limit_error' } })
    server.clock.advance(60_000)
    expect((await get()).status).toBe(200)
  })
})
