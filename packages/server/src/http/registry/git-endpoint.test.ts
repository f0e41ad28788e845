import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addCollection, type TestCollection } from '../../testing/collection-fixtures.ts'
import { createGitClient, type GitClient } from '../../testing/git-client.ts'
import { addSkill, filesOfEveryKind } from '../../testing/registry-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { type ListeningServer, listen } from '../listening/listen.ts'

let server: TestServer
let listening: ListeningServer
let git: GitClient
let collection: TestCollection
let address: string

beforeEach(async () => {
  server = await createTestServer()
  listening = await listen(server.http, { host: '127.0.0.1', port: 0 })
  git = createGitClient()
  await addSkill(server, { name: 'alone' })
  await addSkill(server, { name: 'varied', ...filesOfEveryKind })
  collection = await addCollection(server, { slug: 'billing' })
  address = at(collection.token)
})
afterEach(async () => {
  await listening.close(0)
  git.remove()
})

const origin = () => `http://127.0.0.1:${listening.port}`
const at = (token: string, slug = 'billing') => `${origin()}/git/${token}/${slug}.git`
const clone = (url: string, ...options: string[]) => git.run('.', 'clone', ...options, url, 'copy')
const inCopy = (...args: string[]) => git.run('copy', ...args)
const cloned = (path: string) => join(git.folder, 'copy', path)
const read = (path: string) => readFileSync(cloned(path))

async function disable(id: string | undefined): Promise<void> {
  await server.call(`/api/v1/skills/${id}`, { method: 'PUT', body: { enabled: false } })
}

