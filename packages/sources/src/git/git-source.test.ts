import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect as connectTcp, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProblemError, ProblemError } from '@repertoire/core/base'
import type { OpenedSource, SourceItem, SourceReader } from '@repertoire/core/ports'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createGitReader } from './git-source.ts'
import { type GitServer, startGitServer, TestRepository } from './testing/git-server.ts'

type Changed = Extract<OpenedSource, { status: 'changed' }>

const hasTools = ['git', 'openssl'].every((tool) => {
  try {
    execFileSync(tool, ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})

const skill = (name: string, body = 'Do it.') =>
  `---\nname: ${name}\ndescription: About ${name}.\n---\n${body}\n`
const token = 'ghp_verysecrettoken0123456789'

async function toLoopback({ port }: { readonly port: number }): Promise<Socket> {
  const socket = connectTcp(port, '127.0.0.1')
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return socket
}

describe.skipIf(!hasTools)('A9: sources that are Git repositories', () => {
  let server: GitServer
  let cacheFolder: string
  let count = 0

  beforeAll(async () => {
    server = await startGitServer()
    cacheFolder = mkdtempSync(join(tmpdir(), 'repertoire-git-cache-'))
  })
  afterEach(() => {
    server.intercept = () => false
    server.requests.length = 0
  })
  afterAll(async () => {
    await server.close()
    rmSync(cacheFolder, { recursive: true, force: true })
  })

  const newRepository = () => {
    count += 1
    return { repository: new TestRepository(server, `team/r${count}`), name: `team/r${count}` }
  }
  const reader = (options: Partial<Parameters<typeof createGitReader>[0]> = {}): SourceReader =>
    createGitReader({
      ...{ findGit: async () => 'git', cacheFolder, caFile: server.caFile, connect: toLoopback },
      ...options,
    })
  interface Ask {
    readonly ref?: string | null
    readonly path?: string
    readonly known?: string | null
    readonly token?: string | null
    readonly signal?: AbortSignal
    readonly reader?: SourceReader
  }
  const open = (name: string, ask: Ask = {}) =>
    (ask.reader ?? reader()).open({
      config: {
        kind: 'git',
        url: `${server.url}/${name}.git`,
        ref: ask.ref ?? null,
        path: ask.path ?? '',
      },
      ...{ token: ask.token ?? null, knownVersion: ask.known ?? null },
      signal: ask.signal ?? new AbortController().signal,
    })
  const changed = async (name: string, ask: Ask = {}): Promise<Changed> => {
    const source = await open(name, ask)
    if (source.status !== 'changed') throw new Error('unchanged')
    return source
  }
  const readAll = async (source: Changed): Promise<SourceItem[]> => {
    const items: SourceItem[] = []
    for await (const item of source.read(source.entries.map(({ id }) => id))) items.push(item)
    await source.close()
    return items
  }
  const problemOf = async (work: Promise<unknown>) => {
    try {
      await work
    } catch (error) {
      if (isProblemError(error)) return error.problem
      throw error
    }
    throw new Error('not refused')
  }

  it('reads each folder with a SKILL.md, its files, modes and the licences above it', async () => {
    const { repository, name } = newRepository()
    repository.commit({
      ...{ LICENSE: 'MIT License', 'skills/a/SKILL.md': skill('a'), 'skills/a/run.sh': 'echo hi' },
      ...{ 'skills/a/inner/SKILL.md': skill('inner'), 'docs/readme.md': 'none' },
      'skills/a/logo.bin': new Uint8Array([0, 255, 1]),
    })
    const source = await changed(name)
    const blob = repository.git(['rev-parse', 'HEAD:skills/a/SKILL.md']).trim()
    expect(source.entries[0]?.token).toMatch(new RegExp(`^git:[0-9a-f]{64}:${blob}$`))
    const items = await readAll(source)
    expect(items.map(({ id, files }) => [id, files?.map(({ path }) => path)])).toEqual([
      ['skills/a', ['SKILL.md', 'logo.bin', 'run.sh']],
      ['skills/a/inner', ['SKILL.md']],
    ])
    const [a] = items
    if (!a?.files) throw new Error('not read')
    expect(a.licences).toEqual([{ path: 'LICENSE', text: 'MIT License' }])
    expect(a.files.map(({ executable }) => executable)).toEqual([false, false, true])
    expect([...(a.files[1]?.bytes ?? [])]).toEqual([0, 255, 1])
  })

  const flat = {
    ...{ 'skills/triage.md': '# Triage\n', 'skills/db/locks.md': skill('locks') },
    ...{ 'skills/pack/SKILL.md': skill('pack'), 'skills/pack/reference/tables.md': skill('no') },
    ...{
      'skills/README.md': skill('no'),
      'skills/CHANGELOG.md': '# 1.0\n',
      'skills/LICENSE.md': 'MIT',
    },
    ...{ 'skills/.drafts/idea.md': skill('no'), 'skills/AGENTS.md': skill('no') },
    ...{
      'docs/guide.md': '# Guide\n',
      'notes/on-call.md': skill('on-call'),
      'notes/half.md': '---\nname: x\n---\n',
    },
    LICENSE: 'MIT License',
  }

  it('A9: every Markdown file below a named folder is a skill, but for those of skill folders and of readers', async () => {
    const { repository, name } = newRepository()
    repository.commit(flat)
    const items = await readAll(await changed(name, { path: 'skills' }))
    expect(items.map(({ id, files }) => [id, files?.map(({ path }) => path)])).toEqual([
      ['skills/pack', ['SKILL.md', 'reference/tables.md']],
      ['skills/db/locks.md', ['SKILL.md']],
      ['skills/triage.md', ['SKILL.md']],
    ])
    expect(items[2]?.files && new TextDecoder().decode(items[2].files[0]?.bytes)).toBe('# Triage\n')
    expect(items[2]?.files && items[2].licences.map(({ path }) => path)).toEqual([
      'skills/LICENSE.md',
      'LICENSE',
    ])
  })

  it('A9: where no folder is named, only those with a name and a description', async () => {
    const { repository, name } = newRepository()
    repository.commit(flat)
    const source = await changed(name)
    expect(source.entries.map(({ id }) => id)).toEqual([
      'skills/pack',
      'notes/on-call.md',
      'skills/db/locks.md',
    ])
    await source.close()
  })

  it('looks below a folder, and at a branch or a tag', async () => {
    const { repository, name } = newRepository()
    const old = repository.commit({ 'x/SKILL.md': skill('x'), 'y/SKILL.md': skill('y') })
    repository.git(['tag', 'v1', old])
    repository.commit({ 'x/SKILL.md': skill('x', 'newer') })
    const below = await changed(name, { ref: 'v1', path: 'y' })
    expect([below.version, below.entries.map(({ id }) => id)]).toEqual([old, ['y']])
    await below.close()
    const problem = await problemOf(open(name, { ref: 'nope' }))
    expect(problem).toMatchObject({
      code: 'source.not-found-or-private',
      message: expect.stringContaining('nope'),
    })
  })

  it('A10: an unmoved ref costs one ls-remote, and unchanged folders keep their tokens', async () => {
    const { repository, name } = newRepository()
    repository.commit({ 'a/SKILL.md': skill('a'), 'b/SKILL.md': skill('b') })
    const first = await changed(name)
    await readAll(first)
    server.requests.length = 0
    expect((await open(name, { known: first.version })).status).toBe('unchanged')
    expect(server.requests).toHaveLength(2)
    repository.commit({ 'a/SKILL.md': skill('a', 'new'), 'b/SKILL.md': skill('b') })
    const second = await changed(name, { known: first.version })
    await second.close()
    const tokens = (source: Changed) => new Map(source.entries.map((one) => [one.id, one.token]))
    expect(tokens(second).get('b')).toBe(tokens(first).get('b'))
    expect(tokens(second).get('a')).not.toBe(tokens(first).get('a'))
    expect(second.notices).toEqual([])
  })

  it('a licence above a folder is part of what it is known by', async () => {
    const { repository, name } = newRepository()
    repository.commit({ LICENSE: 'MIT License', 'a/SKILL.md': skill('a') })
    const first = await changed(name)
    await first.close()
    repository.commit({ LICENSE: 'All rights reserved.', 'a/SKILL.md': skill('a') })
    const second = await changed(name)
    await second.close()
    expect(second.entries[0]?.token).not.toBe(first.entries[0]?.token)
  })

  it('says that a tag was moved, and that a history was rewritten', async () => {
    const { repository, name } = newRepository()
    const first = repository.commit({ 'a/SKILL.md': skill('a') })
    repository.git(['tag', 'v1', first])
    const second = repository.commit({ 'a/SKILL.md': skill('a', 'moved') })
    repository.git(['tag', '-f', 'v1', second])
    const moved = await changed(name, { ref: 'v1', known: first })
    await moved.close()
    expect(moved.notices).toMatchObject([{ code: 'ref.moved' }])
    repository.commit({ 'a/SKILL.md': skill('a', 'other') }, { isOrphan: true })
    const rewritten = await changed(name, { known: second })
    await rewritten.close()
    expect(rewritten.notices).toMatchObject([{ code: 'history.rewritten' }])
  })

  it('leaves links and submodules out, says so, and names pointers of LFS', async () => {
    const { repository, name } = newRepository()
    repository.commit({
      'a/SKILL.md': skill('a'),
      'a/passwd': { mode: '120000', text: '/etc/passwd' },
      'a/sub': { mode: '160000', text: '' },
      'a/big.bin': 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n',
    })
    const [item] = await readAll(await changed(name))
    if (!item?.files) throw new Error('not read')
    expect(item.files.map(({ path }) => path)).toEqual(['SKILL.md', 'big.bin'])
    const codes = item.diagnostics.map(({ code }) => code)
    expect(codes).toEqual(['package.left-out', 'package.left-out', 'package.lfs-pointer'])
  })

  it('a file over the limit fails its skill, not the others', async () => {
    const { repository, name } = newRepository()
    repository.commit({
      ...{ 'a/SKILL.md': skill('a'), 'a/zeros.bin': new Uint8Array(9 * 1024 * 1024) },
      'b/SKILL.md': skill('b'),
    })
    const items = await readAll(await changed(name))
    expect(items.map(({ id, problem }) => [id, problem?.code])).toEqual([
      ['a', 'source.too-large'],
      ['b', undefined],
    ])
  })

  it('refuses trees that no honest repository has', async () => {
    for (const name of ['..', '.git', '.GIT', 'a/b']) {
      const made = newRepository()
      const sha = made.repository.blob(skill('x'))
      const inner = made.repository.rawTree([{ mode: '100644', sha, name: 'SKILL.md' }])
      const tree = made.repository.rawTree([{ mode: '040000', sha: inner, name }])
      made.repository.commitTree(tree)
      const problem = await problemOf(open(made.name))
      expect([name, problem.code]).toEqual([name, 'source.malicious'])
    }
  })

  it('a tree that repeats itself without end is given up', async () => {
    const { repository, name } = newRepository()
    const sha = repository.blob(skill('x'))
    let tree = repository.rawTree([{ mode: '100644', sha, name: 'SKILL.md' }])
    for (let depth = 0; depth < 8; depth += 1) {
      const entries = Array.from({ length: 10 }, (_, at) => ({
        ...{ mode: '040000', sha: tree, name: `d${at}` },
      }))
      tree = repository.rawTree(entries)
    }
    repository.commitTree(tree)
    expect((await problemOf(open(name))).code).toBe('source.too-large')
  })

  it('says that the commit it is pinned to is not there any more', async () => {
    const problem = await problemOf(open(newRepository().name, { ref: 'a'.repeat(40) }))
    expect(problem.code).toBe('source.not-found-or-private')
    expect(problem.message).toContain('does not have the commit, branch or tag that was asked')
  })

  it('says what a refusal means: private, limited, moved', async () => {
    const { repository, name } = newRepository()
    repository.commit({ 'a/SKILL.md': skill('a') })
    const answers = [
      ...[{ status: 401, code: 'source.not-found-or-private' }],
      ...[{ status: 403, code: 'source.not-found-or-private' }],
      ...[{ status: 429, code: 'source.rate-limited' }],
      ...[{ status: 301, code: 'source.unsupported' }],
    ]
    for (const { status, code } of answers) {
      server.intercept = (_, response) => {
        response.writeHead(status, { location: 'https://169.254.169.254/x.git/info/refs' }).end()
        return true
      }
      expect((await problemOf(open(name, { token }))).code).toBe(code)
    }
  })

  it('says that this server has no network, and nothing against the repository', async () => {
    const { name } = newRepository()
    for (const code of ['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH']) {
      const offline = reader({
        connect: async () => {
          throw Object.assign(new Error('connect'), { code })
        },
      })
      const problem = await problemOf(open(name, { reader: offline }))
      expect(problem).toMatchObject({ code: 'source.no-network', kind: 'unavailable' })
      expect(problem.message).toMatch(/^This server .*no network/)
    }
  })

  it('reaches the host of the repository alone, over the guarded connector', async () => {
    const { name } = newRepository()
    const asked: unknown[] = []
    const refusal = new ProblemError({
      code: 'outbound.address-refused',
      kind: 'forbidden',
      message: 'no',
    })
    const guarded = reader({
      connect: async (target) => {
        asked.push(target)
        throw refusal
      },
    })
    expect((await problemOf(open(name, { reader: guarded }))).code).toBe('outbound.address-refused')
    expect(asked).toEqual([{ hostname: 'localhost', port: Number(new URL(server.url).port) }])
  })

  it('gives the token to the server alone: not to arguments, problems or files', async () => {
    const { repository, name } = newRepository()
    repository.commit({ 'a/SKILL.md': skill('a') })
    const log = join(cacheFolder, 'arguments.log')
    const spy = join(cacheFolder, 'git-spy')
    writeFileSync(spy, `#!/bin/sh\necho "$@" >> ${log}\nexec git "$@"\n`)
    chmodSync(spy, 0o755)
    const seen: (string | undefined)[] = []
    server.intercept = (request) => {
      seen.push(request.headers.authorization)
      return false
    }
    const spied = reader({ findGit: async () => spy })
    await readAll(await changed(name, { token, reader: spied }))
    const basic = Buffer.from(`x-access-token:${token}`).toString('base64')
    expect(new Set(seen)).toEqual(new Set([`Basic ${basic}`]))
    const written = readFileSync(log, 'utf8') + allText(cacheFolder)
    expect(written).toContain('ls-remote')
    for (const secret of [token, basic]) expect(written).not.toContain(secret)
    const problem = await problemOf(open(name, { token, ref: 'none' }))
    expect(JSON.stringify(problem)).not.toContain(token)
  })

  it('an abort ends git and everything that it started', async () => {
    const { repository, name } = newRepository()
    repository.commit({ 'a/SKILL.md': skill('a') })
    const abort = new AbortController()
    server.intercept = () => {
      abort.abort(new Error('stopped'))
      return true
    }
    await expect(open(name, { signal: abort.signal })).rejects.toThrow('stopped')
    const left = execFileSync('ps', ['-eo', 'args']).toString()
    expect(left.split('\n').filter((line) => line.includes(`${server.url}/${name}`))).toEqual([])
  })

  it('runs no hook and believes no setting of what it fetched before', async () => {
    const { repository, name } = newRepository()
    repository.commit({ 'a/SKILL.md': skill('a') })
    const first = await changed(name)
    await first.close()
    const proof = join(cacheFolder, 'was-run')
    for (const folder of readdirSync(cacheFolder).filter((one) => one.endsWith('.git'))) {
      const config = join(cacheFolder, folder, 'config')
      writeFileSync(config, `[core]\n\tfsmonitor = touch ${proof}\n\tsshCommand = touch ${proof}\n`)
    }
    repository.commit({ 'a/SKILL.md': skill('a', 'new') })
    await (await changed(name)).close()
    expect(readdirSync(cacheFolder)).not.toContain('was-run')
  })

  it('without git, says what to install', async () => {
    const none = reader({ findGit: async () => null })
    expect(await problemOf(open('x', { reader: none }))).toMatchObject({
      ...{ code: 'source.unsupported', hint: expect.stringContaining('Install git') },
    })
  })
})

/** Every text file below a folder, except packs. */
function allText(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:pack|idx|rev)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}
