import type { ScanFinding } from '@repertoire/skill-md'
import { type Problem, ProblemError, throwIf } from '../../base/errors.ts'
import type { PendingRevisionId, SkillId, SuppressionId } from '../../base/ids.ts'
import { skillWriteProblem } from '../../domain/permissions.ts'
import {
  type ImportTarget,
  type Suppression,
  subjectOfImport,
  subjectOfSkill,
} from '../../domain/suppression.ts'
import {
  type CatalogActor,
  type CatalogDeps,
  recordChanges,
} from '../../keep/skills/catalog-deps.ts'
import { skillNotFound } from '../../ports/store-problems.ts'
import { scannerSeverityOf } from '../checks/judge-findings.ts'
import type { JudgingDeps } from '../checks/package-assessor.ts'
import { currentTrust } from './current-trust.ts'
import { reassessPending } from './reassess-pending.ts'
import { trustOfSkill } from './trust-of-skill.ts'
import { visibleRevision } from './visible-revision.ts'

/** A skill, or an arrival that may become one. */
export type SuppressionTarget =
  | { readonly skillId: SkillId }
  | { readonly arrivalId: PendingRevisionId }

export interface SuppressFindingsRequest {
  readonly target: SuppressionTarget
  readonly rule: string
  /** Of the one finding that is meant; without it all of the rule. */
  readonly match: string | undefined
  readonly reason: string
}

/**
 * Suppresses findings of a rule in a skill, or in the skill that an arrival becomes, at the texts that stand there now. Owners
 * and admins may; what the scan blocks for, an owner alone. Throws ProblemError `suppression.no-such-finding`,
 * `suppression.too-long`, `suppression.owners-only`, `arrival.not-found`, `skill.not-found`, and those of
 * {@link skillWriteProblem}.
 */
export async function suppressFindings(
  deps: JudgingDeps,
  actor: CatalogActor,
  { target, rule, match, reason }: SuppressFindingsRequest,
): Promise<readonly Suppression[]> {
  throwIf(skillWriteProblem(actor.principal, { kind: 'org' }))
  const { findings, ...place } = await findingsOf(deps, actor, target)
  const meant = findings.filter((one) => one.rule === rule && one.match === (match ?? one.match))
  if (meant.length === 0) throw new ProblemError(noSuchFinding(rule))
  if (meant.some((one) => one.match === '')) throw new ProblemError(tooLong)
  const isOwner = actor.principal.role === 'owner'
  if (!isOwner && meant.some(isCritical)) throw new ProblemError(ownersOnly)
  // The worst comes first, and covers the same text again.
  const texts = new Map(meant.toReversed().map((finding) => [finding.match, finding]))
  const made = [...texts.values()].map((finding): Suppression => {
    const { path, excerpt } = finding
    const severity = scannerSeverityOf(finding)
    return {
      ...{ id: deps.ids.next('sup') as SuppressionId, ...place, rule, severity, path, excerpt },
      ...{ match: finding.match, reason, by: actor.principal.userId, at: deps.clock.now() },
    }
  })
  await deps.store.reviews.suppress(made)
  await recordChanges(deps, actor, made.map(auditOf('finding-suppressed')))
  await reassessPending(deps, place)
  return made
}

/** Takes a suppression back: its finding counts again. Throws ProblemError `suppression.not-found`, and as above. */
export async function removeSuppression(
  deps: JudgingDeps,
  actor: CatalogActor,
  id: SuppressionId,
): Promise<void> {
  throwIf(skillWriteProblem(actor.principal, { kind: 'org' }))
  const removed = await deps.store.reviews.removeSuppression(id)
  if (!removed) throw new ProblemError(suppressionNotFound)
  await recordChanges(deps, actor, [auditOf('suppression-removed')(removed)])
  await reassessPending(deps, removed)
}

/** What was suppressed in an arrival is in the skill that it became. */
export async function keepSuppressions(
  { store }: Pick<CatalogDeps, 'store'>,
  arrival: ImportTarget,
  skillId: SkillId,
): Promise<void> {
  if (arrival.skillId !== null) return
  const made = await store.reviews.suppressions(subjectOfImport(arrival))
  const moved = made.map((one) => ({ ...one, subject: subjectOfSkill(skillId), skillId }))
  if (moved.length > 0) await store.reviews.suppress(moved)
}

/** Here, or as the scanner says: the settings may change back. */
function isCritical(finding: ScanFinding): boolean {
  return finding.severity === 'critical' || scannerSeverityOf(finding) === 'critical'
}

type Place = Pick<Suppression, 'subject' | 'skillId' | 'arrivalId' | 'slug'>

async function findingsOf(
  deps: JudgingDeps,
  { principal }: CatalogActor,
  target: SuppressionTarget,
): Promise<Place & { readonly findings: readonly ScanFinding[] }> {
  if ('arrivalId' in target) {
    const held = await visibleRevision(deps.store.reviews, principal, target.arrivalId)
    const { skillId, id: arrivalId, slug } = held
    const { findings } = (await currentTrust(deps, held)).scan
    return { subject: subjectOfImport(held), skillId, arrivalId, slug, findings }
  }
  const skill = await deps.store.skills.get(principal.userId, target.skillId)
  if (!skill) throw skillNotFound(target.skillId)
  const { id: skillId, slug } = skill
  const { findings } = (await trustOfSkill(deps, skill)).report.scan
  return { subject: subjectOfSkill(skillId), skillId, arrivalId: null, slug, findings }
}

function auditOf(action: 'finding-suppressed' | 'suppression-removed') {
  return ({ id, skillId, arrivalId, slug, rule, path, excerpt, reason }: Suppression) => ({
    ...{ action, target: skillId ?? arrivalId ?? id },
    details: { suppression_id: id, slug, rule, path, excerpt, reason },
  })
}

function noSuchFinding(rule: string): Problem {
  return {
    code: 'suppression.no-such-finding',
    kind: 'conflict',
    message: `The scan finds no "${rule}" there that counts.`,
    hint: 'Read its findings again: the text may have changed, or it is suppressed already.',
    details: { rule },
  }
}

const tooLong: Problem = {
  code: 'suppression.too-long',
  kind: 'conflict',
  message:
    'This finding stands for more text than can be named, so a change of it would not be seen.',
  hint: 'Say yes to this content instead: acknowledge its findings, or lift its verdict.',
}

const ownersOnly: Problem = {
  code: 'suppression.owners-only',
  kind: 'forbidden',
  message: 'Only an owner may suppress a finding for which the scan blocks a skill.',
  hint: 'Ask an owner to read it, and to suppress it or not.',
}

const suppressionNotFound: Problem = {
  code: 'suppression.not-found',
  kind: 'not-found',
  message: 'There is no such suppression.',
  hint: 'It may have been taken back; list them again.',
}
