import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type {
  AuditPage,
  IntegrationList,
  IntegrationOutcome,
  IntegrationResult,
  SkillBody,
  SkillPage,
} from '@repertoire/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { updateIntegrationsAtStart } from '../../ingestion/integrations/update-at-start.ts'
import {
  createIntegrationsOnDisk,
  type IntegrationsOnDisk,
} from '../../testing/integration-folder.ts'
import { createTestServer, skillMd, type TestServer } from '../../testing/test-server.ts'

let disk: IntegrationsOnDisk
let server: TestServer
beforeEach(async () => {
  disk = createIntegrationsOnDisk()
  server = await createTestServer({ integrationsDir: disk.folder })
})
afterEach(() => disk.remove())

const path = '/api/v1/integrations'

const list = async (key?: string) =>
  (await server.call<IntegrationList>(path, key === undefined ? {} : { key })).body

function setUp<Body = IntegrationResult>(scope: 'org' | 'user', key = server.ownerKey) {
  return server.call<Body>(`${path}/tracker/setup`, { body: { scope }, key })
}

function remove<Body = IntegrationResult>(scope: string, key = server.ownerKey) {
  return server.call<Body>(`${path}/tracker?scope=${scope}`, { method: 'DELETE', key })
}

const skills = async (key = server.ownerKey) =>
  (await server.call<SkillPage>('/api/v1/skills', { key })).body.items

const brief = (outcomes: readonly IntegrationOutcome[]) =>
  outcomes.map(({ folder, status, problem }) => [folder, status, problem?.code ?? null])

