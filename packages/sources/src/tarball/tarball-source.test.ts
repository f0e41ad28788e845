import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProblemError } from '@repertoire/core/base'
import type { SourceConfig } from '@repertoire/core/domain'
import type { OpenedSource } from '@repertoire/core/ports'
import { Header } from 'tar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findSkillFolders, parseTreeLine } from '../git/list-tree.ts'
import { TestRepository } from '../git/testing/git-server.ts'
import type { OutboundFetch } from '../http/outbound-fetch.ts'
import { createTarballReader } from './tarball-source.ts'

const skill = (name: string) => `---\nname: ${name}\ndescription: About ${name}.\n---\nDo it.\n`
const github: SourceConfig = { kind: 'github', repo: 'o/r', ref: null, path: '' }
const commit = 'c'.repeat(40)

interface Answer {
  readonly status?: number
  readonly body?: string | Uint8Array
  /** Where redirects led. */
  readonly url?: string
  readonly headers?: Record<string, string>
}

function fetchOf(answers: Readonly<Record<string, Answer>>) {
  const asked: { url: string; authorization: string | undefined }[] = []
  const fetch: OutboundFetch = async (url, { headers }) => {
    asked.push({ url, authorization: headers.authorization })
    const answer = answers[url] ?? { status: 404 }
    const { body } = answer
    const response = new Response(body instanceof Uint8Array ? new Uint8Array(body) : body, {
      ...{ status: answer.status ?? 200, headers: answer.headers ?? {} },
    })
    Object.defineProperty(response, 'url', { value: answer.url ?? url })
    return response
  }
  return { fetch, asked }
}

const api = 'https://api.github.com/repos/o/r'
const answersWith = (body: Uint8Array, sha = commit): Record<string, Answer> => ({
  [`${api}/commits/HEAD`]: { body: sha },
  [`${api}/tarball/${sha}`]: { body, url: `https://codeload.github.com/o/r/legacy.tar.gz/${sha}` },
})

function open(
  answers: Readonly<Record<string, Answer>>,
  { config = github, known = null }: { config?: SourceConfig; known?: string | null } = {},
) {
  const { fetch, asked } = fetchOf(answers)
  const request = { config, token: 'secret', knownVersion: known }
  const opened = createTarballReader({ fetch }).open({
    ...request,
    signal: new AbortController().signal,
  })
  return { opened, asked }
}

async function problemOf(work: Promise<OpenedSource>) {
  const error: unknown = await work.catch((thrown: unknown) => thrown)
  if (isProblemError(error)) return error.problem
  throw error instanceof Error ? error : new Error('not refused')
}

/** A tar of raw entries, whatever their names are. */
function tarOf(entries: readonly { path: string; text?: string; linkpath?: string }[]): Buffer {
  const parts = entries.flatMap(({ path, text = '', linkpath }) => {
    const block = Buffer.alloc(512)
    const type = linkpath === undefined ? 'File' : 'SymbolicLink'
    const link = linkpath === undefined ? {} : { linkpath }
    new Header({ path, mode: 0o644, size: text.length, type, ...link }).encode(block, 0)
    const padding = Buffer.alloc((512 - (text.length % 512)) % 512)
    return [block, Buffer.from(text), padding]
  })
  return Buffer.concat([...parts, Buffer.alloc(1024)])
}

