import type { OpenedSource } from '@repertoire/core/ports'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFakeGit, type FakeGit } from '../testing/fake-git.ts'
import {
  collect,
  type LoopbackServer,
  loopbackFetch,
  problemOf,
  startLoopbackServer,
  textsOf,
} from '../testing/loopback-server.ts'
import { skillMdOf } from '../testing/skill-archives.ts'
import { createPluginMarketplaceReader } from './plugin-marketplace-source.ts'

let server: LoopbackServer
let git: FakeGit
let url: string
beforeEach(async () => {
  server = await startLoopbackServer()
  git = createFakeGit()
  url = `${server.url}/market.json`
})
afterEach(() => server.close())

const { signal } = new AbortController()

function open(
  knownVersion: string | null = null,
  token: string | null = null,
): Promise<OpenedSource> {
  const reader = createPluginMarketplaceReader({ fetch: loopbackFetch, git })
  return reader.open({ config: { kind: 'plugin-marketplace', url }, token, knownVersion, signal })
}

async function changed(knownVersion: string | null = null) {
  const source = await open(knownVersion)
  if (source.status === 'unchanged') throw new Error('it is unchanged')
  return source
}

const idsOf = (source: Extract<OpenedSource, { status: 'changed' }>) =>
  source.entries.map(({ id }) => id)
const serve = (plugins: readonly unknown[], more: object = {}) =>
  server.served.set('/market.json', { name: 'm', owner: { name: 'o' }, plugins, ...more })
const github = (repo: string, more: object = {}) => ({ source: 'github', repo, ...more })

function addRepository(key: string, ...folders: string[]): void {
  const skills = Object.fromEntries(folders.map((folder) => [folder, skillMdOf('x')]))
  git.repositories.set(key, { version: 'c1', skills })
}

