import { findTriggerTestFile, readTriggerTests, triggerTestLimits } from '@repertoire/skill-md'
import { ProblemError } from '../../base/errors.ts'
import type { RoutingServices } from '../../choose/routing/route-turn.ts'
import { routingOf } from '../../choose/routing/routing-of.ts'
import type { CandidatePreview } from '../../choose/routing/routing-ports.ts'
import type { PendingRevision } from '../../domain/pending-revision.ts'
import type { PackageFile, Skill } from '../../domain/skill.ts'
import { freeSlug } from '../../ingest/review/free-slug.ts'
import { revisionNotFound } from '../../ingest/review/review-problems.ts'
import type { CatalogDeps } from '../../keep/skills/catalog-deps.ts'
import type { SearchableSkill } from '../../ports/skills.ts'
import { candidateSkill } from './candidate-skill.ts'
import {
  compareTriggerTests,
  comparisonLimits,
  type TestedSkill,
  type TriggerTestComparison,
  type TriggerTestComparisonRequest,
} from './compare-trigger-tests.ts'

export interface PendingRevisionTestDeps extends Pick<CatalogDeps, 'store' | 'clock' | 'sha256'> {
  readonly services: Omit<RoutingServices, 'skills'>
  readonly previews: CandidatePreview
}

export interface PendingRevisionTest
  extends Pick<TriggerTestComparisonRequest, 'request' | 'pause' | 'isOver'> {
  readonly pending: PendingRevision
}

export interface PendingRevisionTests extends TriggerTestComparison {
  /** What it would be named. */
  readonly slug: string
  readonly isNew: boolean
  /** Whether any message can find it: a skill that is switched off stays so. */
  readonly enabled: boolean
}

/** Skills whose tests are looked for, the nearest first. */
const maxNearest = 100
const maxListed = 200
/** A longer question asks for no other skills. */
const maxQuestionLength = 2_000

/**
 * Runs the trigger tests of a pending import, of the skill that it would change, and of the skills that it is most
 * like, without and with it. Only in memory: nobody else finds it meanwhile. Throws ProblemError `arrival.not-found`.
 */
export async function testPendingRevision(
  deps: PendingRevisionTestDeps,
  { pending, ...test }: PendingRevisionTest,
): Promise<PendingRevisionTests> {
  const { store, services, previews } = deps
  const { tenantId, viewer } = services
  const files = await store.reviews.files(pending.id, 'server')
  if (!files) throw new ProblemError(revisionNotFound)
  const skill = pending.skillId && (await store.skills.get(viewer, pending.skillId))
  const slug = skill ? skill.slug : (await freeSlug(store, viewer, pending)).slug
  const candidate = candidateSkill(deps, { pending, files, skill, slug, viewer })
  const overlay = await previews.withCandidate(tenantId, candidate)
  const after = { ...services, ...overlay, skills: withCandidate(deps, candidate) }
  const nearest = await nearestSkills(deps, after, candidate.skill)
  const tests = {
    candidate: testsIn(files.find(({ path }) => path === testFileOf(files))?.bytes ?? null),
    skill: skill ? (await testsOf(deps, skill)).messages : [],
    others: await withTests(deps, nearest),
  }
  const before = { ...services, skills: store.skills }
  const isNew = !skill
  const comparing = { before, after, candidate: candidate.skill, isNew, tests, ...test }
  const compared = await compareTriggerTests(comparing)
  return { ...compared, slug, isNew, enabled: candidate.skill.enabled }
}

/** The skills of the viewer, and the candidate instead of its own. */
function withCandidate(
  { store: { skills }, services: { viewer } }: PendingRevisionTestDeps,
  { skill: candidate }: SearchableSkill,
): RoutingServices['skills'] {
  return {
    async getMany(_, ids) {
      const found = new Map((await skills.getMany(viewer, ids)).map((skill) => [skill.id, skill]))
      found.set(candidate.id, candidate)
      return ids.flatMap((id) => found.get(id) ?? [])
    },
  }
}

/** Those that search finds for what the candidate says of itself, then the others, but for the candidate's own. */
async function nearestSkills(
  { store: { skills } }: PendingRevisionTestDeps,
  { tenantId, viewer, search }: RoutingServices,
  { id, head }: Skill,
): Promise<readonly Skill[]> {
  const { keywords } = routingOf(head)
  const said = [...keywords, head.name, head.description, head.whenToUse].join(' ')
  const query = { text: said.slice(0, maxQuestionLength), limit: maxNearest }
  const hits = await search.search(tenantId, viewer, query)
  const found = await skills.getMany(
    viewer,
    hits.map(({ skillId }) => skillId),
  )
  const listed = await skills.list(viewer, { enabled: true }, { limit: maxListed })
  const all = new Map([...found, ...listed.items].map((skill) => [skill.id, skill]))
  all.delete(id)
  return [...all.values()]
}

/** As many as can run, and one test more, which says that there are more. */
async function withTests(
  deps: PendingRevisionTestDeps,
  skills: readonly Skill[],
): Promise<readonly TestedSkill[]> {
  const tested: TestedSkill[] = []
  let count = 0
  for (const skill of skills) {
    if (count > comparisonLimits.others) break
    if (!skill.enabled) continue
    const one = await testsOf(deps, skill)
    count += one.messages.length
    if (one.messages.length > 0) tested.push(one)
  }
  return tested
}

async function testsOf(
  { store, services: { viewer } }: PendingRevisionTestDeps,
  skill: Skill,
): Promise<TestedSkill> {
  const { digest, manifest } = skill.head
  const path = testFileOf(manifest)
  const bytes = path === null ? null : await store.skills.file(viewer, skill.id, digest, path)
  return { skill, messages: testsIn(bytes) }
}

function testFileOf(files: readonly Pick<PackageFile, 'path'>[]): string | null {
  return findTriggerTestFile(files.map(({ path }) => path))
}

function testsIn(bytes: Uint8Array | null): TestedSkill['messages'] {
  if (!bytes) return []
  // A character has at most 4 bytes, so a larger file is refused by its length.
  const text = new TextDecoder().decode(bytes.subarray(0, triggerTestLimits.maxFileLength * 4 + 1))
  return readTriggerTests(text).messages
}
