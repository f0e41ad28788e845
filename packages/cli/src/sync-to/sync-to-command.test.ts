import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { RepertoireClient } from '@repertoire/client'
import { writeSkillZip } from '@repertoire/skill-md/zip'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeServer, sendJson, startFakeServer } from '../testing/fake-server.ts'
import {
  createTempFolder,
  runCommand,
  skillText,
  startCommand,
  type TempFolder,
} from '../testing/run-command.ts'
import { type StartedServer, startServer } from '../testing/start-server.ts'

let temp: TempFolder
let server: StartedServer
let api: RepertoireClient
let project: TempFolder

beforeAll(async () => {
  temp = createTempFolder()
  server = await startServer(temp)
  const { url, key } = JSON.parse(readFileSync(join(temp.folder, 'data/local.json'), 'utf8'))
  api = new RepertoireClient({ baseUrl: url, apiKey: key })
}, 60_000)
afterAll(async () => {
  await server.stop()
  temp.remove()
})

beforeEach(async () => {
  project = createTempFolder()
  const { items } = await api.skills.list({ limit: 200 })
  for (const { id } of items) await api.skills.remove(id)
  for (const name of ['plants', 'invoices']) await api.skills.create({ content: skillText(name) })
})
afterEach(() => project.remove())

const sync = (...args: string[]) =>
  runCommand(['sync-to', '.', '--client', 'claude', ...args], {
    ...{ cwd: project.folder, env: server.env },
  })
const path = (name: string) => join(project.folder, '.claude/skills', name)
const read = (name: string) => readFileSync(path(`${name}/SKILL.md`), 'utf8')
const edit = (name: string, text = 'Mine.\n') => writeFileSync(path(`${name}/SKILL.md`), text)
const there = () => readdirSync(path('.')).filter((name) => !name.startsWith('.'))
const idOf = async (name: string) => {
  const { items } = await api.skills.list({ limit: 200 })
  return items.find(({ slug }) => slug === name)?.id ?? ''
}
const change = async (name: string) =>
  api.skills.update(await idOf(name), { content: `${skillText(name)}More.\n` })