describe('a marketplace.json as a source', () => {
  it('A9: gives the skills of its plugins, read from their repositories', async () => {
    addRepository('https://github.com/acme/tools', 'skills/lint', 'other/hidden')
    addRepository('https://git.example/mono.git#v1', 'plugins/a/skills/one', 'plugins/b/skills/two')
    addRepository('https://github.com/acme/single', '.')
    serve([
      { name: 'tools', source: github('acme/tools') },
      {
        name: 'mono',
        source: {
          source: 'git-subdir',
          url: 'https://git.example/mono.git',
          path: './plugins/a',
          ref: 'v1',
        },
      },
      { name: 'single', source: { source: 'url', url: 'https://github.com/acme/single.git' } },
    ])
    const source = await changed()
    expect(idsOf(source)).toEqual(['tools/lint', 'mono/one', 'single/single'])
    const items = await collect(source.read(['mono/one', 'single/single', 'mono/none']))
    expect(items.map(({ id, problem }) => [id, problem?.code])).toEqual([
      ['mono/none', 'source.not-listed'],
      ['mono/one', undefined],
      ['single/single', undefined],
    ])
    expect(textsOf(items[1])).toEqual({ 'SKILL.md': skillMdOf('x') })
    await source.close()
    expect(git.stillOpen()).toBe(0)
  })

  it('takes exactly the folders that a plugin lists, and each skill once', async () => {
    addRepository(
      'https://github.com/acme/all',
      'skills/pdf',
      'skills/xlsx',
      'more/deep/a',
      'more/b',
    )
    const source = github('acme/all')
    serve([
      { name: 'office', source, skills: ['./skills/xlsx'] },
      { name: 'more', source, skills: './more/' },
      { name: 'rest', source },
    ])
    expect(idsOf(await changed())).toEqual(['office/xlsx', 'more/b', 'rest/pdf'])
  })

  it('pins a plugin to its commit', async () => {
    const sha = 'a'.repeat(40)
    addRepository(`https://github.com/acme/tools#${sha}`, 'skills/lint')
    serve([{ name: 'tools', source: github('acme/tools', { ref: 'main', sha }) }])
    expect(idsOf(await changed())).toEqual(['tools/lint'])
    expect(git.asked.map(({ config }) => config)).toEqual([
      { kind: 'github', repo: 'acme/tools', ref: sha, path: '' },
    ])
  })

  it.each([
    ['an npm package', { source: 'npm', package: 'x' }],
    ['a folder of no known repository', './plugins/x'],
    ['another scheme', { source: 'url', url: 'ext::sh -c id' }],
    ['http', { source: 'url', url: 'http://git.example/x.git' }],
    ['ssh', { source: 'url', url: 'git@github.com:acme/x.git' }],
    ['credentials', { source: 'url', url: 'https://user:pass@git.example/x.git' }],
    ['a file', { source: 'url', url: 'file:///etc' }],
    ['an option as ref', github('acme/tools', { ref: '--upload-pack=id' })],
    ['a ref with dots', github('acme/tools', { ref: 'a/../b' })],
    ['an option as repository', github('-x/tools')],
    ['a path out of it', { source: 'git-subdir', url: 'https://git.example/x.git', path: '../..' }],
    ['an absolute path', { source: 'git-subdir', url: 'https://git.example/x.git', path: '/etc' }],
    ['a sha that is none', github('acme/tools', { sha: 'main' })],
    ['nothing', null],
  ])('leaves out a plugin whose source is %s, and says so', async (_, source) => {
    addRepository('https://github.com/acme/good', 'skills/a')
    serve([
      { name: 'bad', source },
      { name: 'good', source: github('acme/good') },
    ])
    const opened = await changed()
    expect(idsOf(opened)).toEqual(['good/a'])
    expect(opened.notices.map(({ code }) => code)).toEqual(['plugin.unsupported'])
    expect(git.asked).toHaveLength(1)
  })

  it('leaves out plugins of one name, invalid ones, and paths of skills that leave', async () => {
    addRepository('https://github.com/acme/good', 'skills/a')
    const source = github('acme/good')
    serve([
      { name: 'good', source },
      { name: 'twice', source },
      { name: 'twice', source },
      { name: '../evil', source },
      { name: 'leaves', source, skills: ['../../other'] },
      'text',
      null,
    ])
    const { entries, notices } = await changed()
    expect(entries.map(({ id }) => id)).toEqual(['good/a'])
    expect(notices.map(({ code }) => code).toSorted()).toEqual([
      'entry.conflict',
      'entry.invalid',
      'entry.invalid',
      'entry.invalid',
      'plugin.unsupported',
    ])
  })

  it('takes none of several skills of one name in a plugin, and all of one name in two', async () => {
    addRepository('https://github.com/acme/one', 'skills/a/x', 'skills/b/x', 'skills/y')
    addRepository('https://github.com/acme/two', 'skills/y')
    serve([
      { name: 'one', source: github('acme/one') },
      { name: 'two', source: github('acme/two') },
    ])
    const { entries, notices } = await changed()
    expect(entries.map(({ id }) => id)).toEqual(['one/y', 'two/y'])
    expect(notices).toEqual([expect.objectContaining({ code: 'entry.conflict' })])
  })

  it('says that a plugin was renamed', async () => {
    addRepository('https://github.com/acme/good', 'skills/a')
    const renames = { old: 'good', gone: 'nothing', __proto__: null }
    serve([{ name: 'good', source: github('acme/good') }], { renames })
    expect((await changed()).notices).toEqual([
      expect.objectContaining({
        code: 'plugin.renamed',
        message: expect.stringContaining('"old"'),
      }),
    ])
  })

  it('names a repository that is not there, but never calls skills gone for a passing reason', async () => {
    addRepository('https://github.com/acme/good', 'skills/a')
    const plugins = ['good', 'gone'].map((name) => ({ name, source: github(`acme/${name}`) }))
    serve(plugins)
    const { entries, notices, close } = await changed()
    expect(entries.map(({ id }) => id)).toEqual(['good/a'])
    expect(notices).toEqual([expect.objectContaining({ code: 'plugin.unsupported' })])
    await close()
    git.repositories.set('https://github.com/acme/gone', { version: 'down', skills: {} })
    expect(await problemOf(open())).toMatchObject({ code: 'source.unreachable' })
    expect(git.stillOpen()).toBe(0)
  })

  it('is never empty by mistake', async () => {
    serve([{ name: 'gone', source: github('acme/gone') }])
    expect((await problemOf(open())).code).toBe('source.empty')
    serve([])
    expect((await problemOf(open())).code).toBe('source.empty')
  })

  it('gives no token to the repositories of others', async () => {
    addRepository('https://github.com/acme/good', 'skills/a')
    serve([{ name: 'good', source: github('acme/good') }])
    await open(null, 'secret')
    expect(server.headers[0]?.authorization).toBe('Bearer secret')
    expect(git.asked.map(({ token }) => token)).toEqual([null])
  })

  it.each([
    ['no JSON', 'hello'],
    ['a list', '[]'],
    ['nested a million deep', '['.repeat(1_000_000)],
    ['without plugins', '{"name":"m"}'],
    ['with a pluginRoot that leaves', '{"plugins":[],"metadata":{"pluginRoot":"../.."}}'],
  ])('refuses a file that is %s', async (_, text) => {
    server.served.set('/market.json', text)
    expect((await problemOf(open())).code).toBe('source.invalid-answer')
  })

  it('reads a list of 100,000 plugins in 10,000 repositories up to its limits, and says so', async () => {
    const plugins = Array.from({ length: 30_000 }, (_, at) => ({
      ...{ name: `p${at}`, source: github(`acme/r${at}`) },
    }))
    addRepository('https://github.com/acme/r1', 'skills/a')
    serve(plugins)
    const { entries, notices } = await changed()
    expect(entries.map(({ id }) => id)).toEqual(['p1/a'])
    expect(notices[0]?.code).toBe('entries.truncated')
    expect(git.asked).toHaveLength(50)
  })
})

