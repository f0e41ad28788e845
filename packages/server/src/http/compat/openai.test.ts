import type { AuditPage, SkillPage } from '@repertoire/protocol'
import { unzipSync, zipSync } from 'fflate'
import OpenAI, { toFile } from 'openai'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { skillMd } from '../../testing/test-server.ts'
import {
  blockedFiles,
  createVendorServer,
  skillFiles,
  type VendorServer,
} from './testing/vendor-server.ts'

let running: VendorServer
let client: OpenAI

const clientWith = (apiKey: string) =>
  new OpenAI({ apiKey, baseURL: `${running.origin}/compat/openai/v1`, maxRetries: 0 })

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
  if (!(error instanceof OpenAI.APIError)) throw error ?? new Error('it was not refused')
  return error
}

async function unzipped(answer: Response) {
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  return Object.fromEntries(
    Object.entries(files).map(([path, bytes]) => [path, Buffer.from(bytes).toString()]),
  )
}

describe('OpenAI’s SDK', () => {
  it('uploads a skill with its files, which the organisation then has enabled', async () => {
    const made = await create('triage', { 'notes.md': 'first\n' })
    expect(made).toMatchObject({
      ...{ object: 'skill', name: 'triage', description: 'Use for triage.' },
      ...{ default_version: '1', latest_version: '1', created_at: expect.any(Number) },
    })
    expect(await client.skills.retrieve(made.id)).toEqual(made)
    const { body } = await running.server.call<SkillPage>('/api/v1/skills')
    expect(body.items).toMatchObject([{ id: made.id, slug: 'triage', enabled: true }])
  })

  it('uploads a zip of a folder', async () => {
    const zip = zipSync({ 'triage/SKILL.md': Buffer.from(skillMd('triage')) })
    const made = await client.skills.create({ files: await toFile(zip, 'triage.zip') })
    expect(made.name).toBe('triage')
  })

  it('lists page by page, in either order', async () => {
    for (const name of ['one', 'two', 'three']) {
      await create(name)
      running.server.clock.advance(1000)
    }
    for (const [order, expected] of [
      ['desc', ['three', 'two', 'one']],
      ['asc', ['one', 'two', 'three']],
    ] as const) {
      const names: string[] = []
      for await (const { name } of client.skills.list({ limit: 2, order })) names.push(name)
      expect(names).toEqual(expected)
    }
  })

  it('adds versions, lists them, reads one, and downloads the files of each', async () => {
    const { id } = await create('triage', { 'notes.md': 'first\n' })
    const second = await client.skills.versions.create(id, {
      ...{ files: skillFiles('triage', { 'notes.md': 'second\n' }), default: true },
    })
    expect(second).toMatchObject({ object: 'skill.version', version: '2', skill_id: id })
    expect((await client.skills.retrieve(id)).default_version).toBe('2')
    const numbers: string[] = []
    for await (const one of client.skills.versions.list(id, { limit: 1, order: 'asc' })) {
      numbers.push(one.version)
    }
    expect(numbers).toEqual(['1', '2'])
    expect(await client.skills.versions.retrieve('2', { skill_id: id })).toEqual(second)
    const first = await client.skills.versions.content.retrieve('1', { skill_id: id })
    expect(await unzipped(first)).toMatchObject({ 'triage/notes.md': 'first\n' })
    expect(await unzipped(await client.skills.content.retrieve(id))).toMatchObject({
      'triage/notes.md': 'second\n',
    })
    const audit = await running.server.call<AuditPage>('/api/v1/audit?action=skill-exported')
    expect(audit.body.items).toMatchObject(
      [1, 2].map(() => ({ target: id, details: { via: 'openai' } })),
    )
  })

  it('deletes a skill, which is then unknown', async () => {
    const { id } = await create('triage')
    const deleted = { id, deleted: true, object: 'skill.deleted' }
    expect(await client.skills.delete(id)).toEqual(deleted)
    expect(await errorOf(client.skills.retrieve(id))).toMatchObject({
      ...{ status: 404, type: 'not_found_error', code: 'skill.not-found' },
    })
  })
})

