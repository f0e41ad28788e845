import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type ExecutionId, isProblemError } from '@repertoire/core/base'
import type { Conversation, Execution } from '@repertoire/core/domain'
import { type CollectedBlobs, type CollectRequest, collectBlobs } from '@repertoire/core/keep'
import type { BlobGarbageCollection, TenantStore } from '@repertoire/core/ports'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha256 } from './backends.ts'
import { checkedContent } from './checked-content.ts'
import { ann, bob, forEveryStore, newConversation, type StoreFixture } from './store-fixture.ts'

const hour = 60 * 60_000
const graceMs = 24 * hour
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const fileOf = (path: string, text: string) => ({
  ...{ path, sha256: sha256(text) },
  size: bytesOf(text).length,
})

async function organisation(fixture: StoreFixture) {
  const tenant = await fixture.tenant()
  const conversation = newConversation(fixture)
  await tenant.conversations.create(conversation)
  return { tenant, conversation }
}

/** As a person does it: first the bytes, then the row that references them. */
async function write(
  { workspace }: TenantStore,
  { id }: Conversation,
  { path, text, now }: { path: string; text: string; now: number },
) {
  await workspace.storeBlob(sha256(text), bytesOf(text))
  await workspace.change(ann, id, { changes: [fileOf(path, text)], now })
}

const look = (
  fixture: StoreFixture,
  blobs: BlobGarbageCollection,
  more: Partial<CollectRequest> = {},
) => collectBlobs(blobs, { clock: fixture.clock, graceMs, ...more })

/** Collects twice: the first pass marks, the second removes. */
async function lookTwice(
  fixture: StoreFixture,
  blobs: BlobGarbageCollection,
): Promise<CollectedBlobs[]> {
  const first = await look(fixture, blobs)
  fixture.clock.advance(graceMs)
  return [first, await look(fixture, blobs)]
}

function ended(fixture: StoreFixture, outputs: Execution['outputs']): Execution {
  return {
    id: fixture.id('exe') as ExecutionId,
    ...{ conversationId: null, runId: null, callId: null, skill: null },
    traceId: 'a'.repeat(32),
    ...{ runtime: 'shell', entry: 'ls', args: [], status: 'ok', exitCode: 0 },
    ...{ stdout: '', stderr: '', outputs, skipped: [], usage: null },
    ...{ startedBy: ann, startedAt: fixture.clock.now(), finishedAt: fixture.clock.now() },
  }
}

