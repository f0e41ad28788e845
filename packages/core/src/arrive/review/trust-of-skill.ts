import { folderNameOf } from '@repertoire/skill-md'
import type { RevisionDigest } from '../../base/ids.ts'
import type { HeldArrival, HeldArrivalHead } from '../../domain/held-arrival.ts'
import type { PackageFile, Skill } from '../../domain/skill.ts'
import type { Revocation, SkillAsks, TrustReport } from '../../domain/trust.ts'
import { filesOfRevision } from '../../keep/skills/package-files.ts'
import type { JudgingDeps } from '../admission/arrival-judge.ts'
import { createArrival } from '../packages/arrival.ts'
import { currentTrust } from './current-trust.ts'
import { skillAsks } from './skill-asks.ts'

/** What is known of a skill's current content, and how it came to be here. */
export interface SkillTrust {
  readonly digest: RevisionDigest
  readonly report: TrustReport
  readonly asks: SkillAsks
  /** Arrivals that became revisions of it or wait to, the newest first. */
  readonly arrivals: readonly HeldArrivalHead[]
  readonly revocation: Revocation | null
}

/** Judges the head of a skill, unless these rules judged the same bytes before. */
export async function trustOfSkill(deps: JudgingDeps, skill: Skill): Promise<SkillTrust> {
  const { skills, reviews } = deps.store
  const { digest } = skill.head
  const revision = { id: skill.id, revision: skill.head }
  const [files, arrivals, revocations] = await Promise.all([
    filesOfRevision(skills, skill.createdBy, revision),
    reviews.list({ skillId: skill.id }, { limit: 50 }),
    reviews.revocations(),
  ])
  const arriving = await arrivalOfHead(deps, skill, arrivals.items)
  const report = arriving ? await currentTrust(deps, arriving) : await reportOf(deps, digest, files)
  const revocation = revocations.find((one) => one.digest === digest) ?? null
  return { digest, report, asks: skillAsks(files), arrivals: arrivals.items, revocation }
}

/** The newest arrivals that are compared with the head of a skill. */
const maxCompared = 5

/**
 * The approved arrival whose content the head is: the same bytes, or those with the skill's slug written into them
 * because another skill has the slug that it came with. Its licence and its signature were read where it came from.
 */
async function arrivalOfHead(
  { store, sha256 }: JudgingDeps,
  skill: Skill,
  arrivals: readonly HeldArrivalHead[],
): Promise<HeldArrival | null> {
  const approved = arrivals.filter(({ state }) => state === 'approved').slice(0, maxCompared)
  for (const { id, digest, entryId, origin } of approved) {
    if (digest === skill.head.digest) return store.reviews.get(id)
    const files = await store.reviews.files(id)
    const { slug, scope, createdBy: author } = skill
    const placed = files && {
      ...{ files, folderName: folderNameOf(entryId), scope, origin, author, overrides: { slug } },
    }
    const outcome = placed && createArrival(placed, sha256)
    if (outcome?.ok && outcome.arrival.facts.digest === skill.head.digest) {
      return store.reviews.get(id)
    }
  }
  return null
}

async function reportOf(
  { store, clock, judge }: JudgingDeps,
  digest: RevisionDigest,
  files: readonly PackageFile[],
): Promise<TrustReport> {
  const known = (await store.reviews.trustOf([digest], judge.ruleset)).get(digest)
  if (known) return known
  const report = await judge.judge({ files })
  await store.reviews.saveTrust(new Map([[digest, report]]), clock.now())
  return report
}