describe('sync-to', { timeout: 60_000 }, () => {
  it('adds, updates and removes what the key sees, and says so; again it changes nothing', async () => {
    const first = await sync()
    expect([first.code, first.stdout]).toEqual([0, expect.stringContaining('2 added')])
    expect(there()).toEqual(['invoices', 'plants'])
    expect(read('plants')).toBe(skillText('plants'))
    await change('plants')
    await api.skills.update(await idOf('invoices'), { enabled: false })
    const dry = await sync('--dry-run')
    expect(dry.stdout).toContain('1 updated, 1 removed')
    expect(there()).toEqual(['invoices', 'plants'])
    const second = await sync()
    expect([second.code, second.stdout]).toEqual([
      0,
      expect.stringContaining('1 updated, 1 removed'),
    ])
    expect(there()).toEqual(['plants'])
    expect(read('plants')).toContain('More.')
    const lock = readFileSync(path('.repertoire-sync.json'))
    expect((await sync()).stdout).toContain('0 kept, 0 refused, 1 unchanged')
    expect(readFileSync(path('.repertoire-sync.json'))).toEqual(lock)
  })

  it('never overwrites a local edit: it is reported, until the person names the skill', async () => {
    await sync()
    edit('plants')
    expect((await sync()).code).toBe(0)
    await change('plants')
    const kept = await sync()
    expect([kept.code, kept.stdout]).toEqual([
      1,
      expect.stringContaining('edited here, and changed'),
    ])
    expect(read('plants')).toBe('Mine.\n')
    expect((await sync('--force', 'plants')).code).toBe(0)
    expect(read('plants')).toContain('More.')
    edit('plants')
    await api.skills.remove(await idOf('plants'))
    const revoked = await sync()
    expect([revoked.code, revoked.stdout]).toEqual([1, expect.stringContaining('do not use it')])
    expect(read('plants')).toBe('Mine.\n')
    expect((await sync('--force', 'nothing')).code).toBe(2)
  })

  it('leaves a folder of the person alone, and takes one that is the same as its own', async () => {
    project.write('.claude/skills/plants/SKILL.md', 'Mine.\n')
    project.write('.claude/skills/invoices/SKILL.md', skillText('invoices'))
    project.write('.claude/skills/other/SKILL.md', 'Mine.\n')
    const { code, stdout } = await sync()
    expect([code, stdout]).toEqual([1, expect.stringContaining('another skill has this folder')])
    expect(read('plants')).toBe('Mine.\n')
    await change('invoices')
    await sync()
    expect(read('invoices')).toContain('More.')
    expect(read('other')).toBe('Mine.\n')
  })

  it('does not bring back what was deleted here', async () => {
    await sync()
    rmSync(path('plants'), { recursive: true })
    expect((await sync()).stdout).toContain('it was deleted here')
    expect(there()).toEqual(['invoices'])
    await sync('--force', 'plants')
    expect(there()).toEqual(['invoices', 'plants'])
  })

  it('takes the last sync back, and nothing that was edited since', async () => {
    await sync()
    edit('plants')
    const lock = readFileSync(path('.repertoire-sync.json'))
    await change('invoices')
    await api.skills.create({ content: skillText('redis') })
    await sync('--force', 'plants', '--agents-md')
    expect(there()).toEqual(['invoices', 'plants', 'redis'])
    const undone = await sync('--undo')
    expect([undone.code, undone.stdout]).toEqual([0, expect.stringContaining('restored')])
    expect(there()).toEqual(['invoices', 'plants'])
    expect([read('plants'), read('invoices')]).toEqual(['Mine.\n', skillText('invoices')])
    expect(readFileSync(path('.repertoire-sync.json'))).toEqual(lock)
    expect(existsSync(join(project.folder, 'AGENTS.md'))).toBe(false)
    expect((await sync('--undo')).code).toBe(2)
    await sync()
    edit('redis')
    const again = await sync('--undo')
    expect(again.stdout).toContain('it was edited since')
    expect(again.stdout).toContain('1 skill as before the last sync.')
    expect(read('redis')).toBe('Mine.\n')
  })

  it('takes a sync that was ended in the middle back before it begins', async () => {
    await sync()
    await change('plants')
    await sync()
    // As it is when the process dies between two renames.
    const record = join(project.folder, '.claude/.repertoire-sync/undo/record.json')
    const text = readFileSync(record, 'utf8').replace('"isFinished":true', '"isFinished":false')
    writeFileSync(record, text)
    rmSync(path('plants'), { recursive: true })
    const { code, stderr } = await sync()
    expect([code, stderr]).toEqual([0, expect.stringContaining('ended in the middle')])
    expect(read('plants')).toContain('More.')
  })

  it('says in a line what cannot be written, and what is no folder', async () => {
    mkdirSync(join(project.folder, '.claude/.repertoire-sync/running'), { recursive: true })
    const { code, stderr } = await sync()
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^This machine did not.*\n$/)])
    rmSync(join(project.folder, '.claude/.repertoire-sync'), { recursive: true })
    expect((await sync()).stdout).toContain('2 added')
    project.write('notes.txt', '')
    const file = await runCommand(['sync-to', 'notes.txt', '--client', 'claude'], {
      ...{ cwd: project.folder, env: server.env },
    })
    expect([file.code, file.stderr]).toEqual([2, expect.stringContaining('There is no folder')])
  })

  it('follows a collection, and the folder then follows nothing else', async () => {
    await api.collections.create({ slug: 'green', selection: { kind: 'names', names: ['plants'] } })
    await sync('--collection', 'green')
    expect(there()).toEqual(['plants'])
    const other = await sync()
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('collection green')])
    expect((await sync('--collection', 'unknown')).code).toBe(2)
  })

  it('writes to the folder of the client: another one in a home than in a project', async () => {
    const run = (client: string, HOME: string) =>
      runCommand(['sync-to', '.', '--client', client], {
        ...{ cwd: project.folder, env: { ...server.env, HOME } },
      })
    for (const client of ['codex', 'cursor', 'gemini', 'opencode', 'copilot']) {
      await run(client, '/nowhere')
      expect(readdirSync(join(project.folder, '.agents/skills'))).toContain('plants')
    }
    await run('opencode', project.folder)
    expect(readdirSync(join(project.folder, '.config/opencode/skills'))).toContain('plants')
  })

  it('lists them in AGENTS.md, between marks, and leaves the rest of it', async () => {
    project.write('AGENTS.md', '# Ours\n')
    await sync('--agents-md')
    const text = readFileSync(join(project.folder, 'AGENTS.md'), 'utf8')
    expect(text).toMatch(/^# Ours\n\n<!-- repertoire:skills -->/)
    expect(text).toContain('- `.claude/skills/plants/SKILL.md`: What plants is for.')
    await api.skills.remove(await idOf('plants'))
    await sync('--agents-md')
    expect(readFileSync(join(project.folder, 'AGENTS.md'), 'utf8')).not.toContain('plants')
    await sync('--undo')
    expect(readFileSync(join(project.folder, 'AGENTS.md'), 'utf8')).toBe(text)
  })

  it('downloads a few at once; Ctrl-C keeps what came, and the same command goes on', async () => {
    const packages = new Map<string, Buffer>()
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
      const bytes = new TextEncoder().encode(skillText(name))
      packages.set(
        name,
        Buffer.from(writeSkillZip(name, [{ path: 'SKILL.md', bytes, executable: false }])),
      )
    }
    const digest = `sha256:${'1'.repeat(64)}`
    const items = [...packages.keys()].map((slug) => ({
      ...{ id: slug, slug, description: 'About.', digest, scope: 'org' },
    }))
    const held: (() => void)[] = []
    let isHolding = true
    const fake = await startFakeServer(({ url }, response) => {
      const name = /\/skills\/([a-g])\//.exec(url)?.[1]
      if (name === undefined) return sendJson(response, 200, { items, next_cursor: null })
      const answer = () => {
        response.writeHead(200, { 'content-type': 'application/zip' }).end(packages.get(name))
      }
      if (!isHolding) return answer()
      held.push(answer)
    })
    const args = ['sync-to', '.', '--client', 'claude', '--url', fake.url, '--key', 'k']
    const command = startCommand(args, { cwd: project.folder })
    await expect.poll(() => held.length, { timeout: 20_000 }).toBe(4)
    command.process.kill('SIGINT')
    await command.printed('Stopping after these downloads')
    for (const answer of held) answer()
    const { code, stdout, stderr } = await command.ended
    expect([code, stdout]).toEqual([130, expect.stringContaining('4 added')])
    expect(stderr).toContain('The same command goes on with the others.')
    expect(there()).toEqual(['a', 'b', 'c', 'd'])
    isHolding = false
    const again = await runCommand(args, { cwd: project.folder })
    fake.close()
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('3 added')])
    expect([there().length, held.length]).toEqual([7, 4])
  })

  it('watches until it is stopped', async () => {
    const args = ['sync-to', '.', '--client', 'claude', '--watch', '--every', '0.2']
    const running = startCommand(args, { cwd: project.folder, env: server.env })
    await running.printed('added      plants')
    await change('plants')
    await running.printed('updated    plants')
    running.process.kill('SIGINT')
    expect((await running.ended).code).toBe(130)
    expect(read('plants')).toContain('More.')
  })
})