describe('A9: repositories of GitHub and GitLab on a server without git', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'repertoire-tarball-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('gives the entries, tokens and files that git gives', async () => {
    const repository = new TestRepository({ folder }, 'r')
    const sha = repository.commit({
      ...{ LICENSE: 'MIT License', 'a/SKILL.md': skill('a'), 'a/run.sh': 'echo hi' },
      ...{ 'b/SKILL.md': skill('b'), 'b/link': { mode: '120000', text: '/etc/passwd' } },
      'b/logo.bin': new Uint8Array([0, 255, 1]),
    })
    const archive = execFileSync('git', [
      ...['--git-dir', repository.folder, 'archive', '--format=tar.gz', '--prefix=o-r-cccc/', sha],
    ])
    const lines = repository.git(['ls-tree', '-r', '-z', sha]).split('\0')
    const byGit = findSkillFolders(
      lines.flatMap((line) => parseTreeLine(line) ?? []),
      '',
    )
    const { opened, asked } = open(answersWith(archive, sha))
    const source = await opened
    if (source.status !== 'changed') throw new Error('unchanged')
    expect(source.version).toBe(sha)
    const ids = source.entries.map(({ id }) => id)
    const tokens = new Map(source.entries.map(({ id, token }) => [id, token]))
    expect(tokens).toEqual(new Map(byGit.map(({ id, token }) => [id, token])))
    const items = await Array.fromAsync(source.read(ids))
    const found = items.map(({ id, files }) => [
      id,
      files?.map(({ path, executable }) => `${path} ${executable}`),
    ])
    expect(found).toEqual([
      ['a', ['SKILL.md false', 'run.sh true']],
      ['b', ['SKILL.md false', 'logo.bin false']],
    ])
    const [a, b] = items
    expect(a?.files && a.licences).toEqual([{ path: 'LICENSE', text: 'MIT License' }])
    expect(b?.files && b.diagnostics.map(({ code }) => code)).toEqual(['package.left-out'])
    expect(asked.map(({ authorization }) => authorization)).toEqual([
      'Bearer secret',
      'Bearer secret',
    ])
  })

  it('A9: lone Markdown files are skills as they are by git', async () => {
    const tar = tarOf([
      { path: 'r/skills/triage.md', text: '# Triage' },
      { path: 'r/skills/README.md', text: skill('no') },
      { path: 'r/on-call.md', text: skill('on-call') },
      { path: 'r/guide.md', text: '# Guide' },
    ])
    const idsBelow = async (path: string) => {
      const source = await open(answersWith(tar), { config: { ...github, path } }).opened
      return source.status === 'changed' && source.entries.map(({ id }) => id)
    }
    expect(await idsBelow('skills')).toEqual(['skills/triage.md'])
    expect(await idsBelow('')).toEqual(['on-call.md'])
  })

  it('A10: an unmoved ref costs one request', async () => {
    const { opened, asked } = open(answersWith(new Uint8Array()), { known: commit })
    expect(await opened).toEqual({ status: 'unchanged' })
    expect(asked).toHaveLength(1)
  })

  it('reads the archive of GitLab', async () => {
    const config: SourceConfig = {
      ...{ kind: 'git', url: 'https://gitlab.com/g/sub/r.git', ref: 'main', path: '' },
    }
    const gitlab = 'https://gitlab.com/api/v4/projects/g%2Fsub%2Fr/repository'
    const { opened } = open(
      {
        [`${gitlab}/commits/main`]: { body: JSON.stringify({ id: commit }) },
        [`${gitlab}/archive.tar.gz?sha=${commit}`]: {
          body: tarOf([{ path: 'r-main/x/SKILL.md', text: skill('x') }]),
        },
      },
      { config },
    )
    expect(await opened).toMatchObject({ status: 'changed', entries: [{ id: 'x' }] })
  })

  it.each([
    [
      'https://ghe.acme.example/o/r.git',
      'https://ghe.acme.example/api/v3/repos/o/r',
      commit,
      `tarball/${commit}`,
    ],
    [
      'https://code.acme.example:8443/g/s/r.git',
      'https://code.acme.example:8443/api/v4/projects/g%2Fs%2Fr/repository',
      JSON.stringify({ id: commit }),
      `archive.tar.gz?sha=${commit}`,
    ],
  ])('A9: reads the archive of %s, a host of one’s own', async (url, base, answer, archive) => {
    const config: SourceConfig = { kind: 'git', url, ref: 'main', path: '' }
    const { fetch } = fetchOf({
      [`${base}/commits/main`]: { body: answer },
      [`${base}/${archive}`]: { body: tarOf([{ path: 'r/x/SKILL.md', text: skill('x') }]) },
    })
    const hosts = { github: ['ghe.acme.example'], gitlab: ['code.acme.example:8443'] }
    const request = { config, token: null, knownVersion: null }
    const { signal } = new AbortController()
    const opened = await createTarballReader({ fetch, hosts }).open({ ...request, signal })
    expect(opened).toMatchObject({ status: 'changed', entries: [{ id: 'x' }] })
  })

  it('says what to install for any other host', async () => {
    const config: SourceConfig = {
      ...{ kind: 'git', url: 'https://git.example.com/a/b.git', ref: null, path: '' },
    }
    const { opened, asked } = open({}, { config })
    expect(await problemOf(opened)).toMatchObject({
      ...{ code: 'source.unsupported', hint: expect.stringContaining('Install git') },
    })
    expect(asked).toEqual([])
  })

  it('says what a refusal means: private, limited, renamed', async () => {
    const url = `${api}/commits/HEAD`
    const answers: [Answer, string][] = [
      [{ status: 404 }, 'source.not-found-or-private'],
      [{ status: 401 }, 'source.not-found-or-private'],
      [{ status: 429, headers: { 'retry-after': '60' } }, 'source.rate-limited'],
      [
        { body: commit, url: 'https://api.github.com/repositories/7/commits/HEAD' },
        'source.unsupported',
      ],
      [{ body: '<html>' }, 'source.not-found-or-private'],
    ]
    for (const [answer, code] of answers) {
      expect((await problemOf(open({ [url]: answer }).opened)).code).toBe(code)
    }
  })

  it('refuses paths that git refuses, and one path twice', async () => {
    for (const path of ['r/../x', 'r/a/.GIT/config', 'r/a/./b', 'r//etc/passwd']) {
      const tar = tarOf([{ path, text: 'x' }])
      expect([path, (await problemOf(open(answersWith(tar)).opened)).code]).toEqual([
        path,
        'source.malicious',
      ])
    }
    const twice = { path: 'r/a/SKILL.md', text: skill('a') }
    const problem = await problemOf(open(answersWith(tarOf([twice, twice]))).opened)
    expect(problem.code).toBe('source.malicious')
  })

  it('a damaged archive is an error, never a source that lost its skills', async () => {
    const tar = tarOf([{ path: 'r/a/SKILL.md', text: skill('a').repeat(100) }])
    const bodies = [tar.subarray(0, 1000), Buffer.from('no archive'), Buffer.alloc(0)]
    for (const body of bodies) {
      expect((await problemOf(open(answersWith(body)).opened)).code).toBe('source.unreachable')
    }
  })
})
