import type { LockExportBody, LockImportResult, SkillBody } from '@repertoire/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import { cleanSkill, createSourceServer, type SourceServer } from '../../testing/source-fixtures.ts'

const path = '/api/v1/skills/lock'
const commit = 'c'.repeat(40)

let server: SourceServer
beforeEach(async () => {
  server = await createSourceServer()
})

/** Offered as it is read at a commit. */
function offerPinned({ reader }: SourceServer, folder: string, skills: Record<string, object>) {
  const config = { kind: 'github', repo: 'acme/one', ref: commit, path: folder } as const
  reader.offer(config, { version: commit, skills: skills as never })
}

async function exported(from: SourceServer): Promise<LockExportBody> {
  return (await from.call<LockExportBody>(path)).body
}

const imported = (into: SourceServer, text: string, key = into.ownerKey) =>
  into.call<LockImportResult>(path, { key, body: { text } })

describe('repertoire.lock over REST', () => {
  const skills = { 's/a': cleanSkill('a'), 's/b': cleanSkill('b') }

  beforeEach(async () => {
    server.offer('one', commit, skills)
    await server.sync((await server.addSource('one')).id)
    await server.approve('s/a')
    await server.approve('s/b')
  })

  it('a second server takes the set, held and off, and its lock has the same bytes', async () => {
    const { text, skills: count, left_out: leftOut } = await exported(server)
    expect([count, leftOut]).toEqual([2, []])
    expect(JSON.parse(text).skills[0]).toMatchObject({
      ...{ slug: 'a', kind: 'github', source: 'acme/one', commit, path: 's/a' },
    })
    const second = await createSourceServer()
    offerPinned(second, 's', skills)
    const answer = await imported(second, text)
    expect(answer.body.results.map(({ slug, status }) => [slug, status])).toEqual([
      ['a', 'held'],
      ['b', 'held'],
    ])
    const listed = await second.call<{ items: SkillBody[] }>('/api/v1/skills')
    expect(listed.body.items).toEqual([])
    for (const [at, { id, digest }] of Object.entries(await second.held())) {
      const approved = await second.call(`/api/v1/reviews/${id}/approve`, { body: { digest } })
      expect([at, approved.body]).toMatchObject([at, { enabled: false }])
    }
    expect((await exported(second)).text).toBe(text)
  })

  it('a skill of this organisation alone, and one of another content, change nothing', async () => {
    const { text } = await exported(server)
    const second = await createSourceServer()
    offerPinned(second, 's/b', { 's/b': cleanSkill('b', 'Changed upstream.') })
    const body = { content: cleanSkill('a', 'Ours.')['SKILL.md'] }
    await second.call('/api/v1/skills', { body })
    const { results } = (await imported(second, text)).body
    expect(results.map(({ status, problem }) => [status, problem?.code])).toEqual([
      ['mismatch', 'lock.mismatch'],
      ['mismatch', 'lock.mismatch'],
    ])
    expect(await second.held()).toEqual({})
    expect((await exported(second)).left_out.map(({ slug }) => slug)).toEqual(['a'])
  })

  it.each([
    ['', 'request.invalid'],
    ['{', 'lock.invalid'],
    ['{"version":1,"skills":[{"slug":"../a"}]}', 'lock.invalid'],
  ])('a file that is no lock is refused, and says why: %j', async (text, code) => {
    const refused = await server.call(path, { body: { text } })
    expect([refused.status, refused.body.code]).toEqual([400, code])
  })

  it('an entry whose source would reach into the network is refused', async () => {
    const { text } = await exported(server)
    for (const source of ['http://10.0.0.1/x.git', 'https://u:p@example.org/x.git', 'ext::sh']) {
      const lock = JSON.parse(text)
      lock.skills[0] = { ...lock.skills[0], kind: 'git', source }
      const refused = await server.call(path, { body: { text: JSON.stringify(lock) } })
      expect([source, refused.body.code]).toEqual([source, 'lock.invalid'])
    }
  })

  it('members export it and import nothing; another organisation’s lock is empty', async () => {
    const { text } = await exported(server)
    const member = await server.addMember('member')
    const reading = await server.addMember('owner', ['skills.read'])
    expect((await server.call<LockExportBody>(path, { key: member.key })).body.text).toBe(text)
    for (const { key } of [member, reading]) {
      expect((await imported(server, text, key)).status).toBe(403)
    }
    const { key } = await server.addTenant()
    expect((await server.call<LockExportBody>(path, { key })).body.skills).toBe(0)
  })

  it('no token of a source gets into it', async () => {
    const token = 'ghp_secret_in_no_lock'
    const { id } = (await server.call<{ items: { id: string }[] }>('/api/v1/skills/sources')).body
      .items[0] as { id: string }
    await server.call(`/api/v1/skills/sources/${id}`, { method: 'PUT', body: { token } })
    expect((await exported(server)).text).not.toContain(token)
  })
})
