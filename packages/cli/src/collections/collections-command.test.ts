import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { RepertoireClient } from '@repertoire/client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createTempFolder,
  skillText,
  startCommand,
  type TempFolder,
} from '../testing/run-command.ts'
import { type StartedServer, startServer } from '../testing/start-server.ts'

let temp: TempFolder
let server: StartedServer
let api: RepertoireClient
let url: string
let slug: string
let id: string
let made = 0

beforeAll(async () => {
  temp = createTempFolder()
  server = await startServer(temp)
  const local = JSON.parse(readFileSync(join(temp.folder, 'data/local.json'), 'utf8'))
  url = local.url
  api = new RepertoireClient({ baseUrl: url, apiKey: local.key })
}, 120_000)
afterAll(async () => {
  await server.stop()
  temp.remove()
})

beforeEach(async () => {
  made += 1
  slug = `green-${made}`
  const { items } = await api.skills.list({ limit: 200 })
  for (const one of items) await api.skills.remove(one.id)
  for (const name of ['invoices', 'plants']) await api.skills.create({ content: skillText(name) })
  ;({ id } = await api.collections.create({ slug, selection: { kind: 'all' } }))
})

/** The command as a process of its own. */
const run = (...args: string[]) => startCommand(args, { cwd: temp.folder, env: server.env }).ended

const idOf = async (name: string) => {
  const { items } = await api.skills.list({ limit: 200 })
  return items.find((one) => one.slug === name)?.id ?? ''
}
const change = async (name: string) =>
  api.skills.update(await idOf(name), { content: `${skillText(name)}More.\n` })

/** What each label gives: the names, and whether the changed text of plants is among it. */
async function labels() {
  const [production, canary] = await Promise.all([
    api.collections.skills(id, 'production'),
    api.collections.skills(id, 'canary'),
  ])
  return { production: production.items, canary: canary.items }
}

