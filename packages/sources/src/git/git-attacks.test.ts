import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect as connectTcp, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProblemError } from '@repertoire/core/base'
import type { OpenedSource } from '@repertoire/core/ports'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { gitLimits } from './git-limits.ts'
import { createGitReader } from './git-source.ts'
import { findSkillFolders } from './list-tree.ts'
import { type GitServer, startGitServer, TestRepository } from './testing/git-server.ts'

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

async function toLoopback({ port }: { readonly port: number }): Promise<Socket> {
  const socket = connectTcp(port, '127.0.0.1')
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return socket
}

describe.skipIf(!hasTools)('repositories and machines that fail in the middle', () => {
  let server: GitServer
  let cacheFolder: string
  let count = 0

  beforeAll(async () => {
    server = await startGitServer()
  })
  beforeEach(() => {
    cacheFolder = mkdtempSync(join(tmpdir(), 'repertoire-git-attacks-'))
  })
  afterEach(() => {
    server.intercept = () => false
    rmSync(cacheFolder, { recursive: true, force: true })
  })
  afterAll(() => server.close())

  const newRepository = (prefix = 'r') => {
    count += 1
    const name = `team/${prefix}${count}`
    return { repository: new TestRepository(server, name), name }
  }
  const reader = (git = 'git') =>
    createGitReader({
      ...{ findGit: async () => git, cacheFolder, caFile: server.caFile, connect: toLoopback },
    })
  type Ask = { ref?: string; known?: string; reader?: ReturnType<typeof reader> }
  const open = (name: string, { ref, known, reader: given = reader() }: Ask = {}) =>
    given.open({
      config: { kind: 'git', url: `${server.url}/${name}.git`, ref: ref ?? null, path: '' },
      ...{ token: null, knownVersion: known ?? null, signal: new AbortController().signal },
    })
  const itemsOf = async (source: OpenedSource) => {
    if (source.status !== 'changed') throw new Error('unchanged')
    const items = await Array.fromAsync(source.read(source.entries.map(({ id }) => id)))
    await source.close()
    return items
  }
  const problemOf = async (work: Promise<OpenedSource>) => {
    const error: unknown = await work.catch((thrown: unknown) => thrown)
    if (isProblemError(error)) return error.problem
    throw error instanceof Error ? error : new Error('not refused')
  }
  /** A git that does something else for one command. */
  const spy = (command: string, script: string): string => {
    const file = join(cacheFolder, 'git-spy')
    writeFileSync(
      file,
      `#!/bin/sh\ncase " $* " in *" ${command} "*) ${script} ;; esac\nexec git "$@"\n`,
    )
    chmodSync(file, 0o755)
    return file
  }
  const keptRepositories = () => readdirSync(cacheFolder).filter((name) => name.endsWith('.git'))

  it.each(['a/SKILL.md', 'a', ''])(
    'A9: a repository that lacks the object of "%s" is broken, and nobody is accused',
    async (path) => {
      const { repository, name } = newRepository('broken')
      repository.commit({ 'a/SKILL.md': skill('a'), 'b/SKILL.md': skill('b') })
      const id = repository.git(['rev-parse', path === '' ? 'main^{tree}' : `main:${path}`])
      rmSync(join(repository.folder, 'objects', id.slice(0, 2), id.slice(2)))
      const problem = await problemOf(open(name))
      expect(problem).toMatchObject({ code: 'source.broken', kind: 'unavailable' })
      expect(`${problem.message} ${problem.hint}`).toMatch(/lacks .* tries again.* owner/s)
    },
  )

  it.each(['heads', 'tags'])(
    'a commit that is named stays that commit, also where refs/%s has its id as a name',
    async (kind) => {
      const { repository, name } = newRepository()
      const pinned = repository.commit({ 'a/SKILL.md': skill('a', 'As reviewed.') })
      const later = repository.commit({ 'a/SKILL.md': skill('a', 'Something else.') })
      for (const ref of [pinned, pinned.toUpperCase()]) {
        repository.git(['update-ref', `refs/${kind}/${ref}`, later])
        const source = await open(name, { ref })
        expect(source).toMatchObject({ version: pinned })
        const [item] = await itemsOf(source)
        const text = Buffer.from(item?.files?.[0]?.bytes ?? []).toString()
        expect(text).toContain('As reviewed.')
      }
    },
  )

  it('two refs of one repository are open at a time, and the second leaves nothing', async () => {
    const { repository, name } = newRepository()
    repository.git(['tag', 'v1', repository.commit({ 'a/SKILL.md': skill('a') })])
    repository.commit({ 'b/SKILL.md': skill('b') })
    const one = reader()
    const main = await open(name, { reader: one })
    const tag = await open(name, { reader: one, ref: 'v1' })
    expect((await itemsOf(tag)).map(({ id }) => id)).toEqual(['a'])
    expect((await itemsOf(main)).map(({ id }) => id)).toEqual(['b'])
    expect(readdirSync(cacheFolder)).toEqual(keptRepositories())
    expect(keptRepositories()).toHaveLength(1)
  })

  it('the locks and folders of a killed process are removed, and the sync goes on', async () => {
    const { repository, name } = newRepository()
    repository.commit({ 'a/SKILL.md': skill('a') })
    await itemsOf(await open(name))
    const [kept] = keptRepositories()
    const folder = join(cacheFolder, kept ?? '')
    writeFileSync(join(folder, 'shallow.lock'), '')
    mkdirSync(join(folder, 'refs', 'repertoire'), { recursive: true })
    writeFileSync(join(folder, 'refs', 'repertoire', 'head.lock'), '')
    writeFileSync(join(folder, 'objects', 'pack', 'tmp_pack_x1'), 'half')
    mkdirSync(join(cacheFolder, 'home-left'))
    repository.commit({ 'a/SKILL.md': skill('a'), 'b/SKILL.md': skill('b') })
    expect((await itemsOf(await open(name))).map(({ id }) => id)).toEqual(['a', 'b'])
    expect(existsSync(join(folder, 'objects', 'pack', 'tmp_pack_x1'))).toBe(false)
    expect(existsSync(join(cacheFolder, 'home-left'))).toBe(false)
  })

  it('a listing that breaks off is an error, never a source that lost its skills', async () => {
    const { repository, name } = newRepository()
    repository.commit({ 'a/SKILL.md': skill('a'), 'b/SKILL.md': skill('b') })
    const git = spy('ls-tree', `git "$@" | head -c 60; exit 9`)
    expect((await problemOf(open(name, { reader: reader(git) }))).code).toBe('source.unreachable')
    expect(keptRepositories()).toEqual([])
    expect(await itemsOf(await open(name))).toHaveLength(2)
  })

  it('objects that break off end the sync with a problem', async () => {
    const { repository, name } = newRepository()
    repository.commit({ 'a/SKILL.md': skill('a') })
    const source = await open(name, { reader: reader(spy('cat-file', 'exit 9')) })
    if (source.status !== 'changed') throw new Error('unchanged')
    const reading = Array.fromAsync(source.read(['a']))
    await expect(reading).rejects.toMatchObject({ problem: { code: 'source.unreachable' } })
    await source.close()
  })

  it('a full disk says so, and nothing half-written is kept', async () => {
    const { repository, name } = newRepository()
    repository.commit({ 'a/SKILL.md': skill('a') })
    const full = spy('fetch', `echo 'fatal: write error: No space left on device' >&2; exit 128`)
    const problem = await problemOf(open(name, { reader: reader(full) }))
    expect(problem).toMatchObject({ code: 'source.unreachable' })
    expect(problem.message).toContain('disk of this server is full')
    expect(keptRepositories()).toEqual([])
  })

  it('a pack that outgrows the limit of one file of the system is given up', async () => {
    const { repository, name } = newRepository()
    repository.commit({ 'a/SKILL.md': skill('a'), 'a/x.bin': noise(400_000) })
    const limited = spy('fetch', `ulimit -f 100`)
    expect((await problemOf(open(name, { reader: reader(limited) }))).kind).toBe('unavailable')
    expect(await itemsOf(await open(name))).toHaveLength(1)
  })

  it('git has little memory and small files: a pack of 15 kB may say that it grows to gigabytes', async () => {
    const { repository, name } = newRepository()
    repository.commit({ 'a/SKILL.md': skill('a') })
    const found = join(cacheFolder, 'limits')
    const asking = spy('fetch', `{ ulimit -v; ulimit -f; cat /proc/self/oom_score_adj; } >${found}`)
    expect(await itemsOf(await open(name, { reader: reader(asking) }))).toHaveLength(1)
    const [memory, file, oomScore] = readFileSync(found, 'utf8').trim().split('\n').map(Number)
    expect({ memory, file }).toEqual({
      memory: gitLimits.memoryBytes / 1024,
      file: gitLimits.networkBytes / 512,
    })
    expect(oomScore).toBeGreaterThanOrEqual(500)
    const says = 'fatal: Out of memory, malloc failed (tried to allocate 3221225472 bytes)'
    const full = spy('fetch', `echo '${says}' >&2; exit 128`)
    const problem = await problemOf(open(name, { reader: reader(full) }))
    expect(problem.code).toBe('source.too-large')
  })

  it('a tree of nothing but folders is counted and given up', async () => {
    const { repository, name } = newRepository()
    let tree = repository.rawTree([])
    for (let depth = 0; depth < 9; depth += 1) {
      const entries = Array.from({ length: 10 }, (_, at) => ({ mode: '040000', name: `d${at}` }))
      tree = repository.rawTree(entries.map((entry) => ({ ...entry, sha: tree })))
    }
    repository.commitTree(tree)
    expect((await problemOf(open(name))).code).toBe('source.too-large')
  }, 20_000)

  it('a skill of too many files is refused before any is read', async () => {
    const { repository, name } = newRepository()
    const sha = repository.blob(skill('a'))
    const names = Array.from({ length: gitLimits.packageFiles }, (_, at) => `f${10_000 + at}`)
    const entries = ['SKILL.md', ...names].map((one) => ({ mode: '100644', sha, name: one }))
    const folder = repository.rawTree(entries)
    const good = repository.rawTree([{ mode: '100644', sha, name: 'SKILL.md' }])
    const both = [
      { mode: '040000', sha: folder, name: 'big' },
      { mode: '040000', sha: good, name: 'good' },
    ]
    repository.commitTree(repository.rawTree(both))
    const items = await itemsOf(await open(name))
    expect(items.map(({ id, problem }) => [id, problem?.code])).toEqual([
      ['big', 'source.too-large'],
      ['good', undefined],
    ])
  })

  it('one file that is named a thousand times costs no more than the limit of a skill', async () => {
    const { repository, name } = newRepository()
    const md = { mode: '100644', sha: repository.blob(skill('a')), name: 'SKILL.md' }
    const sha = repository.blob(new Uint8Array(7 * 1024 * 1024))
    const copies = Array.from({ length: 1000 }, (_, at) => ({
      ...{ mode: '100644', sha, name: `z${1000 + at}` },
    }))
    const folder = repository.rawTree([md, ...copies])
    repository.commitTree(repository.rawTree([{ mode: '040000', sha: folder, name: 'a' }]))
    const [item] = await itemsOf(await open(name))
    expect(item?.problem?.code).toBe('source.too-large')
  })

  it('the name of a repository does not decide what its failure means', async () => {
    const { name } = newRepository('corrupt-redirect-not found'.replaceAll(' ', '-'))
    server.intercept = (_, response) => {
      response.writeHead(500).end()
      return true
    }
    expect((await problemOf(open(name))).code).toBe('source.unreachable')
  })

  it('an emptied repository has no entries, and one without a branch is not found', async () => {
    const { repository, name } = newRepository()
    expect((await problemOf(open(name))).code).toBe('source.not-found-or-private')
    repository.commit({ 'README.md': 'gone' })
    expect(await itemsOf(await open(name))).toEqual([])
  })
})

it('many folders with many licences are listed in linear time', () => {
  const sha = 'a'.repeat(40)
  const entries = Array.from({ length: 60_000 }, (_, at) => [
    { mode: '100644', sha, path: `d${at}/LICENSE` },
    { mode: '100644', sha, path: `d${at}/s/SKILL.md` },
  ]).flat()
  const before = process.cpuUsage()
  const folders = findSkillFolders(entries, '')
  // Quadratic work takes minutes; processor time does not depend on what else runs.
  expect(process.cpuUsage(before).user / 1_000_000).toBeLessThan(5)
  expect(folders.at(-1)?.licences.map(({ path }) => path)).toEqual(['d59999/LICENSE'])
})

function noise(length: number): Uint8Array {
  let state = 1
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state >>> 16
  })
}
