import type {
  CatalogBody,
  CatalogSourceBody,
  CatalogSourceList,
  SkillSummary,
  SourceBody,
} from '@repertoire/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  blockedSkill,
  cleanSkill,
  createSourceServer,
  repository,
  type SourceServer,
} from '../../testing/source-fixtures.ts'

const admin = '/api/v1/admin/skill-catalog'
const otherDigest = `sha256:${'0'.repeat(64)}`
const fields = { label: 'Team skills', repo_url: 'https://github.com/acme/team' }

let server: SourceServer
beforeEach(async () => {
  server = await createSourceServer()
})

/** A repository in the catalogue, read to its end. */
async function added(skills: Record<string, Readonly<Record<string, string>>>) {
  server.offer('team', 'one', skills)
  const { body } = await server.call<CatalogSourceBody>(admin, { body: fields })
  await server.app.sources.idle()
  return body
}

const install = <Body = { code: string }>(
  source_id: string,
  path: string,
  { digest, key = server.ownerKey }: { digest?: string | undefined; key?: string } = {},
) =>
  server.call<Body>('/api/v1/skills/catalog/install', {
    ...{ key, body: { source_id, path, ...(digest !== undefined && { digest }) } },
  })

async function itemAt(path: string) {
  const { body } = await server.call<CatalogBody>('/api/v1/skills/catalog')
  return body.items.find((item) => item.path === path)
}

describe('D10: the admin’s catalogue, under the document’s names', () => {
  it('D10: a repository is added, listed, changed and removed; it is the source of the same id', async () => {
    const made = await added({ 'skills/a': cleanSkill('a') })
    expect(made).toEqual({ id: made.id, ...fields, ref: '', enabled: true })
    const source = await server.call<SourceBody>(`/api/v1/skills/sources/${made.id}`)
    expect(source.body).toMatchObject({
      ...{ name: 'Team skills', source_type: 'github', last_sync_status: 'ok' },
      ...{ review_policy: 'hold', config: { repo: 'acme/team', sync_policy: 'auto' } },
    })
    await server.addSource('other', {
      source_type: 'url',
      config: { url: 'https://x.example/y.md' },
    })
    expect((await server.call<CatalogSourceList>(admin)).body.items).toEqual([made])
    const change = { label: 'Ours', ref: 'v2', enabled: false }
    const one = `${admin}/${made.id}`
    const changed = await server.call(one, { method: 'PUT', body: change })
    expect(changed.body).toEqual({ ...made, ...change })
    const again = await server.call(one, { method: 'PUT', body: { label: 'Team' } })
    expect(again.body).toEqual({ ...made, ...change, label: 'Team' })
    const back = await server.call(one, { method: 'PUT', body: { ref: null } })
    expect(back.body).toMatchObject({ ref: '' })
    expect((await server.call(one, { method: 'DELETE' })).status).toBe(204)
    expect((await server.call<CatalogSourceList>(admin)).body.items).toEqual([])
  })

  it.each([
    'https://gitlab.com/acme/team',
    'https://github.com.evil.example/acme/team',
    'https://evil.example/github.com/acme/team',
    'https://user:token@github.com/acme/team',
    'http://github.com/acme/team',
    'https://github.com/acme/team/../../../latest',
    'https://github.com/acme',
    'https://github.com/acme/team?x=https://evil.example',
    'git@github.com:acme/team',
    'https://169.254.169.254/latest',
  ])('D10: only github.com is accepted: %s', async (repo_url) => {
    const refused = await server.call(admin, { body: { label: 'x', repo_url } })
    expect([refused.status, refused.body.code]).toEqual([400, 'source.invalid'])
    const isThere = repo_url.startsWith('https://github.com/')
    expect(refused.body.message).toMatch(isThere ? 'is not the address of' : 'on github.com alone')
    const made = await server.call<CatalogSourceBody>(admin, { body: fields })
    const moved = await server.call(`${admin}/${made.body.id}`, {
      method: 'PUT',
      body: { repo_url },
    })
    expect(moved.body.code).toBe('source.invalid')
    await server.app.sources.idle()
  })

  it('D10: members read it and change nothing; another organisation sees none of it', async () => {
    const { id } = await added({ a: cleanSkill('a') })
    const member = await server.addMember('member')
    const reading = await server.addMember('admin', ['skills.read'])
    expect(
      (await server.call<CatalogSourceList>(admin, { key: member.key })).body.items.length,
    ).toBe(1)
    for (const { key } of [member, reading]) {
      const attempts = await Promise.all([
        server.call(admin, { key, body: { ...fields, label: 'x' } }),
        server.call(`${admin}/${id}`, { key, method: 'PUT', body: { enabled: false } }),
        server.call(`${admin}/${id}`, { key, method: 'DELETE' }),
      ])
      expect(attempts.map(({ status }) => status)).toEqual([403, 403, 403])
    }
    expect((await install(id, 'a', { key: reading.key })).status).toBe(403)
    const { key } = await server.addTenant()
    expect((await server.call<CatalogSourceList>(admin, { key })).body.items).toEqual([])
    const put = { key, method: 'PUT', body: { enabled: false } }
    expect((await server.call(`${admin}/${id}`, put)).body.code).toBe('source.not-found')
    expect((await install(id, 'a', { key })).body.code).toBe('source.not-found')
  })
})