describe('repertoire collections, as a process', { timeout: 120_000 }, () => {
  it('promotes: production stays, canary follows, and a dry run changes nothing', async () => {
    const nothing = await run('collections', 'promote', slug, '--dry-run')
    expect(nothing.stderr).toContain('has these revisions already')
    const first = await run('collections', 'promote', slug)
    expect([first.code, first.stdout]).toEqual([0, ''])
    expect(first.stderr).toContain(`Production of ${slug} has 2 skills`)
    await change('plants')
    await api.skills.create({ content: skillText('redis') })
    const before = await labels()
    expect(before.production).not.toEqual(before.canary)
    const dry = await run('collections', 'promote', slug, '--dry-run')
    expect([dry.code, dry.stdout, dry.stderr]).toEqual([0, 'changed  plants\nadded  redis\n', ''])
    expect(await labels()).toEqual(before)
    const json = await run('collections', 'promote', slug, '--json')
    expect(json.code).toBe(0)
    expect(
      json.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { name: 'plants', change: 'changed', digest: expect.stringMatching(/^sha256:/) },
      { name: 'redis', change: 'added', digest: expect.stringMatching(/^sha256:/) },
    ])
    const after = await labels()
    expect(after.production).toEqual(before.canary)
    const list = await run('collections')
    expect(list.stdout).toMatch(new RegExp(`^${slug} .*production of \\d{4}-`, 'm'))
  })

  it('unpins: production has the newest again', async () => {
    await run('collections', 'promote', slug)
    await change('plants')
    const unpinned = await run('collections', 'unpin', slug)
    expect([unpinned.code, unpinned.stdout]).toEqual([0, ''])
    expect(unpinned.stderr).toContain('gets the newest revisions')
    const again = await run('collections', 'unpin', slug, '--json')
    expect(JSON.parse(again.stdout)).toEqual({ id, slug, unpinned: true })
    const { production, canary } = await labels()
    expect(production).toEqual(canary)
    expect((await run('collections')).stdout).not.toMatch(
      new RegExp(`^${slug} .*production of`, 'm'),
    )
  })

  it('sets production back to an earlier promotion, and says what it leaves out', async () => {
    await run('collections', 'promote', slug)
    const { production: first } = await labels()
    await change('plants')
    await run('collections', 'promote', slug)
    const list = await run('collections', 'promotions', slug)
    expect([list.code, list.stdout]).toEqual([
      0,
      expect.stringMatching(/^2 {2}.*2 skills, production now\n {2}changed {2}plants\n1 {2}/),
    ])
    const back = await run('collections', 'set-back', slug, '1')
    expect([back.code, back.stdout]).toEqual([0, ''])
    expect(back.stderr).toContain(`Production of ${slug} is set back to promotion 1`)
    expect((await labels()).production).toEqual(first)
    await api.skills.update(await idOf('invoices'), { enabled: false })
    const partly = await run('collections', 'set-back', slug, '2')
    expect([partly.code, partly.stdout]).toEqual([0, 'left out  invoices (unavailable)\n'])
    const none = await run('collections', 'set-back', slug, '9')
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('no promotion')])
    expect((await run('collections', 'set-back', slug, 'one')).code).toBe(2)
  })

  it('refuses a name that is none, a label, and a key that may not, and pins nothing', async () => {
    for (const name of ['unknown', `${slug}.canary`])
      for (const verb of ['promote', 'unpin']) {
        const refused = await run('collections', verb, name)
        expect([refused.code, refused.stderr]).toEqual([
          1,
          expect.stringContaining('no collection'),
        ])
      }
    const { key } = await api.keys.create({ name: 'narrow', scopes: ['skills.read'] })
    for (const verb of ['promote', 'unpin']) {
      const refused = await run('collections', verb, slug, '--url', url, '--key', key)
      expect([refused.code, refused.stderr]).toEqual([
        2,
        expect.stringMatching(/permission|scope|settings\.write/),
      ])
    }
    const { items } = await api.collections.list()
    expect(items.find((one) => one.id === id)?.promoted_at).toBeNull()
  })

  it('sync-to takes NAME for production and NAME.canary for the newest', async () => {
    await run('collections', 'promote', slug)
    await change('plants')
    const sync = (folder: string, collection: string) =>
      run('sync-to', folder, '--client', 'claude', '--collection', collection)
    const text = (folder: string) =>
      readFileSync(join(temp.folder, folder, '.claude/skills/plants/SKILL.md'), 'utf8')
    const [stable, newest] = [`stable-${made}`, `newest-${made}`]
    for (const folder of [stable, newest]) temp.write(`${folder}/README.md`, 'A project.\n')
    for (const [folder, name] of [
      [stable, slug],
      [newest, `${slug}.canary`],
    ] as const)
      expect((await sync(folder, name)).stdout).toContain('2 added')
    expect([text(stable), text(newest)].map((one) => one.includes('More.'))).toEqual([false, true])
    const other = await sync(stable, `${slug}.canary`)
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining(`collection ${slug}`)])
    await run('collections', 'promote', slug)
    expect((await sync(stable, slug)).stdout).toContain('1 updated')
    expect((await sync(newest, `${slug}.canary`)).stdout).toContain('2 unchanged')
    expect(text(stable)).toBe(text(newest))
  })

  it('git clones NAME.canary.git beside NAME.git, before and after a promotion', async () => {
    const { token } = await api.collections.makeToken(id)
    const clone = (name: string) => {
      const folder = join(temp.folder, `clone-${made}-${name}`)
      const env = { PATH: process.env.PATH, HOME: temp.folder, GIT_CONFIG_NOSYSTEM: '1' }
      const git = (...args: string[]) => execFileSync('git', args, { env, encoding: 'utf8' })
      git('clone', '--quiet', `${url}/git/${token}/${name}.git`, folder)
      const commit = git('-C', folder, 'rev-parse', 'HEAD').trim()
      const plants = readFileSync(join(folder, 'skills/plants/SKILL.md'), 'utf8')
      rmSync(folder, { recursive: true })
      return { commit, changed: plants.includes('More.') }
    }
    const both = () => [clone(slug), clone(`${slug}.canary`)]
    const [unpinned, sameAsThat] = both()
    expect(unpinned?.changed).toBe(false)
    expect(sameAsThat?.changed).toBe(false)
    await run('collections', 'promote', slug)
    await change('plants')
    const [production, canary] = both()
    expect(production).toEqual(unpinned)
    expect(canary?.changed).toBe(true)
    await run('collections', 'promote', slug)
    const [promoted, still] = both()
    expect(still).toEqual(canary)
    expect(promoted?.changed).toBe(true)
  })
})
