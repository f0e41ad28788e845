import { type Problem, ProblemError, refuseIf } from '../../base/errors.ts'
import type { RevisionDigest } from '../../base/ids.ts'
import type { PackageFile, Skill, SkillArrival, UnjudgedArrival } from '../../domain/skill.ts'
import { subjectOfSkill } from '../../domain/suppression.ts'
import type { Acknowledgement } from '../../domain/trust.ts'
import {
  type CatalogActor,
  type CatalogDeps,
  recordChanges,
} from '../../keep/skills/catalog-deps.ts'
import { filesOfRevision } from '../../keep/skills/package-files.ts'
import type { AdvisoryStore } from '../../ports/advisories.ts'
import type { ReviewStore } from '../../ports/reviews.ts'
import type { SkillStore } from '../../ports/skills.ts'
import type { TenantStore } from '../../ports/store.ts'
import { refuseNamedPlace } from '../origin/refuse-named-place.ts'
import { type AdmissionNeeds, admissionNeeds, hasAdmissionRole } from './admission-needs.ts'
import { acknowledgementForbidden, findingsUnacknowledged } from './admission-problems.ts'
import type { ArrivalJudge, CurrentTrust } from './arrival-judge.ts'
import { isSameFinding, judgeFindings } from './judge-findings.ts'

/** What is needed to judge an arrival. */
export interface AdmissionDeps extends Pick<CatalogDeps, 'clock' | 'ids'> {
  readonly store: Pick<TenantStore, 'audit'> & {
    readonly skills: Pick<SkillStore, 'file'>
    readonly advisories: Pick<AdvisoryStore, 'lists'>
    readonly reviews: Pick<ReviewStore, 'acknowledgements' | 'acknowledge' | 'suppressions'>
  }
  readonly judge: ArrivalJudge
}

/** A person's yes to contents whose findings they saw. */
export interface Acknowledging {
  readonly actor: CatalogActor
  readonly digests: readonly RevisionDigest[]
}

export interface AdmissionRequest {
  readonly arrival: UnjudgedArrival
  /** The skill of which it becomes a revision; null for a new one. */
  readonly before: Skill | null
  /** Null where no person can say yes: for an agent, or a server on its own. */
  readonly yes: Acknowledging | null
  /** A content that it repeats but for its tags: a yes to that one holds. */
  readonly sameAs?: RevisionDigest
}

/**
 * Judges what comes in by scan, licence and policy, whatever way it comes (A10). What needs a yes gets in only if a person
 * who may said it to this digest, now or before; a new yes is kept and in the audit log. Throws ProblemError
 * `skill.findings-unacknowledged`, `skill.acknowledgement-forbidden`, `source.named-by-advisory`.
 */
export async function admit(deps: AdmissionDeps, request: AdmissionRequest): Promise<SkillArrival> {
  const { arrival, yes } = request
  await refuseNamedPlace(deps.store.advisories, arrival.origin)
  const judged = await judgeArrival(deps, request)
  if (!judged) return admitted(arrival, undefined)
  const { needs } = judged
  if (!yes?.digests.includes(arrival.facts.digest))
    return admitted(arrival, findingsUnacknowledged(judged))
  const { actor } = yes
  if (!hasAdmissionRole(actor.principal.role, needs.role))
    return admitted(arrival, acknowledgementForbidden(judged))
  await acknowledge(deps, actor, judged)
  return admitted(arrival, undefined)
}

/** What a person has to see and say yes to before this gets in; null where it gets in as it is. */
export async function judgeArrival(
  deps: AdmissionDeps,
  request: AdmissionRequest,
): Promise<JudgedArrival | null> {
  const { arrival, before } = request
  const trust = await judgeNow(deps, filesOfArrival(arrival), before)
  const needs = admissionNeeds(trust, arrival, before)
  if (!needs) return null
  const judged = { arrival, trust, needs }
  return (await isAcknowledged(deps, judged, request)) ? null : judged
}

/** The only place where an arrival becomes one that stores take. Throws the problem, if there is one. */
export function admitted(arrival: UnjudgedArrival, problem: Problem | undefined): SkillArrival {
  refuseIf(problem)
  return arrival as SkillArrival
}

/**
 * Refuses to enable a skill that the scan blocks by now, unless somebody who may said yes to it: whatever makes a stored
 * content usable again asks here. Problems as {@link admit}.
 */
