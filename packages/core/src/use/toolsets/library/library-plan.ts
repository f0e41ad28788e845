import { isProblemError, type Problem, ProblemError } from '../../../base/errors.ts'
import type { UserId } from '../../../base/ids.ts'
import type { JsonValue } from '../../../base/json.ts'
import type { SkillChangeSubject } from '../../../domain/approval.ts'
import type { NewContent } from '../../../domain/skill.ts'
import { type AcceptingFindings, checkPackage } from '../../../ingest/checks/check-package.ts'
import { type CatalogFact, recordChanges } from '../../../keep/skills/catalog-deps.ts'
import type { KeyedChange } from '../../../ports/skills.ts'
import { changeKeyOf } from '../../library/change-key.ts'
import { changeNeedsApproval } from '../../library/change-policy.ts'
import { type LibraryChange, reportOf, subjectOf } from '../../library/library-change.ts'
import { changedSince, nameTaken } from '../../library/library-problems.ts'
import type { PlannedCall, ToolEffect, ToolServices } from '../../tools/tool.ts'
import { hasUntrustedInput } from '../../tools/untrusted-input.ts'

/** The change of a call, or its result when nothing changes. */
export type ChangeDecision = LibraryChange | { readonly unchanged: JsonValue }

/**
 * Plans a call that changes the library: already done, nothing to do, or one change bound to the revision
 * it was decided on. The change is made under the call's idempotency key, so it happens once.
 */
export async function planLibraryChange(
  services: ToolServices,
  action: LibraryChange['action'],
  decide: () => Promise<ChangeDecision>,
): Promise<PlannedCall> {
  const key = changeKeyOf(services)
  const done = (await services.skills.changesUnder(key)).find((change) => change.key === key)
  if (done) return { approvalRequest: () => null, effect: auditEffect(action, done) }
  const change = await decide()
  if ('unchanged' in change) return answerWith(change.unchanged)
  const subject = subjectOf(change)
  const target = change.action === 'create' ? null : change.target
  const { settings } = services
  const untrustedInput = await hasUntrustedInput(services)
  const isFound = 'judged' in change && change.judged !== null
  const needsApproval = isFound || changeNeedsApproval({ action, target, settings, untrustedInput })
  return {
    approvalRequest: () => (needsApproval ? { type: 'skill_change', subject } : null),
    effect: changeEffect(change, null),
    answered: ({ approvalRequest, answeredBy }) =>
      approvalRequest.type === 'skill_change' && isSame(approvalRequest.subject, subject)
        ? changeEffect(change, answeredBy)
        : refuseWith(approvalExpired(subject)),
  }
}

function answerWith(output: JsonValue): PlannedCall {
  return { approvalRequest: () => null, effect: { kind: 'read', run: async () => output } }
}

function refuseWith(problem: Problem): ToolEffect {
  return {
    kind: 'read',
    run: async () => {
      throw new ProblemError(problem)
    },
  }
}

function isSame(
  { found: _, ...one }: SkillChangeSubject,
  { found: __, ...other }: SkillChangeSubject,
): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The current plan needs no approval, but the approval was for another change. */
function approvalExpired({ slug }: SkillChangeSubject): Problem {
  return {
    code: 'approval.stale',
    kind: 'stale',
    message: `The person approved another change of "${slug}" than this call makes now, so nothing was changed.`,
    hint: 'Look at the skill as it is now, and make the call again if it is still needed.',
    details: { name: slug },
  }
}

/** `answeredBy`: the person whose yes to the request is one to what was found. */
function changeEffect(change: LibraryChange, answeredBy: UserId | null): ToolEffect {
  return {
    kind: 'act',
    repeatable: true,
    run: async (services) => ({ output: await applyChange(services, change, answeredBy) }),
  }
}

async function applyChange(
  services: ToolServices,
  change: LibraryChange,
  answeredBy: UserId | null,
): Promise<JsonValue> {
  const yes = 'arrival' in change ? await yesOf(services, change.arrival, answeredBy) : null
  const after = await writeChange(services, change, yes).catch((error: unknown) =>
    throwStale(services, change, error),
  )
  await recordChanges(services, services, [factOf(services, change.action, after)])
  return reportOf(change.action, after)
}

/** The process may have died between the change and its entry in the audit log. */
function auditEffect(action: LibraryChange['action'], done: KeyedChange): ToolEffect {
  return {
    kind: 'act',
    repeatable: true,
    run: async (services) => {
      const { skillId: id, slug, digest } = done
      const fact = factOf(services, action, { id, slug, digest })
      const entries = { action: fact.action, target: fact.target }
      const { items } = await services.store.audit.list(entries, { limit: 200 })
      const known = items.some(({ details }) => details.change_key === done.key)
      if (!known) await recordChanges(services, services, [fact])
      return { output: reportOf(action, done) }
    },
  }
}

function factOf(
  services: ToolServices,
  change: LibraryChange['action'],
  { id, slug, digest }: Pick<Awaited<ReturnType<typeof writeChange>>, 'id' | 'slug' | 'digest'>,
): CatalogFact {
  const action = facts[change]
  const made = { by: 'agent', conversation_id: services.conversationId }
  const details = { slug, digest, ...made, change, change_key: changeKeyOf(services) }
  return { action, target: id, details }
}

const facts = {
  create: 'skill-created',
  update: 'skill-updated',
  enable: 'skill-updated',
  disable: 'skill-updated',
  delete: 'skill-deleted',
} as const

/** The yes of whoever approved the change, with the role they have now. */
async function yesOf(
  { store, principal, traceId }: ToolServices,
  { facts }: Pick<NewContent, 'facts'>,
  answeredBy: UserId | null,
): Promise<AcceptingFindings | null> {
  const member = answeredBy && (await store.members.get(answeredBy))
  if (!member) return null
  const actor = { principal: { ...principal, userId: member.id, role: member.role }, traceId }
  return { actor, digests: [facts.digest] }
}

async function writeChange(
  services: ToolServices,
  change: LibraryChange,
  yes: AcceptingFindings | null,
) {
  const { skills, viewer } = services
  const changeKey = changeKeyOf(services)
  if (change.action === 'create') {
    const arrival = await checkPackage(services, { arrival: change.arrival, before: null, yes })
    const [saved] = await skills.save([{ ...arrival, changeKey }], 'create')
    if (!saved) throw new Error('the store returned no outcome for an arrival')
    if (saved.status === 'conflict') throw new ProblemError(nameTaken(saved.existing))
    return factsOf(saved.skill)
  }
  const { target, action } = change
  if (action === 'delete') {
    await skills.remove(viewer, target.id, target.version, changeKey)
    return factsOf(target)
  }
  const what =
    action === 'update'
      ? { arrival: await checkPackage(services, { arrival: change.arrival, before: target, yes }) }
      : { enabled: action === 'enable' }
  const update = { ...what, changeKey }
  return factsOf(await skills.update(viewer, target.id, update, target.version))
}

function factsOf({ id, slug, head }: Extract<LibraryChange, { target: unknown }>['target']) {
  return { id, slug, number: head.number, digest: head.digest }
}

/** Of two concurrent writers the later one is shown the text of the first. */
async function throwStale(
  { skills, viewer }: ToolServices,
  change: LibraryChange,
  error: unknown,
): Promise<never> {
  const stale = isProblemError(error) && error.problem.code === 'skill.stale'
  if (!stale || change.action === 'create') throw error
  const skill = await skills.get(viewer, change.target.id)
  const content = skill && (await skills.content(viewer, skill.id, skill.head.digest))
  if (!skill || !content) throw error
  throw new ProblemError(changedSince({ skill, content: content.body }, null))
}
