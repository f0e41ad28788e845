import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { ImportedPackage, ProblemBody, SkillBody, SkillPage } from '@repertoire/protocol'
import { validateSkillMd } from '@repertoire/skill-md'
import { readSkillZip, writeSkillZip } from '@repertoire/skill-md/zip'
import { describe, expect, it } from 'vitest'
import { filesIn, realSkills, skillFolders } from '../../testing/real-skills.ts'
import { createTestServer, skillMd, type TestServer } from '../../testing/test-server.ts'

interface File {
  path: string
  bytes: Uint8Array
  executable: boolean
}

const file = (path: string, text: string, executable = false): File => ({
  path,
  bytes: new Uint8Array(Buffer.from(text)),
  executable,
})

const folder = (name: string): File[] => [
  file('SKILL.md', skillMd(name)),
  file('scripts/run.sh', '#!/bin/sh\n', true),
]

const into = '/api/v1/skills/import'
const zipType = { 'content-type': 'application/zip' }
const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes)

const sendZip = <Body = ImportedPackage>(server: TestServer, bytes: Uint8Array, query = '') =>
  server.call<Body>(`${into}${query}`, { body: own(bytes), headers: zipType })

/** Sends it again with a yes to what was found in it. */
async function sendRead(server: TestServer, bytes: Uint8Array) {
  const first = await sendZip<ImportedPackage & Pick<ProblemBody, 'details'>>(server, bytes)
  const yes = first.body.details?.digest
  return yes === undefined ? first : sendZip(server, bytes, `?acknowledged_findings=${yes}`)
}

async function sendForm(
  server: TestServer,
  fields: Record<string, string | { name: string; bytes: Uint8Array }>,
  key = server.ownerKey,
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([own(value.bytes)]), value.name)
  }
  const headers = { authorization: `Bearer ${key}` }
  const response = await server.http.request(into, { method: 'POST', headers, body: form })
  const body = (await response.json()) as ImportedPackage & Pick<ProblemBody, 'code'>
  return { status: response.status, body }
}

async function exported(server: TestServer, id: string, query = '') {
  const response = await server.request(`/api/v1/skills/${id}/export${query}`)
  expect(response.status).toBe(200)
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
}

async function count(server: TestServer): Promise<number> {
  return (await server.call<SkillPage>('/api/v1/skills')).body.items.length
}