describe('a collection as a repository', { timeout: 60_000 }, () => {
  it.each(['0', '1', '2'])(
    'is cloned by git, byte for byte, by protocol version %s',
    async (version) => {
      const { code, printed } = await git.run(
        ...(['.', '-c', `protocol.version=${version}`] as const),
        ...['-c', 'transfer.fsckObjects=true', 'clone', address, 'copy'],
      )
      expect([code, printed]).toEqual([0, expect.anything()])
      for (const [path, content] of Object.entries(filesOfEveryKind.files)) {
        expect(Buffer.compare(read(`skills/varied/${path}`), Buffer.from(content))).toBe(0)
      }
      expect(statSync(cloned('skills/varied/scripts/run.sh')).mode & 0o111).toBe(0o111)
      expect(read('skills/alone/SKILL.md').toString()).toContain('Invoice work of alone.')
      expect((await inCopy('fsck', '--strict')).code).toBe(0)
      expect((await inCopy('branch', '--show-current')).printed).toBe('main\n')
      expect((await inCopy('rev-list', '--all', '--count')).printed).toBe('1\n')
    },
  )

  it.each(['0', '2'])('is cloned with a depth by version %s, and completed', async (version) => {
    await clone(address, '--depth', '1', '-c', `protocol.version=${version}`)
    expect(existsSync(cloned('skills/alone/SKILL.md'))).toBe(true)
    expect((await inCopy('fetch', '--depth', '5')).code).toBe(0)
    const { code, printed } = await inCopy('rev-parse', '--is-shallow-repository')
    expect([code, printed]).toEqual([0, 'false\n'])
  })

  it('has every plugin of its marketplace list in a folder of its own', async () => {
    await clone(address)
    const { name, plugins } = JSON.parse(read('.claude-plugin/marketplace.json').toString())
    expect(name).toBe('billing')
    expect(plugins).toEqual(
      ['alone', 'varied'].map((skill) => ({
        ...{ name: skill, description: `Invoice work of ${skill}.`, source: `./skills/${skill}` },
        ...{ strict: false, skills: ['./'] },
      })),
    )
  })

  it('is one plugin for Codex, which loads skills from the skills folder of a plugin alone', async () => {
    await clone(address)
    const { name, plugins } = JSON.parse(read('.agents/plugins/marketplace.json').toString())
    expect(name).toBe('billing')
    const source = { source: 'local', path: './' }
    expect(plugins).toEqual([{ name: 'billing', source, strict: false }])
  })

  it.each(['0', '2'])(
    'gives a change to git pull by version %s, and nothing when there is none',
    async (version) => {
      await clone(address, '-c', `protocol.version=${version}`)
      const head = (await inCopy('rev-parse', 'HEAD')).printed
      expect((await inCopy('pull', '--rebase')).printed).toContain('up to date')
      const { skill } = await addSkill(server, { name: 'later' })
      await addSkill(server, { name: 'alone', body: 'Changed.\n' })
      expect((await inCopy('pull', '--rebase')).code).toBe(0)
      expect(read('skills/alone/SKILL.md').toString()).toContain('Changed.')
      expect(existsSync(cloned('skills/later'))).toBe(true)
      await disable(skill?.id)
      await addSkill(server, { name: 'alone' })
      expect((await inCopy('pull', '--rebase')).code).toBe(0)
      expect(existsSync(cloned('skills/later'))).toBe(false)
      // The same skills are the same commit again.
      expect((await inCopy('rev-parse', 'HEAD')).printed).toBe(head)
    },
  )

  it('is the same commit on every server that has the same skills', async () => {
    const other = await createTestServer()
    await addSkill(other, { name: 'varied', ...filesOfEveryKind })
    await addSkill(other, { name: 'alone' })
    const { token } = await addCollection(other, { slug: 'billing' })
    const heads = await Promise.all(
      (
        [
          [server, collection.token],
          [other, token],
        ] as const
      ).map(async ([one, secret]) =>
        (await one.request(`/git/${secret}/billing.git/info/refs?service=git-upload-pack`)).text(),
      ),
    )
    expect(heads[0]).toMatch(/[0-9a-f]{40} refs\/heads\/main/)
    expect(heads[1]).toBe(heads[0])
  })

  it('has what the organisation publishes and the collection selects, and nothing else', async () => {
    const elsewhere = await server.addTenant()
    const off = await addSkill(server, { name: 'off' })
    await disable(off.skill?.id)
    const old = await addSkill(server, { name: 'old' })
    await server.call(`/api/v1/skills/${old.skill?.id}/archive`, { method: 'POST', body: {} })
    await addSkill(server, { name: 'private', scope: 'user' })
    await addSkill(server, { name: 'foreign', key: elsewhere.key })
    await addSkill(server, { name: 'payroll', frontmatter: 'tags: [pay]' })
    const chosen = {
      all: ['alone', 'payroll', 'varied'],
      pay: ['payroll'],
      asked: ['payroll'],
      none: [],
    }
    await addCollection(server, { slug: 'x', selection: { kind: 'names', names: ['off'] } })
    const selections = {
      all: { kind: 'all' },
      pay: { kind: 'tags', tags: ['pay'] },
      asked: { kind: 'query', query: 'payroll' },
      none: { kind: 'names', names: ['off', 'old', 'private', 'foreign'] },
    } as const
    for (const [slug, selection] of Object.entries(selections)) {
      const { token } = await addCollection(server, { slug, selection: selection as never })
      await git.run('.', 'clone', at(token, slug), slug)
      const listed = (await git.run(slug, 'ls-tree', '--name-only', 'HEAD', 'skills/')).printed
      const names = listed.split('\n').filter((line) => line !== '')
      expect([slug, names]).toEqual([
        slug,
        chosen[slug as keyof typeof chosen].map((name) => `skills/${name}`),
      ])
    }
  })

  it('gives no commit but the one of now, by neither version', async () => {
    await clone(address)
    const before = (await inCopy('rev-parse', 'HEAD')).printed.trim()
    const tree = (await inCopy('rev-parse', 'HEAD^{tree}')).printed.trim()
    await addSkill(server, { name: 'later' })
    await git.run('.', 'init', 'empty')
    for (const version of ['0', '2']) {
      for (const oid of [before, tree, 'a'.repeat(40)]) {
        const { code, printed } = await git.run(
          ...(['empty', '-c', `protocol.version=${version}`, 'fetch', address, oid] as const),
        )
        expect([oid, code]).not.toEqual([oid, 0])
        expect(printed).toMatch(/not our ref|unadvertised/)
      }
    }
  })

  it('leaves out a skill whose files would steer git', async () => {
    await addSkill(server, { name: 'steering', files: { '.gitattributes': '* text eol=crlf\n' } })
    await addSkill(server, { name: 'nested', files: { 'a/.GIT/config': '[core]\n' } })
    const { code } = await clone(address, '-c', 'transfer.fsckObjects=true')
    expect(code).toBe(0)
    expect(existsSync(cloned('skills/steering'))).toBe(false)
    expect(existsSync(cloned('skills/nested'))).toBe(false)
  })

  it('refuses a push, and says that it is read-only', async () => {
    await clone(address)
    const { code, printed } = await inCopy('push', 'origin', 'HEAD:refs/heads/other')
    expect(code).not.toBe(0)
    expect(printed).toContain('can only be read')
    const direct = await fetch(`${address}/git-receive-pack`, { method: 'POST', body: '0000' })
    expect(direct.status).toBe(403)
  })

  it('answers a wrong token, a revoked one and another collection alike', async () => {
    const wrong = at(collection.token.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x')))
    const { code, printed } = await clone(wrong)
    expect(code).not.toBe(0)
    expect(printed).toContain('There is no collection of this name for this token.')
    const elsewhere = await server.addTenant()
    const foreign = await addCollection(server, { slug: 'foreign' }, elsewhere.key)
    const answers: unknown[] = []
    for (const url of [wrong, at(collection.token, 'other'), at(foreign.token), at('x')]) {
      const answer = await fetch(`${url}/info/refs?service=git-upload-pack`)
      answers.push([answer.status, await answer.text()])
    }
    const path = `/api/v1/collections/${collection.id}/token`
    await server.request(path, { method: 'DELETE' })
    const revoked = await fetch(`${address}/info/refs?service=git-upload-pack`)
    answers.push([revoked.status, await revoked.text()])
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(revoked.status).toBe(404)
  })

  it('takes a key of the organisation where its audience is the organisation', async () => {
    await addCollection(server, { slug: 'open', audience: 'organisation' })
    const reader = await server.addMember('member', ['skills.read'])
    const member = await server.addMember('member')
    const none = await server.addMember('member', ['conversations.use'])
    const status = async (token: string, slug: string) =>
      (await fetch(`${at(token, slug)}/info/refs?service=git-upload-pack`)).status
    expect(await status(reader.key, 'open')).toBe(200)
    expect(await status(reader.key, 'billing')).toBe(404)
    expect(await status(none.key, 'open')).toBe(404)
    // A key that may do more has to stay out of addresses; in a header it is as good.
    expect(await status(member.key, 'open')).toBe(403)
    const header = `http.extraHeader=Authorization: Bearer ${member.key}`
    const { code } = await git.run('.', '-c', header, 'clone', `${origin()}/git/open.git`, 'copy')
    expect(code).toBe(0)
    const withPassword = `${origin().replace('//', `//anybody:${member.key}@`)}/git/open.git`
    expect((await git.run('.', 'clone', withPassword, 'again')).code).toBe(0)
    expect((await fetch(`${origin()}/git/open.git/info/refs`)).status).toBe(401)
  })

  it('has its token in no log line and no answer', async () => {
    await clone(address)
    const wrong = 'rcol_wrong-token-of-somebody'
    const paths = ['info/refs?service=git-upload-pack', 'git-upload-pack', 'HEAD', '', '../x']
    const answers: string[] = []
    for (const secret of [collection.token, wrong]) {
      for (const path of paths) {
        for (const method of ['GET', 'POST']) {
          for (const base of [
            `/git/${secret}/billing.git`,
            `/git/${secret}`,
            `//git//${secret}/x`,
          ]) {
            answers.push(await (await fetch(`${origin()}${base}/${path}`, { method })).text())
          }
        }
      }
    }
    const kept = [server.logged(), ...answers].join('\n')
    expect(kept).not.toContain(collection.token)
    expect(kept).not.toContain(wrong)
    const { body } = await server.call<{ items: object[] }>('/api/v1/audit?limit=200')
    expect(JSON.stringify(body)).not.toContain(collection.token)
  })

  it('slows guesses of tokens', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const path = `/git/rcol_guess${index}/billing.git/info/refs?service=git-upload-pack`
        return (await server.request(path, { key: null, peer: '203.0.113.9' })).status
      }),
    )
    expect(new Set(statuses)).toEqual(new Set([404, 429]))
  })

  it('lets one client send 300 requests a minute', async () => {
    const path = `/git/${collection.token}/billing.git/info/refs?service=git-upload-pack`
    const send = () => server.request(path, { key: null, peer: '203.0.113.9' })
    for (let sent = 0; sent < 300; sent += 1) await send()
    const refused = await send()
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true])
    const other = await server.request(path, { key: null, peer: '203.0.113.10' })
    expect(other.status).toBe(200)
  })

  it('records who took it, once for a clone and not for a look', async () => {
    await clone(address)
    await inCopy('fetch')
    const { body } = await server.call<{ items: { action: string; details: object }[] }>(
      '/api/v1/audit?limit=200',
    )
    const taken = body.items.filter(({ action }) => action === 'collection-taken')
    const head = (await inCopy('rev-parse', 'HEAD')).printed.trim()
    expect(taken.map(({ details }) => details)).toEqual([
      { slug: 'billing', label: 'production', via: 'git', commit: head },
    ])
    const listed = await server.call<{ items: { seen: object }[] }>('/api/v1/collections')
    expect(listed.body.items[0]?.seen).toEqual({ git: expect.any(String) })
  })
})