describe('D10: installing from the catalogue', () => {
  it('D10: takes the whole folder, switched off until somebody enables it, and once', async () => {
    const files = { ...cleanSkill('a'), 'references/b.md': 'More.', 'scripts/run.sh': 'echo 1\n' }
    const { id } = await added({ 'skills/a': files })
    const installed = await install<SkillSummary>(id, 'skills/a')
    expect(installed.body).toMatchObject({ slug: 'a', enabled: false, file_count: 3 })
    expect(await itemAt('skills/a')).toMatchObject({ installed: true, update_available: false })
    const again = await install<SkillSummary>(id, 'skills/a')
    expect([again.status, again.body.id]).toEqual([200, installed.body.id])
    const on = { method: 'PUT', body: { enabled: true } }
    await server.call(`/api/v1/skills/${installed.body.id}`, on)
    expect((await install<SkillSummary>(id, 'skills/a')).body.enabled).toBe(true)
  })

  it('D10: an update needs the digest that was read, and leaves the switch as it is', async () => {
    const { id } = await added({ a: cleanSkill('a') })
    const { body: skill } = await install<SkillSummary>(id, 'a')
    server.offer('team', 'two', { a: cleanSkill('a', 'Better.') })
    await server.sync(id)
    const item = await itemAt('a')
    expect(item).toMatchObject({ installed: true, update_available: true })
    expect((await install(id, 'a')).body.code).toBe('arrival.needs-reading')
    expect((await install(id, 'a', { digest: otherDigest })).body.code).toBe('arrival.changed')
    const updated = await install<SkillSummary>(id, 'a', { digest: item?.digest ?? '' })
    expect(updated.body).toMatchObject({ id: skill.id, enabled: false, digest: item?.digest })
    expect(await itemAt('a')).toMatchObject({ update_available: false, digest: item?.digest })
  })

  it('D10: an item is named by its repository, ref and folder, with the blob of its SKILL.md, and installed by that name', async () => {
    const blob = 'a'.repeat(40)
    const offered = { version: 'one', skills: { 'skills/a': cleanSkill('a') } }
    const tokens = { 'skills/a': `git:${'0'.repeat(64)}:${blob}` }
    server.reader.offer({ ...repository('team'), ref: 'v2' } as never, { ...offered, tokens })
    const { body } = await server.call<CatalogSourceBody>(admin, { body: { ...fields, ref: 'v2' } })
    await server.app.sources.idle()
    const source_id = 'acme/team@v2:skills/a'
    const named = { source_id, source_version: blob, catalog_source_id: body.id }
    expect(await itemAt('skills/a')).toMatchObject({ ...named, installed: false })
    const installed = await server.call<SkillSummary>('/api/v1/skills/catalog/install', {
      body: { source_id },
    })
    expect(installed.body).toMatchObject({ slug: 'a', enabled: false })
    expect(await itemAt('skills/a')).toMatchObject({ ...named, installed: true })
  })

  it('D10: an item keeps its licence and the verdict on it after it was installed', async () => {
    const { id } = await added({ a: cleanSkill('a') })
    const { verdict, licence, licence_decision } = (await itemAt('a')) ?? {}
    expect([verdict, licence, licence_decision]).toEqual(['clean', 'MIT', 'allowed'])
    await install(id, 'a')
    expect(await itemAt('a')).toMatchObject({
      ...{ installed: true, verdict, licence, licence_decision },
    })
  })

  it('D10: the repositories are read again when somebody who may sync them asks for it', async () => {
    const { id } = await added({ a: cleanSkill('a') })
    await install(id, 'a')
    server.offer('team', 'two', { a: cleanSkill('a', 'Better.'), b: cleanSkill('b') })
    const paths = async (query: string, key = server.ownerKey) => {
      const { body } = await server.call<CatalogBody>(`/api/v1/skills/catalog${query}`, { key })
      return body.items.map(({ path, update_available }) => [path, update_available])
    }
    expect(await paths('')).toEqual([['a', false]])
    const member = await server.addMember('member')
    const refused = await server.call('/api/v1/skills/catalog?refresh=true', { key: member.key })
    expect(refused.status).toBe(403)
    expect(await paths(`?refresh=true&source_id=src_other`)).toEqual([])
    expect(await paths('?refresh=true')).toEqual([
      ['a', true],
      ['b', false],
    ])
    expect(await paths('', member.key)).toHaveLength(2)
  })

  it('D10: nothing with findings without its digest, nothing blocked, nothing that is not offered', async () => {
    const unknown = cleanSkill('b')['SKILL.md'].replace('license: MIT\n', '')
    const { id } = await added({ bad: blockedSkill('bad'), b: { 'SKILL.md': unknown } })
    const bad = await itemAt('bad')
    const refused = await install<{ code: string; message: string }>(id, 'bad')
    expect(refused.body).toMatchObject({ code: 'arrival.blocked' })
    expect(refused.body.message).toMatch(/nobody may approve/)
    const blocked = await install(id, 'bad', { digest: bad?.digest ?? '' })
    expect(blocked.body.code).toBe('arrival.blocked')
    expect((await install(id, 'b')).body.code).toBe('arrival.needs-reading')
    const read = await install<SkillSummary>(id, 'b', { digest: (await itemAt('b'))?.digest ?? '' })
    expect(read.body).toMatchObject({ slug: 'b', enabled: false })
    expect((await install(id, 'none')).body.code).toBe('source.not-offered')
    await server.call(`${admin}/${id}`, { method: 'PUT', body: { enabled: false } })
    expect((await install(id, 'bad')).body.code).toBe('source.disabled')
  })
})