forEveryStore('C6: unreferenced blobs', (fixture) => {
  test('are removed after the grace period in two steps; referenced ones stay', async () => {
    const { tenant, conversation } = await organisation(fixture)
    const { workspace, executions, blobs, skills } = tenant
    const at = (path: string, text: string) =>
      write(tenant, conversation, { path, text, now: fixture.clock.now() })
    await at('a.txt', 'first')
    await at('a.txt', 'second')
    await at('b.txt', 'deleted')
    await workspace.change(ann, conversation.id, {
      changes: [{ path: 'b.txt', removed: true }],
      now: fixture.clock.now(),
    })
    await workspace.storeBlob(sha256('output'), bytesOf('output'))
    const execution = ended(fixture, [fileOf('out.txt', 'output')])
    await executions.create(execution)
    const [saved] = await skills.save(
      [checkedContent('one', { files: { 'note.md': 'of a skill' } })],
      'create',
    )
    if (saved?.status !== 'created') throw new Error('it is saved')

    expect(await look(fixture, blobs)).toEqual({ removed: 0, marked: 0 })
    fixture.clock.advance(hour)
    expect(await lookTwice(fixture, blobs)).toEqual([
      { removed: 0, marked: 2 },
      { removed: 2, marked: 0 },
    ])
    expect(await blobs.storedAt(sha256('first'))).toBeNull()
    expect(await blobs.storedAt(sha256('deleted'))).toBeNull()
    expect(await workspace.read(ann, conversation.id, 'a.txt')).toEqual(bytesOf('second'))
    expect(await executions.output(ann, execution.id, 'out.txt')).toEqual(bytesOf('output'))
    const { id, head } = saved.skill
    expect(await skills.file(ann, id, head.digest, 'note.md')).toEqual(bytesOf('of a skill'))

    expect(await look(fixture, blobs)).toEqual({ removed: 0, marked: 0 })
    // No row references them any more: the conversation is deleted, and outputs are dropped after some days.
    await tenant.conversations.remove(ann, conversation.id)
    await executions.dropOutputs({ by: fixture.clock.now(), why: 'old', limit: 9 })
    expect(await lookTwice(fixture, blobs)).toEqual([
      { removed: 0, marked: 2 },
      { removed: 2, marked: 0 },
    ])
    expect(await skills.file(ann, id, head.digest, 'note.md')).toEqual(bytesOf('of a skill'))
  })

  test('of one organisation are removed without affecting the same bytes of another', async () => {
    const [one, other] = [await organisation(fixture), await organisation(fixture)]
    const { workspace } = other.tenant
    await one.tenant.workspace.storeBlob(sha256('same'), bytesOf('same'))
    const now = fixture.clock.now()
    await write(other.tenant, other.conversation, { path: 'x', text: 'same', now })
    fixture.clock.advance(graceMs)
    const looks = await lookTwice(fixture, one.tenant.blobs)
    expect(looks.at(-1)).toEqual({ removed: 1, marked: 0 })
    expect(await workspace.read(ann, other.conversation.id, 'x')).toEqual(bytesOf('same'))
    expect(await workspace.read(bob, other.conversation.id, 'x')).toBeNull()
  })

  test('stay when they are stored again after they were marked', async () => {
    const { tenant, conversation } = await organisation(fixture)
    const { workspace, blobs } = tenant
    await workspace.storeBlob(sha256('again'), bytesOf('again'))
    fixture.clock.advance(graceMs)
    expect(await look(fixture, blobs)).toMatchObject({ marked: 1 })
    fixture.clock.advance(graceMs)
    await workspace.storeBlob(sha256('again'), bytesOf('again'))
    expect(await look(fixture, blobs)).toEqual({ removed: 0, marked: 0 })
    const now = fixture.clock.now()
    await workspace.change(ann, conversation.id, { changes: [fileOf('x', 'again')], now })
    fixture.clock.advance(graceMs)
    expect(await lookTwice(fixture, blobs)).toMatchObject([{ removed: 0 }, { removed: 0 }])
    expect(await workspace.read(ann, conversation.id, 'x')).toEqual(bytesOf('again'))
  })

  test('stay when they are stored again between the last check and the removal', async () => {
    const { tenant, conversation } = await organisation(fixture)
    const { workspace, blobs } = tenant
    const hash = sha256('late')
    await workspace.storeBlob(hash, bytesOf('late'))
    fixture.clock.advance(graceMs)
    expect(await look(fixture, blobs)).toMatchObject({ marked: 1 })
    fixture.clock.advance(graceMs)
    const overtaken: BlobGarbageCollection = {
      ...blobs,
      storedAt: async (asked) => {
        const storedAt = await blobs.storedAt(asked)
        await workspace.storeBlob(hash, bytesOf('late'))
        return storedAt
      },
    }
    expect(await look(fixture, overtaken)).toEqual({ removed: 0, marked: 0 })
    const now = fixture.clock.now()
    await workspace.change(ann, conversation.id, { changes: [fileOf('x', 'late')], now })
    expect(await workspace.read(ann, conversation.id, 'x')).toEqual(bytesOf('late'))
  })

  test('stay when another pass marks them again after they were stored again', async () => {
    const { tenant, conversation } = await organisation(fixture)
    const { workspace, blobs } = tenant
    const hash = sha256('twice')
    await workspace.storeBlob(hash, bytesOf('twice'))
    fixture.clock.advance(graceMs)
    expect(await look(fixture, blobs)).toMatchObject({ marked: 1 })
    fixture.clock.advance(graceMs)
    // The other pass had looked before, and marks what it saw.
    const overtaken: BlobGarbageCollection = {
      ...blobs,
      storedAt: async (asked) => {
        const storedAt = await blobs.storedAt(asked)
        await workspace.storeBlob(hash, bytesOf('twice'))
        await blobs.mark([hash], fixture.clock.now())
        return storedAt
      },
    }
    expect(await look(fixture, overtaken)).toMatchObject({ removed: 0 })
    const now = fixture.clock.now()
    await workspace.change(ann, conversation.id, { changes: [fileOf('x', 'twice')], now })
    expect(await workspace.read(ann, conversation.id, 'x')).toEqual(bytesOf('twice'))
  })

  test('a blob does not count as unreferenced while its file is only renamed', async () => {
    const { tenant, conversation } = await organisation(fixture)
    const { workspace, blobs } = tenant
    const now = fixture.clock.now()
    await write(tenant, conversation, { path: 'old', text: 'moved', now })
    // The checks ran in between: no page of rows contained it.
    await blobs.mark([sha256('moved')], now)
    const changes = [{ path: 'old', removed: true } as const, fileOf('new', 'moved')]
    await workspace.change(ann, conversation.id, { changes, now })
    expect(await blobs.removeMarked(sha256('moved'), now)).toBe(false)
    expect(await blobs.removeMarked(sha256('moved'), now)).toBe(false)
    expect(await workspace.read(ann, conversation.id, 'new')).toEqual(bytesOf('moved'))
  })

  test('never include a blob that is about to be referenced, however checks and writes interleave', async () => {
    const { tenant, conversation } = await organisation(fixture)
    const { workspace } = tenant
    const runs = fixture.kind.name === 'in memory' ? 100 : 15
    let round = 0
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.constantFrom(0, hour, graceMs), { minLength: 2, maxLength: 5 }),
        async (scheduler, pauses) => {
          round += 1
          const texts = [`${round} one`, `${round} two`]
          for (const text of texts) await workspace.storeBlob(sha256(text), bytesOf(text))
          // From storing to referencing takes less than the shortest grace period: no time passes in between.
          let storing = 0
          const writing = async (text: string) => {
            for (const [turn, pause] of pauses.entries()) {
              if (storing === 0) fixture.clock.advance(pause)
              await scheduler.schedule(Promise.resolve(), `before ${turn}`)
              const hash = sha256(text)
              storing += 1
              await scheduler.schedule(workspace.storeBlob(hash, bytesOf(text)), `keep ${turn}`)
              const now = fixture.clock.now()
              const changes = [fileOf(text, text)]
              await scheduler.schedule(workspace.change(ann, conversation.id, { changes, now }))
              storing -= 1
              expect(await workspace.read(ann, conversation.id, text)).toEqual(bytesOf(text))
              const removed = [{ path: text, removed: true } as const]
              await workspace.change(ann, conversation.id, { changes: removed, now })
            }
            storing += 1
            await write(tenant, conversation, { path: text, text, now: fixture.clock.now() })
            storing -= 1
          }
          const scheduled = slowly(tenant.blobs, scheduler)
          const looking = async () => {
            for (const _ of pauses) await look(fixture, scheduled)
          }
          const all = Promise.all([...texts.map(writing), looking(), looking()])
          await scheduler.waitFor(all)
          for (const text of texts) {
            expect(await workspace.read(ann, conversation.id, text)).toEqual(bytesOf(text))
          }
        },
      ),
      { numRuns: runs },
    )
  }, 120_000)

  test('a stopped collection leaves the rest for the next', async () => {
    const { tenant } = await organisation(fixture)
    await tenant.workspace.storeBlob(sha256('rest'), bytesOf('rest'))
    fixture.clock.advance(graceMs)
    const none = { removed: 0, marked: 0 }
    expect(await look(fixture, tenant.blobs, { stopped: () => true })).toEqual(none)
    expect(await look(fixture, tenant.blobs)).toEqual({ removed: 0, marked: 1 })
  })

  test('every grace period is longer than a write takes', async () => {
    const { tenant } = await organisation(fixture)
    await expect(look(fixture, tenant.blobs, { graceMs: 1_000 })).rejects.toThrow(RangeError)
  })

  // The in-memory store has only one process.
  const ofSeveral = fixture.kind.durable ? test : () => {}
  ofSeveral('are removed once by two processes that do it at the same time', async () => {
    const { tenant } = await organisation(fixture)
    await tenant.workspace.storeBlob(sha256('stuck'), bytesOf('stuck'))
    await tenant.blobs.mark([sha256('stuck')], 1)
    const folder = join(fixture.backend.dataDir ?? '', 'blobs', tenant.tenantId)
    expect(await readdir(folder)).toEqual([sha256('stuck').slice(0, 2)])
    const elsewhere = (await fixture.openAnother()).tenant(tenant.tenantId)
    const both = [tenant, elsewhere].map(({ blobs }) => blobs.removeMarked(sha256('stuck'), 1))
    expect((await Promise.all(both)).toSorted()).toEqual([false, true])
    expect(await elsewhere.blobs.marked(9, { after: null, limit: 9 })).toEqual([])
  })
})

/** Every step of the collection waits for the scheduler. A lost row shows as a problem, never as a wait. */
function slowly(blobs: BlobGarbageCollection, scheduler: fc.Scheduler): BlobGarbageCollection {
  return new Proxy(blobs, {
    get:
      (target, name: keyof BlobGarbageCollection) =>
      async (...args: never[]) => {
        await scheduler.schedule(Promise.resolve(), name)
        const step = target[name] as (...given: never[]) => Promise<unknown>
        return step(...args).catch((error: unknown) => {
          throw isProblemError(error) ? new Error(error.problem.code) : error
        })
      },
  })
}
