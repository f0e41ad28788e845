import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isProblemError } from '../../base/errors.ts'
import type { RevisionDigest, SkillId } from '../../base/ids.ts'
import type { Sha256 } from '../../base/sha256.ts'
import { ProcessCrash, withCrashes } from '../../testing/crash-injection.ts'
import type { OfferedSource } from '../../testing/in-memory-source-reader.ts'
import { createSyncFixture, entryFiles, type SyncFixture } from '../../testing/sync-fixture.ts'
import { updateSkill } from '../skills/update-skill.ts'
import { updateSource } from './change-sources.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')

interface World extends SyncFixture {
  /** What people wrote here. */
  readonly edited: Set<RevisionDigest>
  /** Every content that a skill ever had. */
  readonly had: Map<SkillId, Set<RevisionDigest>>
  /** Whether a policy applied updates at any time. */
  appliesClean: boolean
  offered: OfferedSource['skills']
  versions: number
}

type Step = (world: World) => Promise<void>

/** Refusals are outcomes, too: the invariants hold after them. */
async function attempt(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!isProblemError(error) && !(error instanceof ProcessCrash)) throw error
  })
}

const body = fc.constantFrom('One.', 'Two.', 'MALWARE', 'https://x.example.', 'Three.')
const offering = fc
  .dictionary(fc.constantFrom('a', 'b', 'c'), fc.option(body, { nil: undefined }))
  .map(
    (entries): Step =>
      async (world) => {
        const skills = Object.entries(entries).map(([name, text]) => [
          name,
          text === undefined ? { 'notes.txt': 'unreadable' } : entryFiles(name, text),
        ])
        world.offered = Object.fromEntries(skills)
        world.versions += 1
        world.offer(`${world.versions}`, world.offered)
      },
  )

const syncing: fc.Arbitrary<Step> = fc
  .option(fc.integer({ min: 1, max: 12 }), { nil: undefined })
  .map((at) => async (world) => {
    const counter = { calls: 0 }
    const point = { at: at ?? Number.POSITIVE_INFINITY, when: 'after' } as const
    const sources = withCrashes(world.deps.store.sources, point, counter)
    await attempt(world.sync({}, { ...world.deps, store: { ...world.deps.store, sources } }))
    world.clock.advance(30_001)
  })

const approving = fc.nat({ max: 10 }).map(
  (at): Step =>
    async (world) => {
      const waiting = await world.held()
      const one = waiting[at % Math.max(waiting.length, 1)]
      if (one) await attempt(world.approve(one))
    },
)

const editing = fc.nat({ max: 10 }).map(
  (at): Step =>
    async (world) => {
      const skills = await world.skills()
      const skill = skills[at % Math.max(skills.length, 1)]
      if (!skill) return
      const content = entryFiles(skill.slug, `Mine, ${at}.`)['SKILL.md']
      const change = { id: skill.id, content, overrides: {}, reason: '' }
      world.edited.add((await updateSkill(world.deps, world.owner, change)).head.digest)
    },
)

const choosing = fc.constantFrom('hold' as const, 'apply-clean' as const).map(
  (reviewPolicy): Step =>
    async (world) => {
      world.appliesClean ||= reviewPolicy === 'apply-clean'
      await updateSource(world.deps, world.owner, { id: world.source.id, fields: { reviewPolicy } })
    },
)

const steps = fc.oneof(
  { arbitrary: offering, weight: 3 },
  { arbitrary: syncing, weight: 4 },
  { arbitrary: approving, weight: 4 },
  { arbitrary: editing, weight: 1 },
  { arbitrary: choosing, weight: 1 },
)

async function checkNothingUnseen({ store, skills, edited, appliesClean }: World): Promise<void> {
  const { items } = await store.reviews.list(
    { audience: 'imports', states: ['approved'] },
    { limit: 200 },
  )
  const approved = new Set(items.map(({ digest }) => digest))
  expect(items.filter(({ verdict }) => verdict === 'blocked')).toEqual([])
  if (!appliesClean) expect(items.filter(({ decidedBy }) => decidedBy === null)).toEqual([])
  const unseen = (await skills()).filter(
    ({ head }) => !approved.has(head.digest) && !edited.has(head.digest),
  )
  expect(unseen).toEqual([])
}

async function checkNothingLost(world: World): Promise<void> {
  const { store, owner, had } = world
  for (const { id, head } of await world.skills()) {
    const contents = had.get(id) ?? new Set()
    had.set(id, contents.add(head.digest))
  }
  for (const [id, digests] of had) {
    for (const digest of digests) {
      expect(await store.skills.content(owner.principal.userId, id, digest)).not.toBeNull()
    }
  }
}

test('D10: after any sequence of syncs, crashes, decisions and edits no unapproved digest is a skill’s head, and nothing is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 25 }), async (sequence) => {
      const fixture = await createSyncFixture(sha256)
      const world: World = {
        ...fixture,
        ...{ edited: new Set(), had: new Map(), appliesClean: false, offered: {}, versions: 0 },
      }
      for (const step of sequence) {
        await step(world)
        await checkNothingUnseen(world)
        await checkNothingLost(world)
      }
      if (Object.keys(world.offered).length === 0) return
      await world.sync()
      const present = new Map(await world.items())
      for (const name of Object.keys(world.offered)) expect(present.get(name)).not.toBe('missing')
      for (const name of Object.keys(world.offered)) expect(present.has(name)).toBe(true)
    }),
    { numRuns: 60 },
  )
})
