import {
  type ConversationId,
  isProblemError,
  type PendingRevisionId,
  type Problem,
  ProblemError,
  type RevisionDigest,
  type SkillId,
  type SourceId,
} from '@repertoire/core/base'
import {
  type OfferedSkill,
  type PendingKind,
  type PendingRevision,
  type PendingRevisionHead,
  proposalKinds,
  type SkillSource,
  skillWriteProblem,
} from '@repertoire/core/domain'
import {
  approvalProblem,
  approveRevision,
  currentTrust,
  decideRevision,
  importNeedsReading,
  isClean,
  isEditedHere,
  type JudgingDeps,
  overrideVerdict,
  proposalStale,
  reviewAudience,
  revisionNotFound,
  suggestSkill,
  visibleRevision,
  type WaitingTrust,
} from '@repertoire/core/ingest'
import type { CatalogActor } from '@repertoire/core/keep'
import {
  type PendingRevisionBody,
  type PendingRevisionBulkResult,
  reviewRoutes,
} from '@repertoire/protocol'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { type Application, actorOf, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { personNames } from '../skills/skill-revisions.ts'
import { toProblemSummary } from '../wire/conversation.ts'
import { toPendingRevisionSummary, toTrustBody } from '../wire/pending-revision.ts'
import { wireTime } from '../wire/time.ts'
import { describePendingRevision, readPendingRevisionFile } from './review-body.ts'

/** Every revision that waits for a person, whoever brought it. Core's `reviewAudience` decides who sees which. */
export function bindReviews(bind: BindRoute, app: Application): void {
  bind(reviewRoutes.list, async ({ query, caller }) => {
    const { reviews } = catalogOf(app, caller).store
    const { cursor, limit } = query
    const [page, held] = await Promise.all([
      reviews.list(
        { ...filterOf(caller, query), offered: await offeredIn(app, caller, query) },
        { cursor, limit },
      ),
      reviews.countPending(reviewAudience(caller.principal)),
    ])
    const items = await summaries(app, caller, page.items)
    return { body: { items, next_cursor: page.nextCursor, held } }
  })

  bind(reviewRoutes.get, async ({ params, caller }) => {
    const deps = catalogOf(app, caller)
    const id = params.id as PendingRevisionId
    const stored = await visibleRevision(deps.store.reviews, caller.principal, id)
    const now = {
      ...judgedNow(await currentTrust(deps, stored)),
      ...(await editedNow(deps, caller, stored)),
    }
    const held = { ...stored, ...now }
    const [summary] = await summaries(app, caller, [held])
    if (!summary) throw new ProblemError(revisionNotFound)
    const details = await describePendingRevision(
      catalogOf(app, caller).store,
      caller.principal,
      held,
    )
    const trust = toTrustBody(held.trust, await personNames(app, caller))
    const { isFinal, problem } = refusalOf(held, details.stale_reason)
    const refusal = problem ? toProblemSummary(problem) : null
    return {
      body: {
        ...{ ...summary, ...details, trust },
        rejected_before: await rejectedBefore(app, caller, stored),
        ...{ approvable: held.state === 'held' && !isFinal, refusal },
      },
    }
  })

  bind(reviewRoutes.file, async ({ params, query, caller }) => {
    const { store } = catalogOf(app, caller)
    const id = params.id as PendingRevisionId
    const held = await visibleRevision(store.reviews, caller.principal, id)
    return {
      body: await readPendingRevisionFile(store, caller.principal, { held, path: query.path }),
    }
  })
}

/** What a reviewer would else have to remember: somebody said no to this very text. */
async function rejectedBefore(
  app: Application,
  caller: Caller,
  { id, digest, proposal, state }: PendingRevision,
): Promise<PendingRevisionBody['rejected_before']> {
  if (!proposal || state !== 'held') return null
  const filter = { audience: reviewAudience(caller.principal), kinds: proposalKinds, digest }
  const { reviews } = catalogOf(app, caller).store
  const { items } = await reviews.list({ ...filter, states: ['rejected'] }, { limit: 100 })
  const [last] = items
    .filter((one) => one.id !== id)
    .toSorted((one, other) => (other.decidedAt ?? 0) - (one.decidedAt ?? 0))
  if (!last) return null
  const { decided_by_name, decided_at, note } = await summaryOf(app, caller, last)
  return { id: last.id, by_name: decided_by_name, at: decided_at ?? wireTime(last.createdAt), note }
}

/** The decisions on it. */
export function bindDecisions(bind: BindRoute, app: Application): void {
  bind(reviewRoutes.decideMany, async (call) => {
    const results: PendingRevisionBulkResult['results'] = []
    const { decision, enable, note, items } = call.body
    const forbidden = skillWriteProblem(call.caller.principal, { kind: 'org' })
    if (forbidden) throw new ProblemError(forbidden)
    for (const { id, digest } of items) {
      const item = { id: id as PendingRevisionId, digest: digest as RevisionDigest, note }
      results.push(
        await decideOne(catalogOf(app, call.caller), actorOf(call), {
          ...item,
          decision,
          enable,
        }),
      )
    }
    return { body: { results } }
  })

  bind(reviewRoutes.approve, async (call) => {
    const { digest, enable, overwrite_edits: overwriteEdits, note, scope } = call.body
    const approved = await approveRevision(catalogOf(app, call.caller), actorOf(call), {
      ...{ id: call.params.id as PendingRevisionId, digest: digest as RevisionDigest },
      ...{ enable, overwriteEdits, note, scope },
    })
    const { held, skill, conflictingSkill } = approved
    return {
      body: {
        arrival: await summaryOf(app, call.caller, held),
        ...{ skill_id: skill.id, slug: skill.slug, enabled: skill.enabled },
        scope: skill.scope.kind,
        kept_beside: conflictingSkill && {
          skill_id: conflictingSkill.id,
          slug: conflictingSkill.slug,
        },
      },
    }
  })

  bind(reviewRoutes.overrideVerdict, async (call) => {
    const { digest, reason } = call.body
    const held = await overrideVerdict(catalogOf(app, call.caller), actorOf(call), {
      ...{ id: call.params.id as PendingRevisionId, digest: digest as RevisionDigest, reason },
    })
    return { body: await summaryOf(app, call.caller, held) }
  })

  for (const decision of ['reject', 'quarantine', 'hold', 'withdraw'] as const) {
    bind(reviewRoutes[decision], async (call) => {
      const { digest, note } = call.body
      const held = await decideRevision(catalogOf(app, call.caller), actorOf(call), {
        ...{ id: call.params.id as PendingRevisionId, digest: digest as RevisionDigest },
        ...{ decision, note },
      })
      return { body: await summaryOf(app, call.caller, held) }
    })
  }

  bind(reviewRoutes.offer, async (call) => {
    const { digest, reason } = call.body
    const held = await suggestSkill(catalogOf(app, call.caller), actorOf(call), {
      skillId: call.params.id as SkillId,
      digest: digest as RevisionDigest,
      reason,
    })
    return { status: 201, body: await summaryOf(app, call.caller, held) }
  })
}

interface OneDecision {
  readonly id: PendingRevisionId
  readonly digest: RevisionDigest
  readonly decision: 'approve' | 'reject' | 'hold'
  readonly enable: boolean | undefined
  readonly note: string
}

/** In bulk only what needs no reading is approved. */
async function decideOne(
  deps: JudgingDeps,
  actor: CatalogActor,
  { decision, enable, ...item }: OneDecision,
): Promise<PendingRevisionBulkResult['results'][number]> {
  try {
    if (decision !== 'approve') {
      const held = await decideRevision(deps, actor, { ...item, decision })
      return { id: item.id, state: held.state, skill_id: null, slug: null, problem: null }
    }
    const held = await visibleRevision(deps.store.reviews, actor.principal, item.id)
    if (held.proposal || !isClean(await currentTrust(deps, held)))
      throw new ProblemError(importNeedsReading(held))
    const request = { ...item, enable, overwriteEdits: false }
    const { skill } = await approveRevision(deps, actor, request)
    const { id: skillId, slug } = skill
    return { id: item.id, state: 'approved', skill_id: skillId, slug, problem: null }
  } catch (error) {
    if (!isProblemError(error)) throw error
    const problem = toProblemSummary(error.problem)
    return { id: item.id, state: null, skill_id: null, slug: null, problem }
  }
}

/** Somebody may have edited the skill since the arrival came, or restored what its source gave. */
async function editedNow(
  deps: JudgingDeps,
  { principal }: Caller,
  { state, skillId, isDetached, baseDigest }: PendingRevision,
): Promise<Pick<PendingRevision, 'isDetached'>> {
  const isWaiting = state === 'held' && skillId !== null
  const skill = isWaiting ? await deps.store.skills.get(principal.userId, skillId) : null
  if (!skill) return { isDetached }
  return { isDetached: await isEditedHere(deps, skill, isDetached ? null : baseDigest) }
}

/** The parts of an arrival that follow from its report. */
function judgedNow(trust: WaitingTrust) {
  const { scan, licenceDecision, signature } = trust
  return {
    ...{ trust, licenceDecision, signature: signature.status },
    ...{ verdict: scan.verdict, ruleset: scan.ruleset, findings: scan.findings.length },
  }
}

type Query = {
  offered_skill_id?: string
  state?: PendingRevisionHead['state']
  kind?: PendingKind | 'new'
  conversation_id?: string
  source_id?: string
  skill_id?: string
  slug?: string
  mine?: 'true'
  verdict?: PendingRevisionHead['verdict']
}

function filterOf({ principal }: Caller, query: { [key in keyof Query]: Query[key] | undefined }) {
  const { state, kind, verdict, slug, mine } = query
  const kinds = kind && [kind === 'new' ? ('import' as const) : kind]
  return {
    ...(mine
      ? {
          audience: { person: principal.userId, organisation: false },
          kinds: proposalKinds.filter((one) => kinds?.includes(one) ?? true),
        }
      : { audience: reviewAudience(principal), kinds }),
    states: state && [state],
    slug,
    conversationId: query.conversation_id as ConversationId | undefined,
    sourceId: query.source_id as SourceId | undefined,
    skillId: query.skill_id as SkillId | undefined,
    verdicts: verdict && [verdict],
  }
}

/** Only the caller's own skills are theirs to ask about by slug. */
async function offeredIn(
  app: Application,
  caller: Caller,
  { offered_skill_id: id }: { readonly offered_skill_id?: string | undefined },
): Promise<OfferedSkill | undefined> {
  if (id === undefined) return undefined
  const skillId = id as SkillId
  const skill = await catalogOf(app, caller).store.skills.get(caller.principal.userId, skillId)
  return { id: skillId, slug: skill?.scope.kind === 'user' ? skill.slug : null }
}

/** Why it cannot be approved, and whether a note does not change that. */
function refusalOf(
  held: PendingRevision & { readonly trust: WaitingTrust },
  staleReason: PendingRevisionBody['stale_reason'],
): { readonly problem: Problem | undefined; readonly isFinal: boolean } {
  const { id, slug, proposal } = held
  if (proposal) {
    const problem = staleReason === null ? undefined : proposalStale({ id, slug })
    return { problem, isFinal: problem !== undefined }
  }
  const isFinal = approvalProblem(held, 'a note') !== undefined
  return { problem: approvalProblem(held, ''), isFinal }
}

async function summaryOf(app: Application, caller: Caller, held: PendingRevisionHead) {
  const [summary] = await summaries(app, caller, [held])
  if (!summary) throw new ProblemError(revisionNotFound)
  return summary
}

export async function summaries(
  app: Application,
  caller: Caller,
  helds: readonly PendingRevisionHead[],
) {
  const { store } = catalogOf(app, caller)
  const [list, people, { settings }] = await Promise.all([
    store.sources.list(),
    personNames(app, caller),
    store.settings.get(),
  ])
  const sources = new Map<string | null, SkillSource>(list.map((source) => [source.id, source]))
  return helds.map((held) => toPendingRevisionSummary(held, { sources, people, settings }))
}