describe('one skill as one file', () => {
  it('D11: imports a zip with all its files, and a repeated import changes nothing', async () => {
    const server = await createTestServer()
    const zip = writeSkillZip('alpha', folder('alpha'))
    const first = await sendZip(server, zip)
    expect([first.status, first.body.status]).toEqual([201, 'created'])
    expect(first.body.skill).toMatchObject({ slug: 'alpha', scope: 'org', file_count: 2 })
    expect(first.body.skill.provenance).toBe('imported')
    expect((await sendZip(server, zip)).body.status).toBe('unchanged')
    const { body } = await server.call<SkillBody>(`/api/v1/skills/${first.body.skill.id}`)
    expect(body.files.find(({ path }) => path === 'scripts/run.sh')?.executable).toBe(true)
  })

  it('D11: keeps the executable bit of SKILL.md through import, edit and export', async () => {
    const server = await createTestServer()
    const alone = [file('SKILL.md', skillMd('alpha'), true)]
    const { body } = await sendZip(server, writeSkillZip('alpha', alone))
    const out = await exported(server, body.skill.id)
    expect(out.response.headers.get('content-type')).toBe('application/zip')
    expect(out.bytes).toEqual(writeSkillZip('alpha', alone))
    expect((await sendZip(server, out.bytes)).body.status).toBe('unchanged')
    const path = `/api/v1/skills/${body.skill.id}`
    const edit = { content: skillMd('alpha', 'edited\n'), reason: '' }
    const { body: after } = await server.call<SkillBody>(path, { method: 'PUT', body: edit })
    expect(after.files).toMatchObject([{ path: 'SKILL.md', executable: true }])
  })

  it('D11: treats a nested SKILL.md as a file of the skill', async () => {
    const server = await createTestServer()
    const paths = [
      'SKILL.md',
      'node_modules/x.js',
      'references/other/SKILL.md',
      'scripts/inner.zip',
    ]
    const files = paths.map((path) => file(path, skillMd('alpha')))
    const { body } = await sendZip(server, writeSkillZip('alpha', files))
    const { body: kept } = await server.call<SkillBody>(`/api/v1/skills/${body.skill.id}`)
    expect(kept.files.map(({ path }) => path)).toEqual(paths)
    expect(await count(server)).toBe(1)
    const several = [file('a/SKILL.md', skillMd('a')), file('b/SKILL.md', skillMd('b'))]
    const refused = await sendZip<ProblemBody>(server, writeSkillZip('all', several))
    expect([refused.status, refused.body.code]).toEqual([400, 'skill.md-missing'])
  })

  it('D11: overwrites the same name as a new revision', async () => {
    const server = await createTestServer()
    const first = await sendZip(server, writeSkillZip('alpha', folder('alpha')))
    const other = [file('SKILL.md', skillMd('alpha', 'other\n'))]
    const second = await sendZip(server, writeSkillZip('elsewhere', other))
    expect(second.body.status).toBe('updated')
    expect(second.body.skill).toMatchObject({ id: first.body.skill.id, revision: 2, file_count: 1 })
  })

  it('D11: imports a bare SKILL.md, as a body and in a form, for a scope', async () => {
    const server = await createTestServer()
    const bytes = new Uint8Array(Buffer.from(skillMd('beta')))
    const headers = { 'content-type': 'text/markdown; charset=utf-8' }
    const plain = await server.call<ImportedPackage>(into, { body: bytes, headers })
    expect([plain.body.status, plain.body.skill.slug]).toEqual(['created', 'beta'])
    const form = await sendForm(server, { file: { name: 'SKILL.md', bytes }, scope: 'user' })
    expect([form.status, form.body.status]).toEqual([201, 'created'])
    expect(form.body.skill.scope).toBe('user')
    const zip = { name: 'upload.bin', bytes: writeSkillZip('gamma', folder('gamma')) }
    expect((await sendForm(server, { file: zip })).body.skill.slug).toBe('gamma')
  })

  it.each([
    ['refunds.tar.gz', gzipSync('SKILL.md')],
    ['refunds.tar', Buffer.concat([Buffer.alloc(257), Buffer.from('ustar')])],
    ['refunds.7z', Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1')],
  ])('D11: %s is told to be a zip, not to be UTF-8', async (name, bytes) => {
    const sent = await sendForm(await createTestServer(), { file: { name, bytes } })
    expect([sent.status, sent.body.code]).toEqual([415, 'zip.other-format'])
  })

  it('names a skill without a name after its root folder, the file, or its first heading', async () => {
    const server = await createTestServer()
    const bare = [file('SKILL.md', 'Just do it.\n')]
    expect((await sendZip(server, writeSkillZip('root-name', bare))).body.skill.slug).toBe(
      'root-name',
    )
    const bytes = bare[0]?.bytes ?? new Uint8Array()
    const named = await sendForm(server, { file: { name: 'file-name.md', bytes } })
    expect(named.body.skill.slug).toBe('file-name')
    const headed = new TextEncoder().encode('# Weekly *report*\n\nJust do it.\n')
    const lone = await sendForm(server, { file: { name: 'SKILL.md', bytes: headed } })
    expect(lone.body.skill.slug).toBe('weekly-report')
    const nameless = await sendForm(server, { file: { name: 'SKILL.md', bytes } })
    expect([nameless.status, nameless.body.code]).toEqual([400, 'skill.name-missing'])
  })

  it('D11: exports Markdown, or a zip when it has further files, always the same bytes', async () => {
    const server = await createTestServer()
    const text = `---\nname: alpha\ndescription: d\nx-unknown: [1, {a: b}]\n---\nbody\n`
    const files = [file('SKILL.md', text)]
    const { body } = await sendZip(server, writeSkillZip('alpha', files))
    const md = await exported(server, body.skill.id, '?form=original')
    expect(Buffer.from(md.bytes).toString()).toBe(text)
    expect(md.response.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(md.response.headers.get('content-disposition')).toBe('attachment; filename="alpha.md"')
    expect(md.response.headers.get('content-security-policy')).toContain('sandbox')
    const zip = await exported(server, body.skill.id, '?format=zip&form=original')
    expect(zip.response.headers.get('content-type')).toBe('application/zip')
    expect(zip.bytes).toEqual(writeSkillZip('alpha', files))
    await sendZip(server, writeSkillZip('alpha', folder('alpha')))
    const more = await exported(server, body.skill.id, '?form=original')
    expect(more.response.headers.get('content-disposition')).toBe(
      'attachment; filename="alpha.zip"',
    )
    expect(more.bytes).toEqual(writeSkillZip('alpha', folder('alpha')))
    const etag = more.response.headers.get('etag') ?? ''
    const again = await server.request(`/api/v1/skills/${body.skill.id}/export?form=original`, {
      headers: { 'if-none-match': etag },
    })
    expect([etag, again.status]).toEqual([expect.stringMatching(/^"sha256:[0-9a-f]{64}"$/), 304])
  })

  it('D11: the default form is standard: valid for other agents, and imported again the same skill', async () => {
    const server = await createTestServer()
    const text = `---\nname: Alpha Report\ndescription: d\ncontext: fork\nallowed_tools: [Read, Grep]\nx-unknown: [1]\n---\nbody\n`
    const files = [file('SKILL.md', text), file('references/a.md', 'a')]
    const { body } = await sendZip(server, writeSkillZip('whatever', files))
    const { response, bytes } = await exported(server, body.skill.id)
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="alpha-report.zip"',
    )
    const zip = await readSkillZip(bytes)
    if (!zip.ok) throw new Error(zip.problem.message)
    const [skillMd] = zip.files.filter(({ path }) => path === 'SKILL.md')
    expect([zip.root, zip.files.length]).toEqual(['alpha-report', 2])
    expect(new TextDecoder().decode(skillMd?.bytes)).toBe(
      '---\nname: alpha-report\ndescription: d\ncontext: fork\nx-unknown: [1]\nallowed-tools: Read Grep\nmetadata:\n  title: Alpha Report\n---\nbody\n',
    )
    const again = await createTestServer()
    const there = await sendZip(again, bytes)
    const path = `/api/v1/skills/${there.body.skill.id}`
    const skill = (await again.call<SkillBody>(path)).body
    expect(skill.slug).toBe('alpha-report')
    expect(skill.allowed_tools.listed.map(({ written }) => written)).toEqual(['Read', 'Grep'])
    const standard = response.headers.get('etag')
    const original = await exported(server, body.skill.id, '?form=original')
    expect(standard).not.toBe(original.response.headers.get('etag'))
    expect((await readSkillZip(original.bytes)).ok).toBe(true)
    expect(original.bytes).toEqual(writeSkillZip('alpha-report', files))
    const wrong = await server.request(`/api/v1/skills/${body.skill.id}/export?form=nice`)
    expect(wrong.status).toBe(400)
  })

  it('imports and exports a package of more than 5 MB', async () => {
    const server = await createTestServer()
    const bytes = new Uint8Array(6 * 1024 * 1024).map((_, at) => (at * at) >>> 7)
    const files = [...folder('big'), { path: 'assets/big.bin', bytes, executable: false }]
    const zip = writeSkillZip('big', files)
    expect(zip.length).toBeGreaterThan(5_000_000)
    const { body } = await sendZip(server, zip)
    expect((await exported(server, body.skill.id)).bytes.length).toBe(zip.length)
  })
})

/** The same archive with one text replaced by another of the same length. */
function spoil(zip: Uint8Array, from: string, to: string): Uint8Array {
  const text = Buffer.from(zip).toString('latin1')
  expect(text).toContain(from)
  return new Uint8Array(Buffer.from(text.replaceAll(from, to), 'latin1'))
}

describe('a refused file', () => {
  const good = writeSkillZip('alpha', [...folder('alpha'), file('aa/evil', 'x')])
  const symlink = good.slice()
  // The mode of the last entry: the high half of its external attributes.
  const lastEntry = Buffer.from(good).lastIndexOf('PK\u0001\u0002', undefined, 'latin1')
  symlink[lastEntry + 41] = 0xa1
  const noise = new Uint8Array(2 * 1024 * 1024)

  it.each([
    ['a way out of the folder', spoil(good, 'aa/evil', '../evil'), 400, 'package.bad-path'],
    ['a backslash', spoil(good, 'aa/evil', 'aa\\evil'), 400, 'package.bad-path'],
    ['a device name', spoil(good, 'aa/evil', 'con/evi'), 400, 'package.bad-path'],
    ['a symbolic link', symlink, 400, 'zip.special-entry'],
    ['bytes behind the end', Buffer.concat([good, Buffer.from('more')]), 400, 'zip.ambiguous'],
    ['half an archive', good.slice(0, good.length / 2), 400, 'zip.damaged'],
    ['text that calls itself a zip', Buffer.from(skillMd('x')), 400, 'zip.damaged'],
    ['no SKILL.md', writeSkillZip('x', [file('README.md', 'x')]), 400, 'skill.md-missing'],
    [
      'an unreadable SKILL.md',
      writeSkillZip('x', [{ ...file('SKILL.md', ''), bytes: new Uint8Array([0xff, 0xfe, 0xff]) }]),
      400,
      'skill.unreadable',
    ],
    [
      'a SKILL.md of 2 MB',
      writeSkillZip('x', [{ path: 'SKILL.md', bytes: noise.fill(97), executable: false }]),
      413,
      'skill.md-too-large',
    ],
  ])('%s: a clear problem, and nothing is stored', async (_, bytes, status, code) => {
    const server = await createTestServer()
    const answer = await sendZip<ProblemBody>(server, bytes)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(answer.body.message).not.toBe('')
    expect(await count(server)).toBe(0)
  })

  it('a body that is too large, with and without a content-length', async () => {
    const server = await createTestServer()
    const huge = new Uint8Array(36 * 1024 * 1024)
    const whole = await server.call(into, {
      body: huge,
      headers: { ...zipType, 'content-length': String(huge.length) },
    })
    expect([whole.status, whole.body.code]).toEqual([413, 'request.too-large'])
    expect((await sendZip(server, huge)).status).toBe(413)
  })

  it('other media types, and invalid forms', async () => {
    const server = await createTestServer()
    for (const type of ['application/json', 'application/x-tar', 'text/plain', '']) {
      const headers = { 'content-type': type }
      const answer = await server.call(into, { body: own(good), headers })
      expect([type, answer.status, answer.body.code]).toEqual([
        type,
        415,
        'request.unsupported-type',
      ])
    }
    const upload = { name: 'a.zip', bytes: good }
    const forms = [
      {},
      { file: 'only text' },
      { file: upload, admin: 'true' },
      { file: upload, scope: 'world' },
      { file: upload, second: upload },
      Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`f${n}`, 'x'])),
    ]
    for (const form of forms) {
      const answer = await sendForm(server, form)
      expect([answer.status, answer.body.code]).toEqual([400, 'request.invalid'])
    }
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=nowhere']) {
      const headers = { 'content-type': type }
      const answer = await server.call(into, { body: own(good), headers })
      expect([answer.status, answer.body.code]).toEqual([400, 'request.invalid'])
    }
    expect(await count(server)).toBe(0)
  })

  it('A13: a member imports personal skills only, and nobody exports what they may not see', async () => {
    const server = await createTestServer()
    const { key } = await server.addMember('member')
    const upload = { file: { name: 'a.zip', bytes: good } }
    expect((await sendForm(server, upload, key)).body.code).toBe('skill.org-scope-forbidden')
    const mine = await sendForm(server, { ...upload, scope: 'user' }, key)
    const path = `/api/v1/skills/${mine.body.skill.id}/export`
    expect((await server.request(path, { key })).status).toBe(200)
    const other = await server.addMember('member')
    const foreign = await server.addTenant()
    for (const outsider of [other.key, foreign.key]) {
      const answer = await server.call(path, { key: outsider })
      expect([answer.status, answer.body.code]).toEqual([404, 'skill.not-found'])
    }
  })

  it('a login cookie from another site imports nothing', async () => {
    const server = await createTestServer()
    const samePage = { 'sec-fetch-site': 'same-origin' }
    const login = { token: server.app.loginToken.issue({ as: 'owner', tenantId: server.tenantId }) }
    const session = await server.request('/api/v1/session', {
      key: null,
      body: login,
      headers: samePage,
    })
    const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? ''
    const headers = { ...zipType, cookie, 'sec-fetch-site': 'cross-site' }
    const answer = await server.call(into, { key: null, body: own(good), headers })
    expect([answer.status, answer.body.code]).toEqual([403, 'request.cross-origin'])
  })
})