describe('sync-to writes through no link', { timeout: 60_000 }, () => {
  let outside: TempFolder
  beforeEach(() => {
    outside = createTempFolder()
  })
  afterEach(() => outside.remove())

  it.each(['.claude', '.claude/skills', '.claude/.repertoire-sync'])('%s', async (at) => {
    mkdirSync(join(project.folder, at, '..'), { recursive: true })
    symlinkSync(outside.folder, join(project.folder, at))
    const { code, stderr } = await sync()
    expect([code, stderr]).toEqual([2, expect.stringContaining('is a link')])
    expect(readdirSync(outside.folder)).toEqual([])
  })

  it('in place of a skill or of a file of one, forced or not; nor over one of another case', async () => {
    outside.write('SKILL.md', 'Outside.\n')
    mkdirSync(path('.'), { recursive: true })
    symlinkSync(outside.folder, path('plants'))
    project.write('.claude/skills/Invoices/SKILL.md', 'Mine.\n')
    for (const args of [[], ['--force', 'plants', '--force', 'invoices']]) {
      expect((await sync(...args)).code).toBe(1)
      expect(there()).toEqual(['Invoices', 'plants'])
    }
    rmSync(path('plants'))
    await sync()
    rmSync(path('plants/SKILL.md'))
    symlinkSync(join(outside.folder, 'SKILL.md'), path('plants/SKILL.md'))
    await change('plants')
    expect((await sync('--force', 'plants')).code).toBe(1)
    expect(readFileSync(join(outside.folder, 'SKILL.md'), 'utf8')).toBe('Outside.\n')
  })

  it.each(['.gitignore', 'running'])('%s of what the sync keeps for itself', async (name) => {
    outside.write('other', 'Outside.\n')
    mkdirSync(join(project.folder, '.claude/.repertoire-sync'), { recursive: true })
    const link = join(project.folder, '.claude/.repertoire-sync', name)
    symlinkSync(join(outside.folder, 'other'), link)
    await sync()
    expect(readFileSync(join(outside.folder, 'other'), 'utf8')).toBe('Outside.\n')
  })

  it('AGENTS.md', async () => {
    outside.write('other.md', 'Outside.\n')
    symlinkSync(join(outside.folder, 'other.md'), join(project.folder, 'AGENTS.md'))
    expect((await sync('--agents-md')).code).toBe(2)
    expect(readFileSync(join(outside.folder, 'other.md'), 'utf8')).toBe('Outside.\n')
  })
})

