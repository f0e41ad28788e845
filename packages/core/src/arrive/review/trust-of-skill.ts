import type { RevisionDigest } from '../../base/ids.ts'
import type { HeldArrivalHead } from '../../domain/held-arrival.ts'
import type { Skill } from '../../domain/skill.ts'
import type { Revocation, TrustReport } from '../../domain/trust.ts'
import type { CatalogDeps } from '../../keep/skills/catalog-deps.ts'
import { filesOfRevision } from '../../keep/skills/package-files.ts'
import type { ArrivalJudge } from './arrival-judge.ts'

/** What is known of a skill's current content, and how it came to be here. */
export interface SkillTrust {
  readonly digest: RevisionDigest
  readonly report: TrustReport
  /** Arrivals that became revisions of it or wait to, the newest first. */
  readonly arrivals: readonly HeldArrivalHead[]
  readonly revocation: Revocation | null
}

/** Judges the head of a skill, unless these rules judged the same bytes before. */
export async function trustOfSkill(
  deps: CatalogDeps & { readonly judge: ArrivalJudge },
  skill: Skill,
): Promise<SkillTrust> {
  const { reviews } = deps.store
  const { digest } = skill.head
  const [report, arrivals, revocations] = await Promise.all([
    reportOf(deps, skill),
    reviews.list({ skillId: skill.id }, { limit: 50 }),
    reviews.revocations(),
  ])
  const revocation = revocations.find((one) => one.digest === digest) ?? null
  return { digest, report, arrivals: arrivals.items, revocation }
}

async function reportOf(
  { store, clock, judge }: CatalogDeps & { readonly judge: ArrivalJudge },
  skill: Skill,
): Promise<TrustReport> {
  const { digest } = skill.head
  const known = (await store.reviews.trustOf([digest], judge.ruleset)).get(digest)
  if (known) return known
  const revision = { id: skill.id, revision: skill.head }
  const files = await filesOfRevision(store.skills, skill.createdBy, revision)
  const report = await judge.judge({ files })
  await store.reviews.saveTrust(new Map([[digest, report]]), clock.now())
  return report
}
