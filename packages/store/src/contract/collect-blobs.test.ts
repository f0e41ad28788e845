import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type BlobGarbageCollection,
  type CollectedBlobs,
  type CollectRequest,
  type Conversation,
  collectBlobs,
  type Execution,
  type ExecutionId,
  isProblemError,
  type TenantStore,
} from '@repertoire/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrival } from './arrivals.ts'
import { sha256 } from './backends.ts'
import { ann, bob, forEveryStore, newConversation, type World } from './world.ts'

const hour = 60 * 60_000
const graceMs = 24 * hour
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const fileOf = (path: string, text: string) => ({
  ...{ path, sha256: sha256(text) },
  size: bytesOf(text).length,
})

async function organisation(world: World) {
  const tenant = await world.tenant()
  const conversation = newConversation(world)
  await tenant.conversations.create(conversation)
  return { tenant, conversation }
}

/** As a person does it: the bytes first, then the row that names them. */
async function write(
  { workspace }: TenantStore,
  { id }: Conversation,
  { path, text, now }: { path: string; text: string; now: number },
) {
  await workspace.storeBlob(sha256(text), bytesOf(text))
  await workspace.change(ann, id, { changes: [fileOf(path, text)], now })
}

const look = (world: World, blobs: BlobGarbageCollection, more: Partial<CollectRequest> = {}) =>
  collectBlobs(blobs, { now: world.clock.now(), graceMs, ...more })

/** As often as it takes for what is condemned to be removed. */
async function lookTwice(world: World, blobs: BlobGarbageCollection): Promise<CollectedBlobs[]> {
  const first = await look(world, blobs)
  world.clock.advance(graceMs)
  return [first, await look(world, blobs)]
}

function ended(world: World, outputs: Execution['outputs']): Execution {
  return {
    id: world.id('exe') as ExecutionId,
    ...{ conversationId: null, runId: null, callId: null, skill: null },
    traceId: 'a'.repeat(32),
    ...{ runtime: 'shell', entry: 'ls', args: [], status: 'ok', exitCode: 0 },
    ...{ stdout: '', stderr: '', outputs, skipped: [], usage: null },
    ...{ startedBy: ann, startedAt: world.clock.now(), finishedAt: world.clock.now() },
  }
}

