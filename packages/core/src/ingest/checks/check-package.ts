import { type Problem, ProblemError, throwIf } from '../../base/errors.ts'
import type { RevisionDigest } from '../../base/ids.ts'
import type { CheckedContent, NewContent, PackageFile, Skill } from '../../domain/skill.ts'
import { subjectOfSkill } from '../../domain/suppression.ts'
import type { AcceptedFindings } from '../../domain/trust.ts'
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
import { rejectRevokedOrigin } from '../origin/reject-revoked-origin.ts'
import { findingsForbidden, findingsNotAccepted } from './check-problems.ts'
import { isSameFinding, judgeFindings } from './judge-findings.ts'
import type { CurrentTrust, PackageAssessor } from './package-assessor.ts'
import { canReview, type ReviewNeeds, reviewNeeds } from './review-needs.ts'

/** What is needed to judge an arrival. */
export interface PackageCheckDeps extends Pick<CatalogDeps, 'clock' | 'ids'> {
  readonly store: Pick<TenantStore, 'audit'> & {
    readonly skills: Pick<SkillStore, 'file'>
    readonly advisories: Pick<AdvisoryStore, 'lists'>
    readonly reviews: Pick<ReviewStore, 'acknowledgements' | 'acknowledge' | 'suppressions'>
  }
  readonly judge: PackageAssessor
}

/** A person's yes to contents whose findings they saw. */
export interface AcceptingFindings {
  readonly actor: CatalogActor
  readonly digests: readonly RevisionDigest[]
}

export interface PackageCheckRequest {
  readonly arrival: NewContent
  /** The skill of which it becomes a revision; null for a new one. */
  readonly before: Skill | null
  /** Null where no person can say yes: for an agent, or a server on its own. */
  readonly yes: AcceptingFindings | null
  /** A content that it repeats but for its tags: a yes to that one holds. */
  readonly sameAs?: RevisionDigest
}

/**
 * Judges what comes in by scan, licence and policy, whatever way it comes. What needs a yes gets in only if a person
 * who may said it to this digest, now or before; a new yes is kept and in the audit log. Throws ProblemError
 * `skill.findings-unacknowledged`, `skill.acknowledgement-forbidden`, `source.named-by-advisory`.
 */
export async function checkPackage(
  deps: PackageCheckDeps,
  request: PackageCheckRequest,
): Promise<CheckedContent> {
  const { arrival, yes } = request
  await rejectRevokedOrigin(deps.store.advisories, arrival.origin)
  const judged = await assessImport(deps, request)
  if (!judged) return checked(arrival, undefined)
  const { needs } = judged
  if (!yes?.digests.includes(arrival.facts.digest))
    return checked(arrival, findingsNotAccepted(judged))
  const { actor } = yes
  if (!canReview(actor.principal.role, needs.role))
    return checked(arrival, findingsForbidden(judged))
  await acknowledge(deps, actor, judged)
  return checked(arrival, undefined)
}

/** What a person has to see and say yes to before this gets in; null where it gets in as it is. */
export async function assessImport(
  deps: PackageCheckDeps,
  request: PackageCheckRequest,
): Promise<AssessedImport | null> {
  const { arrival, before } = request
  const trust = await judgeNow(deps, filesOfImport(arrival), before)
  const needs = reviewNeeds(trust, arrival, before)
  if (!needs) return null
  const judged = { arrival, trust, needs }
  return (await isAcknowledged(deps, judged, request)) ? null : judged
}

/** The only place where an arrival becomes one that stores take. Throws the problem, if there is one. */
export function checked(arrival: NewContent, problem: Problem | undefined): CheckedContent {
  throwIf(problem)
  return arrival as CheckedContent
}

/**
 * Refuses to enable a skill that the scan blocks by now, unless somebody who may said yes to it: whatever makes a stored
 * content usable again asks here. Problems as {@link checkPackage}.
 */
export async function checkEnabling(
  deps: PackageCheckDeps,
  skill: Skill,
  yes: AcceptingFindings | null,
): Promise<void> {
  const files = await filesOfHead(deps, skill)
  const trust = await judgeNow(deps, files, skill)
  if (trust.scan.verdict !== 'blocked') return
  const arrival = { slug: skill.slug, facts: skill.head, origin: skill.origin }
  const needs = reviewNeeds(trust, arrival, skill)
  if (!needs) return
  const known = await deps.store.reviews.acknowledgements(skill.head.digest)
  if (known.some((one) => covers(one, needs))) return
  const judged = { arrival, trust, needs }
  if (!yes?.digests.includes(skill.head.digest)) throw new ProblemError(findingsNotAccepted(judged))
  if (!canReview(yes.actor.principal.role, needs.role))
    throw new ProblemError(findingsForbidden(judged))
  await acknowledge(deps, yes.actor, judged)
}

async function judgeNow(
  { judge, store }: PackageCheckDeps,
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
  deps: PackageCheckDeps,
  { arrival, trust, needs }: AssessedImport,
  { before, yes, sameAs }: PackageCheckRequest,
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
  deps: PackageCheckDeps,
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

function covers({ findings }: AcceptedFindings, { reasons }: ReviewNeeds): boolean {
  return reasons.every((reason) => findings.includes(reason))
}

/** A content with what was found in it. */
export interface AssessedImport {
  readonly arrival: Pick<NewContent, 'slug' | 'facts'>
  readonly trust: CurrentTrust
  readonly needs: ReviewNeeds
}

async function acknowledge(
  deps: PackageCheckDeps,
  actor: CatalogActor,
  { arrival, trust, needs }: AssessedImport,
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
  { store }: PackageCheckDeps,
  { id, head, scope, createdBy }: Skill,
): Promise<readonly PackageFile[]> {
  const viewer = scope.kind === 'user' ? scope.userId : createdBy
  return filesOfRevision(store.skills, viewer, { id, revision: head })
}

/** All files of an arrival, SKILL.md as it is stored. */
export function filesOfImport({ content, files, facts }: NewContent): readonly PackageFile[] {
  const executable = facts.manifest.find(({ path }) => path === 'SKILL.md')?.executable ?? false
  const bytes = new TextEncoder().encode(content.source)
  return [{ path: 'SKILL.md', bytes, executable }, ...files]
}