/** What the strict rules of the open format say about the standard form, apart from keys of other agents. */
async function standardProblems(server: TestServer, id: string): Promise<string[]> {
  const { bytes } = await exported(server, id, '?format=zip')
  const zip = await readSkillZip(bytes)
  if (!zip.ok) return [zip.problem.message]
  const skillMd = zip.files.find(({ path }) => path === 'SKILL.md')?.bytes ?? ''
  const options = { folderName: zip.root ?? '' }
  return validateSkillMd(skillMd, 'spec', options)
    .filter(({ code }) => !['frontmatter.unknown-key', 'frontmatter.flow-style'].includes(code))
    .map(({ message }) => `${id}: ${message}`)
}

describe.skipIf(!existsSync(realSkills))('real skills (needs ../shared/data)', () => {
  it('D11: import, export and import give the same digest, files and archive', async () => {
    const server = await createTestServer()
    // A sample; `npm run proof -- packages` does so with all of them.
    const all = skillFolders(realSkills)
    const folders = all.filter((_, at) => at % 4 === 0)
    const problems: string[] = []
    for (const path of folders) {
      const files = filesIn(path, '')
      const first = await sendRead(server, writeSkillZip('skill', files))
      const { id, digest } = first.body.skill
      const one = await exported(server, id, '?format=zip&form=original')
      const again = await sendZip(server, one.bytes)
      const two = await exported(server, id, '?format=zip&form=original')
      const back = await readSkillZip(one.bytes)
      problems.push(...(await standardProblems(server, id)))
      const same =
        first.body.skill.slug === again.body.skill.slug &&
        again.body.status === 'unchanged' &&
        again.body.skill.digest === digest &&
        hash(one.bytes) === hash(two.bytes) &&
        back.ok &&
        JSON.stringify(listed(back.files)) === JSON.stringify(listed(files))
      if (!same) problems.push(relative(realSkills, path))
    }
    expect([all.length, folders.length]).toEqual([244, 61])
    expect(problems).toEqual([])
  }, 120_000)
})

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

function listed(files: readonly File[]): unknown[] {
  return files
    .map(({ path, bytes, executable }) => [path, hash(bytes), executable])
    .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1))
}