export async function checkEnabling(
  deps: AdmissionDeps,
  skill: Skill,
  yes: Acknowledging | null,
): Promise<void> {
  const files = await filesOfHead(deps, skill)
  const trust = await judgeNow(deps, files, skill)
  if (trust.scan.verdict !== 'blocked') return
  const arrival = { slug: skill.slug, facts: skill.head, origin: skill.origin }
  const needs = admissionNeeds(trust, arrival, skill)
  if (!needs) return
  const known = await deps.store.reviews.acknowledgements(skill.head.digest)
  if (known.some((one) => covers(one, needs))) return
  const judged = { arrival, trust, needs }
  if (!yes?.digests.includes(skill.head.digest))
    throw new ProblemError(findingsUnacknowledged(judged))
  if (!hasAdmissionRole(yes.actor.principal.role, needs.role))
    throw new ProblemError(acknowledgementForbidden(judged))
  await acknowledge(deps, yes.actor, judged)
}

async function judgeNow(
  { judge, store }: AdmissionDeps,
  files: readonly PackageFile[],
  skill: Pick<Skill, 'id'> | null,
): Promise<CurrentTrust> {
  const [raw, suppressions] = await Promise.all([
    judge.judge({ files }),
    skill ? store.reviews.suppressions(subjectOfSkill(skill.id)) : [],
  ])
  const { isSignatureRequired, scanPolicy } = await judge.policiesOn(raw.licence)
  return { ...judgeFindings(raw, { suppressions, scanPolicy }), isSignatureRequired }
}

/** By an owner for everybody, by the same person before, for the content that it repeats, or for the revision before. */
async function isAcknowledged(
  deps: AdmissionDeps,
  { arrival, trust, needs }: JudgedArrival,
  { before, yes, sameAs }: AdmissionRequest,
): Promise<boolean> {
  const { store } = deps
  const { digest } = arrival.facts
  const person = yes?.actor.principal.userId
  const known = await store.reviews.acknowledgements(digest)
  if (known.some((one) => (one.isForAll || one.by === person) && covers(one, needs))) return true
  const earlier = sameAs ?? (before && (await foundTheSame(deps, before, trust)))
  if (!earlier) return false
  const repeated = (await store.reviews.acknowledgements(earlier)).find((one) => covers(one, needs))
  if (repeated) await store.reviews.acknowledge({ ...repeated, digest })
  return repeated !== undefined
}

/**
 * The digest of the head, where every finding of a later revision is one of its own: the same rule at the same text. What
 * could not be scanned has no such text, and a licence or signature is asked about again.
 */
async function foundTheSame(
  deps: AdmissionDeps,
  before: Skill,
  { scan, licenceDecision, signature }: CurrentTrust,
): Promise<RevisionDigest | null> {
  const isAboutFindings = licenceDecision !== 'refused' && signature.status !== 'broken'
  if (!isAboutFindings || scan.unscanned.length > 0) return null
  const { head } = before
  // Nobody said yes to most: then there is nothing to compare.
  if ((await deps.store.reviews.acknowledgements(head.digest)).length === 0) return null
  const files = await filesOfHead(deps, before)
  const known = (await judgeNow(deps, files, before)).scan.findings
  const isKnown = scan.findings.every((one) => known.some((other) => isSameFinding(one, other)))
  return isKnown ? head.digest : null
}

function covers({ findings }: Acknowledgement, { reasons }: AdmissionNeeds): boolean {
  return reasons.every((reason) => findings.includes(reason))
}

/** A content with what was found in it. */
export interface JudgedArrival {
  readonly arrival: Pick<UnjudgedArrival, 'slug' | 'facts'>
  readonly trust: CurrentTrust
  readonly needs: AdmissionNeeds
}

async function acknowledge(
  deps: AdmissionDeps,
  actor: CatalogActor,
  { arrival, trust, needs }: JudgedArrival,
): Promise<void> {
  const { slug, facts } = arrival
  const { verdict } = trust.scan
  await deps.store.reviews.acknowledge({
    ...{ digest: facts.digest, verdict, findings: needs.reasons, reason: '', isForAll: false },
    ...{ by: actor.principal.userId, at: deps.clock.now() },
  })
  const details = { slug, digest: facts.digest, verdict, findings: needs.reasons }
  await recordChanges(deps, actor, [
    { action: 'findings-acknowledged', target: facts.digest, details },
  ])
}

/** A person's own skill is seen by that person alone. */
function filesOfHead(
  { store }: AdmissionDeps,
  { id, head, scope, createdBy }: Skill,
): Promise<readonly PackageFile[]> {
  const viewer = scope.kind === 'user' ? scope.userId : createdBy
  return filesOfRevision(store.skills, viewer, { id, revision: head })
}

/** All files of an arrival, SKILL.md as it is stored. */
export function filesOfArrival({ content, files, facts }: UnjudgedArrival): readonly PackageFile[] {
  const executable = facts.manifest.find(({ path }) => path === 'SKILL.md')?.executable ?? false
  const bytes = new TextEncoder().encode(content.source)
  return [{ path: 'SKILL.md', bytes, executable }, ...files]
}
