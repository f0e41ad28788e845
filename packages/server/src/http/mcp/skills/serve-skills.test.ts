import { createHash } from 'node:crypto'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills'
import type { Store } from '@repertoire/core/ports'
import { beforeEach, describe, expect, it } from 'vitest'
import { addSkill, filesOfEveryKind } from '../../../testing/registry-fixtures.ts'
import { createTestServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let variedId: string
beforeEach(async () => {
  server = await createTestServer()
  await addSkill(server, { name: 'alone' })
  variedId = (await addSkill(server, { name: 'varied', ...filesOfEveryKind })).skill?.id ?? ''
})

/** The SDK's client over the whole HTTP surface. */
async function connect(key = server.ownerKey, path = '/mcp') {
  const client = new Client(
    { name: 'host', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
  const transport = new StreamableHTTPClientTransport(new URL(path, 'http://repertoire.example'), {
    requestInit: { headers: { authorization: `Bearer ${key}`, host: 'repertoire.example' } },
    fetch: async (url, init) => server.http.request(String(url), init),
  })
  await client.connect(transport)
  return { client, skills: new SkillsClient(client) }
}

/** Notes each file of a skill that is read. */
function withReads(store: Store, read: string[]): Store {
  return {
    ...store,
    tenant: (id) => {
      const tenant = store.tenant(id)
      const file: typeof tenant.skills.file = (viewer, skillId, digest, path) => {
        read.push(path)
        return tenant.skills.file(viewer, skillId, digest, path)
      }
      return { ...tenant, skills: { ...tenant.skills, file } }
    },
  }
}

/** Whatever the server answers. */
const anything = {
  '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) },
} as const
const uri = (name: string) => `skill://org/${name}/SKILL.md`
const put = (body: object) => server.call(`/api/v1/skills/${variedId}`, { method: 'PUT', body })

describe('skills by the methods of the protocol', () => {
  it('are listed, with frontmatter, digest and size of each file, and are read as they are', async () => {
    const { skills } = await connect()
    expect([skills.supported, skills.directoryRead]).toEqual([true, true])
    const listed = await skills.list()
    expect(listed.skills.map((skill) => skill.uri)).toEqual([uri('alone'), uri('varied')])
    const { skill } = await skills.get(uri('varied'))
    expect(skill).toEqual(listed.skills[1])
    if (skill.resources === 'dynamic') throw new Error('it is dynamic')
    expect(skill.resources).toHaveLength(4)
    for (const { uri: at, digest } of skill.resources) {
      // The client checks size, digest and frontmatter itself.
      const { bytes, verified } = await skills.read(skill, at)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      expect([at, verified, digest]).toEqual([at, true, `sha256:${sha256}`])
    }
  })

  it('are prepared when they are published, before a client lists them', async () => {
    const read: string[] = []
    server = await createTestServer({ store: (real) => withReads(real, read) })
    await addSkill(server, { name: 'early' })
    const { skills } = await connect()
    await expect.poll(() => read.length).toBe(1)
    await addSkill(server, { name: 'later' })
    await expect.poll(() => read.length).toBe(2)
    const listed = await skills.list()
    expect(listed.skills.map((skill) => skill.uri)).toEqual([uri('early'), uri('later')])
    expect(read).toEqual(['SKILL.md', 'SKILL.md'])
  })

  it('have folders that can be read, and no others', async () => {
    const { skills } = await connect()
    const children = async (at: string) =>
      (await skills.readDirectory(at)).resources.map(({ name, mimeType }) => [name, mimeType])
    expect(await children('skill://org/varied')).toEqual([
      ['SKILL.md', 'text/markdown'],
      ['assets', 'inode/directory'],
      ['references', 'inode/directory'],
      ['scripts', 'inode/directory'],
    ])
    expect(await children('skill://org/varied/references/deep')).toEqual([
      ['übung 1.md', 'text/markdown'],
    ])
    for (const at of ['skill://org', 'skill://org/varied/SKILL.md', 'skill://org/varied/..']) {
      await expect(skills.readDirectory(at)).rejects.toMatchObject({ code: -32_602 })
    }
  })

  it('that are disabled, personal, or of another organisation, are in none of the methods', async () => {
    await addSkill(server, { name: 'mine', scope: 'user' })
    await put({ enabled: false })
    const elsewhere = await server.addTenant()
    for (const [key, names] of [
      [server.ownerKey, ['alone']],
      [elsewhere.key, []],
    ] as const) {
      const { client, skills } = await connect(key)
      const { skills: listed } = await skills.list()
      expect(listed.map((skill) => skill.uri)).toEqual(names.map(uri))
      for (const at of [uri('varied'), uri('mine'), 'skill://org/nothing/SKILL.md']) {
        await expect(skills.get(at)).rejects.toMatchObject({ code: -32_602 })
        await expect(client.readResource({ uri: at })).rejects.toThrow()
      }
      await expect(skills.readDirectory('skill://org/varied')).rejects.toMatchObject({
        code: -32_602,
      })
      const { resources } = await client.listResources()
      expect(resources.map((resource) => resource.uri)).toEqual(names.map(uri))
    }
  })

  it('have a pinned address, which counts as long as that revision is the published one', async () => {
    const { skills } = await connect()
    const { body } = await server.call<{ digest: string }>(`/api/v1/skills/${variedId}`)
    const pinned = `skill://org/r-${body.digest.replace('sha256:', '').slice(0, 12)}/varied/SKILL.md`
    const { skill } = await skills.get(pinned)
    expect((await skills.read(skill)).text).toContain('Invoice work of varied.')
    expect((await skills.list()).skills.map((one) => one.uri)).not.toContain(pinned)
    await addSkill(server, { name: 'varied', ...filesOfEveryKind, body: 'Otherwise.\n' })
    await expect(skills.get(pinned)).rejects.toMatchObject({ code: -32_602 })
    expect((await skills.read((await skills.get(uri('varied'))).skill)).text).toContain(
      'Otherwise.',
    )
  })

  it('that a client would refuse are left out, and void no listing', async () => {
    await addSkill(server, { name: 'Odd Name' })
    await addSkill(server, { name: 'numbers', frontmatter: 'metadata:\n  version: 1.0' })
    await addSkill(server, { name: 'fine', frontmatter: 'metadata:\n  version: "1.0"' })
    const { skills } = await connect()
    const { skills: listed } = await skills.list()
    expect(listed.map((skill) => skill.uri)).toEqual(['alone', 'fine', 'varied'].map(uri))
  })

  it('come in pages that stay right when skills go; a cursor of somebody else is refused', async () => {
    for (let at = 0; at < 250; at += 1) await addSkill(server, { name: `s${1000 + at}` })
    const { client, skills } = await connect()
    const first = await client.request({ method: 'skills/list', params: {} }, anything)
    expect(first).toMatchObject({ cacheScope: 'private', nextCursor: expect.any(String) })
    const { nextCursor } = first as { nextCursor: string }
    await put({ enabled: false })
    const { skills: rest } = await skills.list({ cursor: nextCursor })
    expect(rest).toHaveLength(51)
    expect((await skills.list()).skills).toHaveLength(251)
    await expect(skills.list({ cursor: 'x' })).rejects.toMatchObject({ code: -32_602 })
  }, 60_000)

  it('need the permission to read skills; each that is read is in the audit log', async () => {
    const narrow = await server.addMember('member', ['conversations.use'])
    const { client, skills } = await connect(narrow.key)
    expect(skills.supported).toBe(false)
    const list = { method: 'skills/list', params: {} }
    await expect(client.request(list, anything)).rejects.toMatchObject({
      code: 'CLIENT_HTTP_NOT_IMPLEMENTED',
    })
    const reader = await connect()
    await reader.skills.read((await reader.skills.get(uri('alone'))).skill)
    const { body } = await server.call<{ items: { action: string; details: object }[] }>(
      '/api/v1/audit?limit=200',
    )
    expect(body.items.filter(({ action }) => action === 'skill-exported')).toMatchObject([
      { details: { slug: 'alone', via: 'mcp' } },
    ])
  })

  it('tell who subscribes of changes of their own organisation alone', async () => {
    const elsewhere = await server.addTenant()
    const listen = async (key: string) => {
      const { client } = await connect(key)
      const heard: (() => void)[] = []
      let count = 0
      client.setNotificationHandler('notifications/resources/list_changed', () => {
        count += 1
        for (const tell of heard.splice(0)) tell()
      })
      const subscription = await client.listen({ resourcesListChanged: true })
      const next = () => new Promise<void>((resolve) => heard.push(resolve))
      return { next, count: () => count, close: () => subscription.close() }
    }
    const ours = await listen(server.ownerKey)
    const theirs = await listen(elsewhere.key)
    const [told, toldElsewhere] = [ours.next(), theirs.next()]
    await put({ enabled: false })
    await told
    await addSkill(server, { name: 'alone', key: elsewhere.key })
    await toldElsewhere
    expect([ours.count(), theirs.count()]).toEqual([1, 1])
    await Promise.all([ours.close(), theirs.close()])
  })

  it('that are switched off cannot be read again, by a client that has just read them either', async () => {
    const { client } = await connect(server.ownerKey)
    const read = () => client.readResource({ uri: uri('varied') })
    await put({ enabled: true })
    expect((await read()).contents).toHaveLength(1)
    await put({ enabled: false })
    await expect(read()).rejects.toThrow()
  })

  it('tell who subscribes that its menu of prompts has changed', async () => {
    const { client } = await connect(server.ownerKey)
    const changed = new Promise<void>((resolve) => {
      client.setNotificationHandler('notifications/prompts/list_changed', () => resolve())
    })
    const subscription = await client.listen({ promptsListChanged: true })
    await addSkill(server, { name: 'newcomer', key: server.ownerKey })
    await changed
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toContain('newcomer')
    await subscription.close()
  })
})
