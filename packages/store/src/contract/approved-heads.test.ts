import { isProblemError, type RevisionDigest } from '@repertoire/core/base'
import type { PendingRevisionWithFiles, ReviewState, Skill } from '@repertoire/core/domain'
import type { TenantStore } from '@repertoire/core/ports'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkedContent } from './checked-content.ts'
import { itemOf, newSource, noAudit, toHold } from './pending-revision-fixture.ts'
import { ann, forEveryStore, type StoreFixture } from './store-fixture.ts'

const all = { limit: 50 }
const lease = { owner: 'one', until: 1_000 }
const noSync = { items: [], holds: [], applies: [], progress: { done: 0, total: 0 } }
const decision = { by: ann, note: '', now: 9 } as const

/** What came in so far, and what the rules say of it. */
interface World {
  readonly fixture: StoreFixture
  readonly tenant: TenantStore
  readonly sourceId: PendingRevisionWithFiles['held']['sourceId']
  readonly arrived: PendingRevisionWithFiles[]
  readonly states: Map<string, ReviewState>
  readonly approved: Set<RevisionDigest>
  readonly revoked: Set<RevisionDigest>
}

type Step = (world: World) => Promise<void>

async function newWorld(fixture: StoreFixture): Promise<World> {
  const tenant = await fixture.tenant()
  const source = newSource(fixture)
  await tenant.sources.create(source)
  await tenant.sources.startSync(source.id, lease, 0)
  const [states, approved, revoked] = [new Map(), new Set<never>(), new Set<never>()]
  return { fixture, tenant, sourceId: source.id, arrived: [], states, approved, revoked }
}

const slugs = fc.constantFrom('a', 'b')
const content = fc
  .tuple(slugs, fc.integer({ min: 1, max: 4 }))
  .map(([slug, body]) =>
    checkedContent(slug, { body: `${body}`, files: { 'run.sh': `echo ${body}` } }),
  )
/** One of those that came, in whatever state it is. */
const choice = fc.nat({ max: 1_000 })

const steps = fc.oneof(
  { arbitrary: fc.tuple(content, fc.boolean()).map(holding), weight: 4 },
  { arbitrary: fc.tuple(content, fc.boolean()).map(applying), weight: 2 },
  {
    arbitrary: fc.tuple(choice, fc.constantFrom(true, false, undefined)).map(approving),
    weight: 4,
  },
  {
    arbitrary: fc
      .tuple(choice, fc.constantFrom<ReviewState>('held', 'rejected', 'quarantined'))
      .map(deciding),
    weight: 3,
  },
  { arbitrary: fc.tuple(choice, fc.boolean()).map(revoking), weight: 1 },
  { arbitrary: fc.tuple(slugs, fc.boolean()).map(enabling), weight: 2 },
  { arbitrary: slugs.map(removing), weight: 1 },
)

function holding([given, isOfSync]: [ReturnType<typeof checkedContent>, boolean]): Step {
  return async (world) => {
    const { tenant, sourceId } = world
    const item = await toHoldNow(world, given, 'held')
    if (isOfSync && sourceId !== null) {
      const batch = { ...noSync, holds: [item], items: [itemOf(given)] }
      await tenant.sources.recordBatch(sourceId, lease, batch)
    } else await tenant.reviews.hold([item])
    noteHeld(world, item)
  }
}

/** An update by policy counts as approved where its skill is as the sync saw it, unless it is revoked. */
function applying([given, isLate]: [ReturnType<typeof checkedContent>, boolean]): Step {
  return async (world) => {
    const { tenant, sourceId, revoked, approved } = world
    const skill = await skillOf(world, given.slug)
    if (!skill || sourceId === null) return
    const seen = isLate ? ('sha256:before' as RevisionDigest) : skill.head.digest
    const record = await toHoldNow(world, given, 'approved', seen)
    const batch = { ...noSync, applies: [{ arrival: given, record }] }
    const isWritten = !isLate && !revoked.has(given.facts.digest)
    await tenant.sources.recordBatch(sourceId, lease, batch)
    if (isWritten) approved.add(given.facts.digest)
    noteHeld(world, record, isWritten ? 'approved' : 'held')
  }
}

function approving([index, enable]: [number, boolean | undefined]): Step {
  return async (world) => {
    const item = world.arrived[index % world.arrived.length]
    if (!item) return
    const { id, digest, slug } = item.held
    const head = (await skillOf(world, slug))?.head.digest ?? null
    const content = { arrival: ingestedContent(item), expectedHead: head, enable }
    const given = { ...decision, ...content, auditOf: noAudit }
    const outcome = await world.tenant.reviews.approve(id, given).catch((error: unknown) => {
      if (!isProblemError(error) || error.problem.code !== 'skill.revoked') throw error
      return { status: 'revoked' } as const
    })
    if (outcome.status === 'revoked') expect(world.revoked).toContain(digest)
    if (outcome.status !== 'approved') return
    expect(world.states.get(id)).toBe('held')
    world.states.set(id, 'approved')
    world.approved.add(digest)
  }
}