describe('a marketplace that has not changed', () => {
  beforeEach(() => {
    for (const name of ['one', 'two']) addRepository(`https://github.com/acme/${name}`, 'skills/a')
  })
  const plugins = ['one', 'two', 'gone'].map((name) => ({ name, source: github(`acme/${name}`) }))

  function serveWithEtag(etag: string): void {
    server.served.set('/market.json', (request, response) => {
      response.setHeader('etag', etag)
      if (request.headers['if-none-match'] === etag) response.writeHead(304).end()
      else response.end(JSON.stringify({ plugins }))
    })
  }

  it.each([true, false])(
    'costs one request, and asks each repository once (ETag: %s)',
    async (hasEtag) => {
      if (hasEtag) serveWithEtag('"e1"')
      else serve(plugins)
      const { version, close } = await changed()
      await close()
      git.asked.length = 0
      server.requests.length = 0
      expect(await open(version)).toEqual({ status: 'unchanged' })
      expect(server.requests).toEqual(['GET /market.json'])
      expect(git.asked.map(({ knownVersion }) => knownVersion)).toEqual([null, 'c1', 'c1'])
    },
  )

  it('gives everything again when one of its repositories has moved, or comes back', async () => {
    serveWithEtag('"e1"')
    const before = await changed()
    await before.close()
    git.repositories.set('https://github.com/acme/two', {
      version: 'c2',
      skills: { 'skills/b': 'text' },
    })
    const moved = await changed(before.version)
    expect(idsOf(moved)).toEqual(['one/a', 'two/b'])
    expect(await collect(moved.read(['two/b']))).toHaveLength(1)
    await moved.close()
    addRepository('https://github.com/acme/gone', 'skills/c')
    const back = await changed(moved.version)
    expect(idsOf(back)).toEqual(['one/a', 'two/b', 'gone/c'])
    await back.close()
    expect(git.stillOpen()).toBe(0)
  })

  it('takes the version of another source, or a forged one, as none', async () => {
    serve(plugins)
    const repositories = { 'file:///etc': 'x', '--upload-pack=id': 'y' }
    const forged = [
      'etag:"a"',
      '{',
      '{"list":1}',
      JSON.stringify({ list: 'etag:"a"', repositories }),
    ]
    for (const version of forged) {
      const source = await changed(version)
      expect(idsOf(source)).toEqual(['one/a', 'two/a'])
      await source.close()
    }
  })
})