describe('a hostile server writes nothing outside the folder', () => {
  const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))
  const packageOf = (name: string, file = 'a.md') =>
    writeSkillZip(name, [
      { path: 'SKILL.md', bytes: bytesOf(skillText(name)), executable: false },
      { path: file, bytes: bytesOf('evil'), executable: true },
    ])
  const forged = (from: string, to: string) =>
    Buffer.from(Buffer.from(packageOf('x', from)).toString('latin1').replaceAll(from, to), 'latin1')
  let fake: FakeServer
  afterEach(() => fake.close())

  const run = (slugs: readonly string[], bytes: Uint8Array) => async () => {
    fake = await startFakeServer(({ url }, response) => {
      if (url.includes('/export')) {
        response.writeHead(200, { 'content-type': 'application/zip' }).end(bytes)
        return
      }
      const items = slugs.map((slug, at) => {
        return { id: `../${at}`, slug, description: 'd', digest: `r${at}`, scope: 'org' }
      })
      sendJson(response, 200, { items, next_cursor: null })
    })
    return runCommand(['sync-to', '.', '--client', 'claude', '--url', fake.url, '--key', 'k'], {
      cwd: project.folder,
    })
  }
  const everything = () => readdirSync(project.folder, { recursive: true }).map(String)

  it.each([
    ['a path upwards', forged('scripts/run.sh', '../../../../ab')],
    ['an absolute path', forged('scripts/run.sh', '/x/pts/run.shx'.slice(0, 14))],
    ['two names of one file', packageOf('x', 'skill.md')],
    ['no archive', bytesOf('evil')],
    ['no SKILL.md', writeSkillZip('x', [])],
  ])('by %s in a package', async (_, bytes) => {
    const { code, stdout } = await run(['plants'], bytes)()
    expect([code, stdout]).toEqual([1, expect.stringContaining('refused')])
    expect(everything().filter((one) => /SKILL|evil|run|plants/.test(one))).toEqual([])
  })

  it('by the name of a skill, which is made a slug or left out', async () => {
    const names = ['../../evil', '..', '/etc/evil', 'con', 'a/b', 'fine', 'FINE']
    await run(names, packageOf('x'))()
    expect(there().toSorted()).toEqual(['a-b', 'etc-evil', 'evil', 'fine'])
    expect(statSync(path('fine/a.md')).mode & 0o111).toBe(process.platform === 'win32' ? 0 : 0o111)
  })

  it('by the lock or the record of a repository that somebody else has made', async () => {
    await run(['plants'], packageOf('x'))()
    const lock = readFileSync(path('.repertoire-sync.json'), 'utf8')
    writeFileSync(path('.repertoire-sync.json'), lock.replace('"plants"', '"../../.."'))
    const again = () =>
      runCommand(['sync-to', '.', '--client', 'claude', '--url', fake.url, '--key', 'k'], {
        cwd: project.folder,
      })
    expect((await again()).code).toBe(2)
    writeFileSync(path('.repertoire-sync.json'), lock)
    const record = join(project.folder, '.claude/.repertoire-sync/undo/record.json')
    writeFileSync(record, readFileSync(record, 'utf8').replace('"plants"', '"../.."'))
    expect((await again()).code).toBe(2)
    renameSync(record, `${record}.off`)
    expect((await again()).code).toBe(0)
  })
})
