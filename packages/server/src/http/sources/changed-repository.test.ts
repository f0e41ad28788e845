import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type {
  PendingRevisionApproved,
  PendingRevisionBody,
  PendingRevisionBulkResult,
  SkillBody,
} from '@repertoire/protocol'
import { createGitReader } from '@repertoire/sources'
import { type GitServer, startGitServer, TestRepository } from '@repertoire/sources/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cleanSkill, createSourceServer, type SourceServer } from '../../testing/source-fixtures.ts'

const hasTools = ['git', 'openssl'].every((tool) => {
  try {
    execFileSync(tool, ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})

async function toLoopback({ port }: { readonly port: number }): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return socket
}

describe.skipIf(!hasTools)('A10: a Git repository that changes', () => {
  let git: GitServer
  let cacheFolder: string
  let server: SourceServer
  let repository: TestRepository
  let count = 0
  let sourceId: string

  beforeAll(async () => {
    git = await startGitServer()
    cacheFolder = mkdtempSync(join(tmpdir(), 'repertoire-changed-repository-'))
  })
  afterAll(async () => {
    await git.close()
    rmSync(cacheFolder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    count += 1
    const sourceReader = createGitReader({
      ...{ findGit: async () => 'git', cacheFolder, caFile: git.caFile, connect: toLoopback },
    })
    server = await createSourceServer({ sourceReader })
    repository = new TestRepository(git, `acme/r${count}`)
    const config = { url: `${git.url}/acme/r${count}.git` }
    sourceId = (await server.addSource('git', { source_type: 'git', config })).id
  })

  /** What the repository has from now on, each folder with a skill; and its sync. */
  async function publish(folders: Readonly<Record<string, Readonly<Record<string, string>>>>) {
    repository.commit(
      Object.fromEntries(
        Object.entries(folders).map(([folder, files]) => [
          `${folder}/SKILL.md`,
          files['SKILL.md'] ?? '',
        ]),
      ),
    )
    return server.sync(sourceId)
  }
  const slugs = async () =>
    (await server.call<{ items: SkillBody[] }>('/api/v1/skills')).body.items
      .map(({ slug }) => slug)
      .toSorted()
  const show = async (path: string) => {
    const { id } = (await server.held())[path] ?? { id: 'none' }
    return (await server.call<PendingRevisionBody>(`/api/v1/reviews/${id}`)).body
  }

  it('a renamed folder is approved under its owner’s name, and gets its updates', async () => {
    await publish({ 'skills/old': cleanSkill('backup') })
    const first = await server.approve('skills/old')
    expect(first).toMatchObject({ slug: 'backup', kept_beside: null })
    await publish({ 'skills/new': cleanSkill('backup') })
    const renamed = await show('skills/new')
    const kept = { slug: 'backup', skill_id: first.skill_id }
    expect(renamed.name_taken).toMatchObject({ ...kept, kept_as: 'acme-backup' })
    const second: PendingRevisionApproved = await server.approve('skills/new')
    expect(second).toMatchObject({ slug: 'acme-backup', kept_beside: kept })
    expect(await slugs()).toEqual(['acme-backup', 'backup'])

    await publish({ 'skills/new': cleanSkill('backup', 'Better.') })
    expect(await show('skills/new')).toMatchObject({
      ...{ kind: 'update', skill_id: second.skill_id, edited_here: false, name_taken: null },
    })
    expect(await server.approve('skills/new')).toMatchObject({ slug: 'acme-backup' })
  })

  it('of folders of one name every one is kept, also approved together', async () => {
    await publish({
      ...{ a: cleanSkill('backup', 'One.'), b: cleanSkill('backup', 'Two.') },
      ...{ c: cleanSkill('backup', 'Three.'), d: cleanSkill('backup', 'Four.') },
    })
    const items = Object.values(await server.held()).map(({ id, digest }) => ({ id, digest }))
    const { body } = await server.call<PendingRevisionBulkResult>('/api/v1/reviews/decide', {
      body: { decision: 'approve', items },
    })
    const named = ['backup', 'acme-backup', 'localhost-acme-backup', 'acme-backup-2']
    expect(body.results.map(({ slug }) => slug)).toEqual(named)
    expect(await slugs()).toEqual(named.toSorted())
  })

  it('an update that the repository took back ends with the reason', async () => {
    await publish({ a: cleanSkill('a'), b: cleanSkill('b') })
    for (const path of ['a', 'b']) await server.approve(path)
    await publish({ a: cleanSkill('a', 'Other.'), b: cleanSkill('b') })
    const { id } = await show('a')
    await publish({ a: cleanSkill('a'), b: cleanSkill('b') })
    expect(await server.held()).toEqual({})
    const { body } = await server.call<PendingRevisionBody>(`/api/v1/reviews/${id}`)
    expect(body).toMatchObject({ state: 'superseded', decided_by: null, approvable: false })
    expect(body.note).toContain('took it back')
  })
})
