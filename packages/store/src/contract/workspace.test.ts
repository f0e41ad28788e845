import { createHash } from 'node:crypto'
import type { ConversationId } from '@repertoire/core/base'
import { workspaceLimits } from '@repertoire/core/keep'
import type { TenantStore, WorkspaceChange } from '@repertoire/core/ports'
import { expect, test } from 'vitest'
import { rejection } from './expectations.ts'
import { ann, batch, bob, forEveryStore, newConversation, newRun } from './store-fixture.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const nothing = hashOf('')

forEveryStore('workspace', (fixture) => {
  const started = async (tenant?: TenantStore) => {
    const owner = tenant ?? (await fixture.tenant())
    const conversation = newConversation(fixture)
    await owner.conversations.create(conversation)
    return { ...owner, tenant: owner, id: conversation.id }
  }

  /** Stores a text and returns the change that references it. */
  async function file(tenant: TenantStore, path: string, text: string): Promise<WorkspaceChange> {
    const bytes = encode(text)
    await tenant.workspace.storeBlob(hashOf(text), bytes)
    return { path, sha256: hashOf(text), size: bytes.length }
  }

  async function put(tenant: TenantStore, id: ConversationId, changes: WorkspaceChange[]) {
    await tenant.workspace.change(ann, id, { changes, now: fixture.clock.now() })
  }

  test('a file reads back as written; paths are ordered by bytes', async () => {
    const { tenant, workspace, id } = await started()
    for (const path of ['b.md', 'a/ü.md', 'B.txt', '\u{1F600}.md', '\uFFEE.md']) {
      await put(tenant, id, [await file(tenant, path, `# ${path}\r\n`)])
    }
    const files = await workspace.list(ann, id)
    expect(files.map(({ path }) => path)).toEqual([
      'B.txt',
      'a/ü.md',
      'b.md',
      '\uFFEE.md',
      '\u{1F600}.md',
    ])
    expect(files[0]).toEqual({
      path: 'B.txt',
      sha256: hashOf('# B.txt\r\n'),
      size: 9,
      skillId: null,
      updatedAt: fixture.clock.now(),
    })
    expect(await workspace.read(ann, id, 'a/ü.md')).toEqual(encode('# a/ü.md\r\n'))
    expect(await workspace.read(ann, id, 'A/ü.md')).toBeNull()
  })

  test('writing replaces, removing deletes, and removing a missing file is allowed', async () => {
    const { tenant, workspace, id } = await started()
    await put(tenant, id, [await file(tenant, 'a', 'old'), await file(tenant, 'b', 'b')])
    await put(tenant, id, [await file(tenant, 'a', 'new'), { path: 'b', removed: true }])
    await put(tenant, id, [{ path: 'absent', removed: true }])
    expect((await workspace.list(ann, id)).map(({ path }) => path)).toEqual(['a'])
    expect(await workspace.read(ann, id, 'a')).toEqual(encode('new'))
  })

  test('two conversations of one person have separate folders', async () => {
    const one = await started()
    const two = await started(one.tenant)
    await put(one.tenant, one.id, [await file(one.tenant, 'a', 'one')])
    expect(await two.workspace.list(ann, two.id)).toEqual([])
    await put(one.tenant, two.id, [await file(one.tenant, 'a', 'two')])
    expect(await one.workspace.read(ann, one.id, 'a')).toEqual(encode('one'))
  })

  test('only its person reads or changes it', async () => {
    const { tenant, workspace, id } = await started()
    await put(tenant, id, [await file(tenant, 'a', 'mine')])
    expect(await workspace.list(bob, id)).toEqual([])
    expect(await workspace.read(bob, id, 'a')).toBeNull()
    const theft = workspace.change(bob, id, { changes: [{ path: 'a', removed: true }], now: 1 })
    expect(await rejection(theft)).toBe('conversation.not-found')
    expect(await workspace.read(ann, id, 'a')).toEqual(encode('mine'))
  })

  test('removing the conversation removes its files', async () => {
    const { tenant, conversations, workspace, id } = await started()
    await put(tenant, id, [await file(tenant, 'a', 'x')])
    const conversation = await conversations.get(ann, id)
    await conversations.remove(ann, id)
    expect(await workspace.list(ann, id)).toEqual([])
    if (conversation) await conversations.create(conversation)
    expect(await workspace.list(ann, id)).toEqual([])
  })

  test('files, events and session of a batch are written atomically', async () => {
    const { tenant, conversations, workspace, id } = await started()
    const files = [await file(tenant, 'a', 'x')]
    const early = conversations.append(id, batch(3, ['too early'], { files }), 1)
    expect(await rejection(early)).toBe('conversation.moved-on')
    expect(await workspace.list(ann, id)).toEqual([])
    const bad = [...files, { path: '../out', sha256: nothing, size: 0 }]
    const out = conversations.append(id, batch(0, ['out'], { files: bad }), 1)
    expect(await rejection(out)).toBe('workspace.bad-path')
    const ended = { id: newRun(fixture, id).id, status: 'completed' } as const
    const overtaken = conversations.append(id, batch(0, ['x'], { files, run: ended }), 1)
    expect(await rejection(overtaken)).toBe('run.not-open')
    expect(await workspace.list(ann, id)).toEqual([])
    expect((await conversations.get(ann, id))?.headSeq).toBe(0)
    expect(await conversations.append(id, batch(0, ['x'], { files }), 7)).toBe(1)
    expect(await workspace.list(ann, id)).toMatchObject([{ path: 'a', updatedAt: 7 }])
  })

  test('a file that changed meanwhile is not overwritten', async () => {
    const { tenant, conversations, workspace, id } = await started()
    const first = await file(tenant, 'a', 'first')
    const second = { ...(await file(tenant, 'a', 'second')), expectedSha256: hashOf('first') }
    await put(tenant, id, [{ ...first, expectedSha256: null }])
    expect(await rejection(put(tenant, id, [{ ...first, expectedSha256: null }]))).toBe(
      'workspace.changed',
    )
    await conversations.append(id, batch(0, ['edit'], { files: [second] }), 1)
    const again = conversations.append(id, batch(1, ['again'], { files: [second] }), 1)
    expect(await rejection(again)).toBe('workspace.changed')
    expect(await workspace.read(ann, id, 'a')).toEqual(encode('second'))
    expect((await conversations.get(ann, id))?.headSeq).toBe(1)
  })

  test('of concurrent changes based on the same file exactly one succeeds', async () => {
    const { tenant, id } = await started()
    await put(tenant, id, [await file(tenant, 'a', 'start')])
    const attempts = await Promise.all(
      ['one', 'two', 'three', 'four'].map(async (text) => {
        const change = { ...(await file(tenant, 'a', text)), expectedSha256: hashOf('start') }
        return put(tenant, id, [change]).then(
          () => 'done',
          (error: { problem: { code: string } }) => error.problem.code,
        )
      }),
    )
    expect(attempts.sort()).toEqual(['done', ...Array(3).fill('workspace.changed')])
  })

  test('an agent and its person write concurrently, and nothing of either is lost', async () => {
    const { tenant, conversations, workspace, id } = await started()
    const second = (await fixture.openAnother()).tenant(tenant.tenantId)
    const own = await Promise.all(
      Array.from({ length: 8 }, (_, index) => file(tenant, `agent-${index}`, `a${index}`)),
    )
    const theirs = await Promise.all(
      Array.from({ length: 8 }, (_, index) => file(tenant, `person-${index}`, `p${index}`)),
    )
    const agent = async () => {
      for (const [seq, change] of own.entries()) {
        await conversations.append(id, batch(seq, ['step'], { files: [change] }), 1)
      }
    }
    await Promise.all([agent(), ...theirs.map((change) => put(second, id, [change]))])
    const paths = (await workspace.list(ann, id)).map(({ path }) => path)
    expect(paths).toEqual([...own, ...theirs].map(({ path }) => path))
    expect((await conversations.get(ann, id))?.headSeq).toBe(8)
  })

  test('a full folder rejects new files, but may shrink', async () => {
    const { tenant, workspace, id } = await started()
    const many = Array.from({ length: workspaceLimits.files }, (_, index) => ({
      path: `f${index}`,
      sha256: nothing,
      size: 0,
    }))
    await put(tenant, id, many)
    const more = { path: 'one-more', sha256: nothing, size: 0 }
    expect(await rejection(put(tenant, id, [more]))).toBe('workspace.full')
    await put(tenant, id, [{ path: 'f0', removed: true }, more])
    const large = { path: 'one-more', sha256: nothing, size: workspaceLimits.bytes + 1 }
    expect(await rejection(put(tenant, id, [large]))).toBe('workspace.full')
    expect(await workspace.list(ann, id)).toHaveLength(workspaceLimits.files)
  })

  test('a file whose blob is lost is reported, and never reads as empty', async () => {
    const { tenant, workspace, id } = await started()
    await put(tenant, id, [{ path: 'a', sha256: hashOf('never kept'), size: 10 }])
    expect(await rejection(workspace.read(ann, id, 'a'))).toBe('store.blob-missing')
  })
})
