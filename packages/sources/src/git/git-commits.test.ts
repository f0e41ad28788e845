import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SourceCommit } from '@repertoire/core/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGitReader } from './git-source.ts'
import { type GitServer, startGitServer, TestRepository } from './testing/git-server.ts'

const hasTools = ['git', 'openssl'].every((tool) => {
  try {
    execFileSync(tool, ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})

const skill = (name: string, body: string) =>
  `---\nname: ${name}\ndescription: About ${name}.\n---\n${body}\n`

describe.skipIf(!hasTools)('A10: the commits of an update', () => {
  let server: GitServer
  let cacheFolder: string
  beforeAll(async () => {
    server = await startGitServer()
    cacheFolder = mkdtempSync(join(tmpdir(), 'repertoire-git-commits-'))
  })
  afterAll(async () => {
    await server.close()
    rmSync(cacheFolder, { recursive: true, force: true })
  })

  /** Those since a version, as a sync that read another one asks for them. */
  async function commits(
    name: string,
    { since, known, id }: { readonly since: string; readonly known: string; readonly id: string },
  ): Promise<readonly SourceCommit[] | undefined> {
    const reader = createGitReader({
      ...{ findGit: async () => 'git', cacheFolder, caFile: server.caFile },
      connect: async ({ port }) => {
        const socket = connect(port, '127.0.0.1')
        await new Promise((resolve, reject) =>
          socket.once('connect', resolve).once('error', reject),
        )
        return socket
      },
    })
    const opened = await reader.open({
      config: { kind: 'git', url: `${server.url}/${name}.git`, ref: null, path: '' },
      ...{ token: null, knownVersion: known, signal: new AbortController().signal },
    })
    if (opened.status === 'unchanged') throw new Error('it did not move')
    try {
      return await opened.commits?.(id, since)
    } finally {
      await opened.close()
    }
  }

  it('A10: are those since the content here that touch its folder, also where the last sync read a later one', async () => {
    const repository = new TestRepository(server, 'team/log')
    const files = (a: string, b: string) => ({
      'skills/a/SKILL.md': skill('a', a),
      'skills/b/SKILL.md': skill('b', b),
    })
    const here = repository.commit(files('One.', 'One.'), { message: 'Begin' })
    const read = repository.commit(files('Two.', 'One.'), { message: 'Better a', author: 'Ann' })
    repository.commit(files('Two.', 'Two.'), { message: 'Better b' })
    repository.commit(files('Three.', 'Two.'), { message: 'Best\u202e a\n\nAt length.' })
    const found = await commits('team/log', { since: here, known: read, id: 'skills/a' })
    expect(found?.map(({ subject, author }) => [subject, author])).toEqual([
      ['Best a', 'A'],
      ['Better a', 'Ann'],
    ])
    expect(found?.[0]?.at).toBe(Date.parse('2026-01-01T00:00:00Z'))
  })

  it('A10: are none where the history does not have the content here, and no option is taken from it', async () => {
    const repository = new TestRepository(server, 'team/rewritten')
    const before = repository.commit({ 'a/SKILL.md': skill('a', 'One.') })
    repository.commit({ 'a/SKILL.md': skill('a', 'Two.') }, { isOrphan: true })
    const from = (since: string) => commits('team/rewritten', { since, known: before, id: 'a' })
    expect(await from('f'.repeat(40))).toEqual([])
    expect(await from('--output=/tmp/x')).toEqual([])
  })
})