forEveryStore('C6: bytes that no row names', (world) => {
  test('go after the time of grace, in two steps; those that a row names stay', async () => {
    const { tenant, conversation } = await organisation(world)
    const { workspace, executions, blobs, skills } = tenant
    const at = (path: string, text: string) =>
      write(tenant, conversation, { path, text, now: world.clock.now() })
    await at('a.txt', 'first')
    await at('a.txt', 'second')
    await at('b.txt', 'deleted')
    await workspace.change(ann, conversation.id, {
      changes: [{ path: 'b.txt', removed: true }],
      now: world.clock.now(),
    })
    await workspace.storeBlob(sha256('output'), bytesOf('output'))
    const execution = ended(world, [fileOf('out.txt', 'output')])
    await executions.create(execution)
    const [saved] = await skills.save(
      [arrival('one', { files: { 'note.md': 'of a skill' } })],
      'create',
    )
    if (saved?.status !== 'created') throw new Error('it is saved')

    expect(await look(world, blobs)).toEqual({ removed: 0, condemned: 0 })
    world.clock.advance(hour)
    expect(await lookTwice(world, blobs)).toEqual([
      { removed: 0, condemned: 2 },
      { removed: 2, condemned: 0 },
    ])
    expect(await blobs.storedAt(sha256('first'))).toBeNull()
    expect(await blobs.storedAt(sha256('deleted'))).toBeNull()
    expect(await workspace.read(ann, conversation.id, 'a.txt')).toEqual(bytesOf('second'))
    expect(await executions.output(ann, execution.id, 'out.txt')).toEqual(bytesOf('output'))
    const { id, head } = saved.skill
    expect(await skills.file(ann, id, head.digest, 'note.md')).toEqual(bytesOf('of a skill'))

    expect(await look(world, blobs)).toEqual({ removed: 0, condemned: 0 })
    // Nothing names them any more: what was kept of a conversation, and for so many days.
    await tenant.conversations.remove(ann, conversation.id)
    await executions.dropOutputs({ by: world.clock.now(), why: 'old', limit: 9 })
    expect(await lookTwice(world, blobs)).toEqual([
      { removed: 0, condemned: 2 },
      { removed: 2, condemned: 0 },
    ])
    expect(await skills.file(ann, id, head.digest, 'note.md')).toEqual(bytesOf('of a skill'))
  })

  test('of one organisation go by themselves: the same bytes of another stay', async () => {
    const [one, other] = [await organisation(world), await organisation(world)]
    const { workspace } = other.tenant
    await one.tenant.workspace.storeBlob(sha256('same'), bytesOf('same'))
    const now = world.clock.now()
    await write(other.tenant, other.conversation, { path: 'x', text: 'same', now })
    world.clock.advance(graceMs)
    const looks = await lookTwice(world, one.tenant.blobs)
    expect(looks.at(-1)).toEqual({ removed: 1, condemned: 0 })
    expect(await workspace.read(ann, other.conversation.id, 'x')).toEqual(bytesOf('same'))
    expect(await workspace.read(bob, other.conversation.id, 'x')).toBeNull()
  })

  test('stay when they are stored again after they were condemned', async () => {
    const { tenant, conversation } = await organisation(world)
    const { workspace, blobs } = tenant
    await workspace.storeBlob(sha256('again'), bytesOf('again'))
    world.clock.advance(graceMs)
    expect(await look(world, blobs)).toMatchObject({ condemned: 1 })
    world.clock.advance(graceMs)
    await workspace.storeBlob(sha256('again'), bytesOf('again'))
    expect(await look(world, blobs)).toEqual({ removed: 0, condemned: 0 })
    const now = world.clock.now()
    await workspace.change(ann, conversation.id, { changes: [fileOf('x', 'again')], now })
    world.clock.advance(graceMs)
    expect(await lookTwice(world, blobs)).toMatchObject([{ removed: 0 }, { removed: 0 }])
    expect(await workspace.read(ann, conversation.id, 'x')).toEqual(bytesOf('again'))
  })

  test('stay when they are stored again between the last look at them and their removal', async () => {
    const { tenant, conversation } = await organisation(world)
    const { workspace, blobs } = tenant
    const hash = sha256('late')
    await workspace.storeBlob(hash, bytesOf('late'))
    world.clock.advance(graceMs)
    expect(await look(world, blobs)).toMatchObject({ condemned: 1 })
    world.clock.advance(graceMs)
    const overtaken: BlobGarbageCollection = {
      ...blobs,
      storedAt: async (asked) => {
        const storedAt = await blobs.storedAt(asked)
        await workspace.storeBlob(hash, bytesOf('late'))
        return storedAt
      },
    }
    expect(await look(world, overtaken)).toEqual({ removed: 0, condemned: 0 })
    const now = world.clock.now()
    await workspace.change(ann, conversation.id, { changes: [fileOf('x', 'late')], now })
    expect(await workspace.read(ann, conversation.id, 'x')).toEqual(bytesOf('late'))
  })

  test('are not taken for such while a file only changes its path', async () => {
    const { tenant, conversation } = await organisation(world)
    const { workspace, blobs } = tenant
    const now = world.clock.now()
    await write(tenant, conversation, { path: 'old', text: 'moved', now })
    // The looks fell between: no page of rows showed it.
    await blobs.condemn([sha256('moved')], now)
    const changes = [{ path: 'old', removed: true } as const, fileOf('new', 'moved')]
    await workspace.change(ann, conversation.id, { changes, now })
    expect(await blobs.removeCondemned(sha256('moved'))).toBe(false)
    expect(await blobs.removeCondemned(sha256('moved'))).toBe(false)
    expect(await workspace.read(ann, conversation.id, 'new')).toEqual(bytesOf('moved'))
  })

  test('are never those that somebody is about to name, however looks and writing fall together', async () => {
    const { tenant, conversation } = await organisation(world)
    const { workspace } = tenant
    const runs = world.kind.name === 'in memory' ? 100 : 15
    let round = 0
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.constantFrom(0, hour, graceMs), { minLength: 2, maxLength: 5 }),
        async (scheduler, pauses) => {
          round += 1
          const texts = [`${round} one`, `${round} two`]
          for (const text of texts) await workspace.storeBlob(sha256(text), bytesOf(text))
          // From storing to naming takes less than the shortest grace: no time passes in between.
          let storing = 0
          const writing = async (text: string) => {
            for (const [turn, pause] of pauses.entries()) {
              if (storing === 0) world.clock.advance(pause)
              await scheduler.schedule(Promise.resolve(), `before ${turn}`)
              const hash = sha256(text)
              storing += 1
              await scheduler.schedule(workspace.storeBlob(hash, bytesOf(text)), `keep ${turn}`)
              const now = world.clock.now()
              const changes = [fileOf(text, text)]
              await scheduler.schedule(workspace.change(ann, conversation.id, { changes, now }))
              storing -= 1
              expect(await workspace.read(ann, conversation.id, text)).toEqual(bytesOf(text))
              const removed = [{ path: text, removed: true } as const]
              await workspace.change(ann, conversation.id, { changes: removed, now })
            }
            await write(tenant, conversation, { path: text, text, now: world.clock.now() })
          }
          const scheduled = slowly(tenant.blobs, scheduler)
          const looking = async () => {
            for (const _ of pauses) await look(world, scheduled)
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

  test('a look that is stopped leaves the rest for the next', async () => {
    const { tenant } = await organisation(world)
    await tenant.workspace.storeBlob(sha256('rest'), bytesOf('rest'))
    world.clock.advance(graceMs)
    const none = { removed: 0, condemned: 0 }
    expect(await look(world, tenant.blobs, { stopped: () => true })).toEqual(none)
    expect(await look(world, tenant.blobs)).toEqual({ removed: 0, condemned: 1 })
  })

  test('no time of grace is shorter than what writing takes', async () => {
    const { tenant } = await organisation(world)
    await expect(look(world, tenant.blobs, { graceMs: 1_000 })).rejects.toThrow(RangeError)
  })

  // In memory there is one process.
  const ofSeveral = world.kind.durable ? test : () => {}
  ofSeveral('are removed once by two processes that do it at the same time', async () => {
    const { tenant } = await organisation(world)
    await tenant.workspace.storeBlob(sha256('stuck'), bytesOf('stuck'))
    await tenant.blobs.condemn([sha256('stuck')], 1)
    const folder = join(world.backend.dataDir ?? '', 'blobs', tenant.tenantId)
    expect(await readdir(folder)).toEqual([sha256('stuck').slice(0, 2)])
    const elsewhere = (await world.another()).tenant(tenant.tenantId)
    const both = [tenant, elsewhere].map(({ blobs }) => blobs.removeCondemned(sha256('stuck')))
    expect((await Promise.all(both)).toSorted()).toEqual([false, true])
    expect(await elsewhere.blobs.condemned(9, { after: null, limit: 9 })).toEqual([])
  })
})

/** Every step of the looks waits for the scheduler. A lost row shows as a problem, never as a wait. */
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