const packet = (text: string) => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`
const have = (index: number) => packet(`have ${index.toString(16).padStart(40, '0')}\n`)

describe('what is sent to the repository of a collection', () => {
  const head = async () => {
    const path = `/git/${collection.token}/billing.git/info/refs?service=git-upload-pack`
    const text = await (await server.request(path)).text()
    return /([0-9a-f]{40}) refs\/heads\/main/.exec(text)?.[1] ?? ''
  }
  const send = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
    fetch(`${address}/git-upload-pack`, { method: 'POST', body: Buffer.from(body), headers })
  const v2 = { 'git-protocol': 'version=2' }

  const garbage = [
    ...['', '0', '00', 'zzzz', '0003', '0005', '00ffwant', 'fffe', '0000', '0009done\n'],
    packet('want x\n').slice(0, -2),
    packet('command=push\n'),
    `${packet('command=fetch')}0000`,
    '\0\0\0\0'.repeat(1000),
  ]

  it('is refused in one sentence when it is garbage or a part', async () => {
    for (const body of garbage) {
      for (const headers of [{}, v2]) {
        const answer = await send(body, headers)
        const said = [body, answer.status, await answer.text()]
        expect(said).toEqual([body, 400, expect.stringContaining('Git')])
      }
    }
  })

  it('is refused when it is no gzip, a bomb, or too large', async () => {
    const gzip = { 'content-encoding': 'gzip' }
    expect((await send('0000', gzip)).status).toBe(400)
    expect((await send(gzipSync(Buffer.alloc(64 * 1024 * 1024)), gzip)).status).toBe(400)
    expect((await send(Buffer.alloc(5 * 1024 * 1024))).status).toBe(413)
    expect((await send('0000'.repeat(250_000))).status).toBe(413)
  })

  it('can be a huge negotiation of a client that has other commits', async () => {
    const haves = Array.from({ length: 60_000 }, (_, index) => have(index)).join('')
    const start = `${packet('command=fetch')}0001${packet(`want ${await head()}\n`)}`
    const more = await send(`${start}${haves}0000`, v2)
    expect(await more.text()).toBe(`${packet('acknowledgments\n')}${packet('NAK\n')}0000`)
    const done = gzipSync(`${start}${haves}${packet('done\n')}0000`)
    const last = await send(done, { ...v2, 'content-encoding': 'gzip' })
    expect((await last.text()).startsWith(packet('packfile\n'))).toBe(true)
    const older = await send(
      `${packet(`want ${await head()} no-progress\n`)}0000${haves}${packet('done\n')}`,
    )
    expect((await older.text()).startsWith(`${packet('NAK\n')}PACK`)).toBe(true)
  })
})