describe('integrations over REST', () => {
  it('D8: sets up what the organisation’s quota allows, and says of the rest why not', async () => {
    const quotas = { organisation: { skills: 1 }, person: {} }
    server = await createTestServer({ integrationsDir: disk.folder, quotas })
    disk.write('tracker', '1', { alerts: skillMd('alerts'), report: skillMd('report') })
    const { status, body } = await setUp('org')
    expect([status, brief(body.outcomes)]).toEqual([
      200,
      [
        ['alerts', 'created', null],
        ['report', 'skipped', 'quota.exceeded'],
      ],
    ])
  })

  it('D8: lists what is in the folder, broken ones with their reason', async () => {
    disk.write('tracker', '1.10', { report: skillMd('report'), bad: '---\nname: x\n---\n\0' })
    disk.file('broken/manifest.yaml', 'domain: tracker\nname: B\nversion: 1\n')
    symlinkSync('/etc', join(disk.folder, 'tracker/skills/etc'))
    symlinkSync('/etc/passwd', join(disk.folder, 'tracker/skills/report/passwd'))
    const { items, folder } = await list()
    expect(folder).toBe(disk.folder)
    expect(items).toMatchObject([
      {
        domain: 'broken',
        name: 'broken',
        version: null,
        problem: { code: 'integration.manifest-invalid' },
        skills: [],
      },
      {
        domain: 'tracker',
        name: 'The tracker',
        version: '1.10',
        problem: null,
        entries: [],
        skills: [
          { folder: 'bad', slug: null, problem: { code: 'skill.unreadable' } },
          { folder: 'etc', slug: null, problem: { code: 'integration.not-followed' } },
          {
            folder: 'report',
            slug: 'report',
            name: 'report',
            description: 'Use for report.',
            problem: null,
            remarks: [{ code: 'integration.not-followed' }],
          },
        ],
      },
    ])
  })

  it('works without a folder; only owners and admins see its path', async () => {
    disk.remove()
    expect(await list()).toEqual({ items: [], folder: disk.folder })
    const { key } = await server.addMember('member')
    expect(await list(key)).toEqual({ items: [], folder: null })
  })

  it('D8: after set-up its skills exist with all their files', async () => {
    disk.write('tracker', '1', { report: skillMd('report') })
    disk.file('tracker/skills/report/references/a.md', 'a reference')
    const { status, body } = await setUp('org')
    expect([status, brief(body.outcomes)]).toEqual([200, [['report', 'created', null]]])
    const [skill] = await skills()
    expect(skill).toMatchObject({
      slug: 'report',
      scope: 'org',
      enabled: true,
      provenance: 'integration',
      source_id: 'tracker:report',
      source_ref: '1',
      file_count: 2,
    })
    const read = await server.request(`/api/v1/skills/${skill?.id}/files?path=references/a.md`)
    expect(await read.text()).toBe('a reference')
    expect((await list()).items[0]?.entries).toMatchObject([
      { scope: 'org', version: '1', update_available: false },
    ])
  })

  it('a newer version on disk is reported as an update, which setting up again applies', async () => {
    disk.write('tracker', '1', { report: skillMd('report', 'one') })
    await setUp('user')
    disk.write('tracker', '2', { report: skillMd('report', 'two') })
    expect((await list()).items[0]?.entries).toMatchObject([
      { scope: 'user', version: '1', update_available: true },
    ])
    expect(brief((await setUp('user')).body.outcomes)).toEqual([['report', 'updated', null]])
    const [skill] = await skills()
    const { body } = await server.call<SkillBody>(`/api/v1/skills/${skill?.id}`)
    expect(body).toMatchObject({ body: expect.stringContaining('two'), revision: 2 })
  })

  it('D8: keeps a skill that somebody edited, and the answer says why', async () => {
    disk.write('tracker', '1', { report: skillMd('report', 'one') })
    await setUp('org')
    const [skill] = await skills()
    const change = { content: skillMd('report', 'mine') }
    await server.call(`/api/v1/skills/${skill?.id}`, { method: 'PUT', body: change })
    disk.write('tracker', '2', { report: skillMd('report', 'two') })
    const edited = [['report', 'skipped', 'integration.skill-edited']]
    expect(brief((await setUp('org')).body.outcomes)).toEqual(edited)
    expect(brief((await remove('org')).body.outcomes)).toEqual(edited)
    const { body } = await server.call<SkillBody>(`/api/v1/skills/${skill?.id}`)
    expect(body.body).toContain('mine')
    expect((await list()).items[0]?.entries).toEqual([])
  })

  it('removing it removes its unchanged skills; also works when it is gone from disk', async () => {
    disk.write('tracker', '1', { report: skillMd('report') })
    await setUp('org')
    disk.removeDomain('tracker')
    expect((await list()).items).toMatchObject([
      {
        domain: 'tracker',
        version: null,
        problem: { code: 'integration.not-found' },
        entries: [{ scope: 'org', update_available: false }],
      },
    ])
    expect(brief((await remove('org')).body.outcomes)).toEqual([['report', 'removed', null]])
    expect([await skills(), (await list()).items]).toEqual([[], []])
    const again = await server.call(`${path}/tracker?scope=org`, { method: 'DELETE' })
    expect([again.status, again.body.code]).toEqual([404, 'integration.not-set-up'])
    const audit = await server.call<AuditPage>('/api/v1/audit?action=integration-removed')
    expect(audit.body.items).toMatchObject([
      { target: 'tracker', details: { removed: ['report'] } },
    ])
  })

  it('a broken skill is logged at set-up, without its text', async () => {
    disk.write('tracker', '1', { bad: '---\nname: secret-words\n---\n\0', good: skillMd('good') })
    expect(brief((await setUp('org')).body.outcomes)).toEqual([
      ['bad', 'broken', 'skill.unreadable'],
      ['good', 'created', null],
    ])
    expect(server.logged()).toContain('"skill":"bad"')
    expect(server.logged()).not.toContain('secret-words')
  })

  it('A8, A13: a member sets up personal ones only, and sees nobody else’s', async () => {
    disk.write('tracker', '1', { report: skillMd('report') })
    const [ann, bob] = [await server.addMember('member'), await server.addMember('member')]
    const refused = await setUp<{ code: string }>('org', ann.key)
    expect([refused.status, refused.body.code]).toEqual([403, 'skill.org-scope-forbidden'])
    expect((await setUp('user', ann.key)).status).toBe(200)
    expect((await list(ann.key)).items[0]?.entries).toMatchObject([{ scope: 'user' }])
    expect((await list(bob.key)).items[0]?.entries).toEqual([])
    expect((await list()).items[0]?.entries).toEqual([])
    expect((await remove('user', bob.key)).status).toBe(404)
    expect((await remove('user')).status).toBe(404)
    expect(await skills(ann.key)).toHaveLength(1)
    await setUp('org')
    const denied = await remove<{ code: string }>('org', ann.key)
    expect([denied.status, denied.body.code]).toEqual([403, 'skill.org-scope-forbidden'])
  })

  it('another organisation neither sees nor removes it', async () => {
    disk.write('tracker', '1', { report: skillMd('report') })
    await setUp('org')
    const { key } = await server.addTenant()
    expect((await list(key)).items[0]?.entries).toEqual([])
    expect((await remove('org', key)).status).toBe(404)
    expect(await skills(key)).toEqual([])
    expect(await skills()).toHaveLength(1)
  })

  it.each([
    ['..', 404],
    ['%2e%2e%2fetc', 404],
    ['constructor', 404],
    ['x'.repeat(101), 400],
    ['a%00b', 400],
  ])('the domain %j is not found', async (domain, status) => {
    disk.write('tracker', '1', { report: skillMd('report') })
    const answer = await server.call(`${path}/${domain}/setup`, { body: { scope: 'org' } })
    expect(answer.status).toBe(status)
    expect(await skills()).toEqual([])
  })

  it.each([{}, { scope: 'global' }, { scope: 'org', user_id: 'usr_x' }])(
    'a set-up without a valid scope is refused: %j',
    async (body) => {
      const answer = await server.call(`${path}/tracker/setup`, { body })
      expect([answer.status, answer.body.code]).toEqual([400, 'request.invalid'])
    },
  )
})

describe('the start of the server', () => {
  it('D8: updates integrations to the version on disk, in every organisation, and logs it', async () => {
    disk.write('tracker', '1', { report: skillMd('report', 'one') })
    const other = await server.addTenant()
    await setUp('org')
    await setUp('user', other.key)
    disk.write('tracker', '2', { report: skillMd('report', 'two') })
    disk.file('broken/manifest.yaml', 'name: [')
    await updateIntegrationsAtStart(server.app)
    expect(await skills()).toMatchObject([{ revision: 2, source_ref: '2' }])
    expect(await skills(other.key)).toMatchObject([{ revision: 2, source_ref: '2' }])
    expect(server.logged().match(/an integration was set up again/g)).toHaveLength(2)
    expect(server.logged()).toContain('"integration":"broken"')
    await updateIntegrationsAtStart(server.app)
    expect(server.logged().match(/an integration was set up again/g)).toHaveLength(2)
  })

  it('is not blocked by an unreadable folder', async () => {
    disk.remove()
    const odd = createIntegrationsOnDisk()
    try {
      for (let n = 0; n < 501; n += 1) odd.file(`i${n}/x`, '')
      const full = await createTestServer({ integrationsDir: odd.folder })
      await updateIntegrationsAtStart(full.app)
      expect(full.logged()).toContain('integrations cannot be read')
    } finally {
      odd.remove()
    }
  })
})