describe('what OpenAI’s SDK is refused', () => {
  it('a skill that the scanner blocks, which is not stored', async () => {
    const { id } = await create('triage')
    for (const send of [
      () => client.skills.create({ files: blockedFiles('evil') }),
      () => client.skills.versions.create(id, { files: blockedFiles('triage') }),
    ]) {
      expect(await errorOf(send())).toMatchObject({
        ...{ status: 409, type: 'invalid_request_error' },
        code: 'skill.findings-unacknowledged',
        error: { details: { verdict: 'blocked' } },
      })
    }
    const { body } = await running.server.call<SkillPage>('/api/v1/skills')
    expect(body.items).toMatchObject([{ slug: 'triage', revision: 1 }])
  })

  it('a zip bomb', async () => {
    const bomb = zipSync({ 'bomb/SKILL.md': new Uint8Array(30_000_000) }, { level: 9 })
    const error = await errorOf(client.skills.create({ files: await toFile(bomb, 'bomb.zip') }))
    expect(error.code).toBe('zip.bomb')
  })

  it('a version that is not to be the default, and another default', async () => {
    const { id } = await create('triage', { 'notes.md': 'first\n' })
    const files = skillFiles('triage')
    for (const send of [
      () => client.skills.versions.create(id, { files, default: false }),
      () => client.skills.update(id, { default_version: '1' }),
      () => client.skills.versions.delete('1', { skill_id: id }),
    ]) {
      expect(await errorOf(send())).toMatchObject({ status: 400, code: 'compat.unsupported' })
    }
    expect((await client.skills.retrieve(id)).latest_version).toBe('1')
  })

  it('a wrong key, and a key that may only read', async () => {
    expect(await errorOf(clientWith('rk_wrong').skills.list())).toMatchObject({
      ...{ status: 401, type: 'authentication_error', code: 'auth.invalid' },
    })
    const { id } = await create('triage')
    const { key } = await running.server.addMember('member', ['skills.read'])
    expect(await errorOf(clientWith(key).skills.delete(id))).toMatchObject({
      ...{ status: 403, type: 'permission_error', code: 'auth.permission-missing' },
    })
  })

  it('the skills of another organisation, like ids that never were', async () => {
    const { id } = await create('triage')
    const { key } = await running.server.addTenant()
    const other = clientWith(key)
    const files = skillFiles('triage')
    const answers = async (skill: string) => [
      await errorOf(other.skills.retrieve(skill)),
      await errorOf(other.skills.delete(skill)),
      await errorOf(other.skills.content.retrieve(skill)),
      await errorOf(other.skills.versions.list(skill)),
      await errorOf(other.skills.versions.create(skill, { files })),
      await errorOf(other.skills.versions.retrieve('1', { skill_id: skill })),
      await errorOf(other.skills.versions.content.retrieve('1', { skill_id: skill })),
      await errorOf(other.skills.list({ after: skill })),
    ]
    const seen = (errors: Awaited<ReturnType<typeof answers>>) =>
      errors.map(({ status, message }) => [status, message])
    const unknown = seen(await answers('skl_unknown'))
    expect(seen(await answers(id))).toEqual(unknown)
    expect(unknown.map(([status]) => status)).toEqual([404, 404, 404, 404, 404, 404, 404, 400])
    expect((await client.skills.retrieve(id)).id).toBe(id)
  })

  it.each(['limit=0', 'limit=101', 'limit=x', 'order=up'])('a list with %s', async (query) => {
    const { status, body } = await running.server.call(`/compat/openai/v1/skills?${query}`)
    expect([status, body]).toMatchObject([400, { error: { code: 'request.invalid' } }])
  })

  it.each(['application/json', 'multipart/form-data', 'multipart/form-data; boundary=x'])(
    'a body as %s without a form',
    async (type) => {
      const sent = { body: '{}', headers: { 'content-type': type } }
      const { status, body } = await running.server.call('/compat/openai/v1/skills', sent)
      expect([status, body]).toMatchObject([
        expect.toBeOneOf([400, 415]),
        { error: { code: expect.stringMatching(/^request\./) } },
      ])
    },
  )
})