function deciding([index, to]: [number, ReviewState]): Step {
  return async ({ arrived, tenant, states }) => {
    const id = arrived[index % arrived.length]?.held.id
    if (!id) return
    const from: readonly ReviewState[] = to === 'held' ? ['rejected', 'quarantined'] : ['held']
    const after = await tenant.reviews.decide(id, { ...decision, from, to })
    expect(after !== null).toBe(from.includes(states.get(id) as ReviewState))
    if (after) states.set(id, to)
  }
}

function revoking([index, isBack]: [number, boolean]): Step {
  return async ({ arrived, tenant, revoked }) => {
    const digest = arrived[index % arrived.length]?.held.digest
    if (!digest) return
    if (isBack) {
      expect(await tenant.reviews.restore(digest)).toBe(revoked.delete(digest))
      return
    }
    const why = { severity: 'critical', reason: 'bad', url: null, by: ann, at: 1 } as const
    await tenant.reviews.revoke({ digest, ...why })
    revoked.add(digest)
  }
}

function enabling([slug, enabled]: [string, boolean]): Step {
  return async (world) => {
    const skill = await skillOf(world, slug)
    if (!skill) return
    const code = await problemOf(world.tenant.skills.update(ann, skill.id, { enabled }))
    const isRejected = enabled && !skill.enabled && world.revoked.has(skill.head.digest)
    expect(code).toBe(isRejected ? 'skill.revoked' : null)
  }
}

/** Deletes the skill, or restores what was deleted last. */
function removing(slug: string): Step {
  return async (world) => {
    const { skills, tombstones } = world.tenant
    const skill = await skillOf(world, slug)
    if (skill) return skills.remove(ann, skill.id)
    const { items } = await tombstones.list(ann, {}, all)
    const deleted = items.find((one) => one.skill.slug === slug)
    if (!deleted) return
    const code = await problemOf(tombstones.restore(ann, deleted.skill.id))
    if (code !== null) expect(code).toBe('skill.revoked')
  }
}

/** The promise: what agents and people see is approved, and what is on is not revoked. */
async function expectOnlyApproved({ tenant, approved, revoked }: World): Promise<void> {
  const { skills } = tenant
  const { items } = await skills.list(ann, {}, all)
  const indexed = (await skills.indexable(null, 50)).map(({ skill }) => skill)
  for (const { head, enabled } of [...items, ...indexed]) {
    expect(approved).toContain(head.digest)
    if (enabled) expect(revoked).not.toContain(head.digest)
  }
  for (const { id } of items) {
    for (const { digest } of await skills.revisions(ann, id)) expect(approved).toContain(digest)
  }
}

async function toHoldNow(
  world: World,
  given: ReturnType<typeof checkedContent>,
  state: ReviewState,
  base?: RevisionDigest,
): Promise<PendingRevisionWithFiles> {
  const skill = await skillOf(world, given.slug)
  const { fixture, sourceId } = world
  const baseDigest = base ?? skill?.head.digest ?? null
  return toHold(fixture, given, { sourceId, state, skillId: skill?.id ?? null, baseDigest })
}

/** A newer pending import of an entry supersedes those that wait. */
function noteHeld(
  { arrived, states }: World,
  item: PendingRevisionWithFiles,
  state: ReviewState = 'held',
) {
  for (const { held } of arrived) {
    const isSame = held.entryId === item.held.entryId
    if (isSame && states.get(held.id) === 'held') states.set(held.id, 'superseded')
  }
  arrived.push(item)
  states.set(item.held.id, state)
}

function ingestedContent({ held }: PendingRevisionWithFiles): ReturnType<typeof checkedContent> {
  const body = held.skillMd.split('---\n').at(-1) ?? ''
  return checkedContent(held.slug, { body, files: { 'run.sh': `echo ${body}` } })
}

async function skillOf({ tenant }: World, slug: string): Promise<Skill | null> {
  return tenant.skills.findBySlug(ann, slug)
}

async function problemOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work
    return null
  } catch (error) {
    if (isProblemError(error)) return error.problem.code
    throw error
  }
}

forEveryStore('what nobody approved', (fixture) => {
  const numRuns = fixture.kind.durable ? 20 : 150

  test('D10: is the content of no skill, whatever people and sources do', async () => {
    const sequences = fc.array(steps, { minLength: 5, maxLength: 40, size: 'max' })
    const holds = fc.asyncProperty(sequences, async (sequence) => {
      const world = await newWorld(fixture)
      for (const step of sequence) {
        await step(world)
        await expectOnlyApproved(world)
      }
    })
    await fc.assert(holds, { numRuns })
  }, 120_000)
})
