import { type ConversationId, isProblemError, type PendingRevisionId } from '@repertoire/core/base'
import { type PendingRevision, proposalKinds, type ReviewState } from '@repertoire/core/domain'
import {
  approveRevision,
  decideRevision,
  reviewAudience,
  visibleRevision,
} from '@repertoire/core/ingest'
import { type ProposalBody, type ProposalSummary, proposalRoutes } from '@repertoire/protocol'
import { loadSkillMd } from '@repertoire/skill-md'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { type Application, actorOf, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { notFound } from '../base/not-found.ts'
import { acknowledgedOf } from '../skills/acknowledged-findings.ts'
import { etagOf } from '../wire/etag.ts'
import { statuses, toProposalSummary } from '../wire/proposal.ts'
import { toSkillSummary } from '../wire/skill.ts'
import { describePendingRevision, readPendingRevisionFile } from './review-body.ts'

/** The earlier shape of proposals, over the same functions as `/api/v1/reviews`. Goes with the next release. */
export function bindEarlierProposals(bind: BindRoute, app: Application): void {
  bind(proposalRoutes.list, async ({ query, caller }) => {
    const { cursor, limit, status } = query
    const filter = {
      audience: reviewAudience(caller.principal),
      kinds: proposalKinds,
      states: status && statesOf(status),
      conversationId: query.conversation_id as ConversationId | undefined,
    }
    const page = await catalogOf(app, caller).store.reviews.list(filter, { cursor, limit })
    return { body: { items: page.items.map(summaryOf), next_cursor: page.nextCursor } }
  })

  bind(proposalRoutes.get, async ({ params, caller }) => {
    return { body: await describe(app, caller, await proposed(app, caller, params.id)) }
  })

  bind(proposalRoutes.accept, async (call) => {
    const { id, digest } = await proposed(app, call.caller, call.params.id)
    const { scope, note, acknowledged_findings: findings } = call.body
    const { held, skill } = await approveRevision(catalogOf(app, call.caller), actorOf(call), {
      ...{ id, digest, scope, note, enable: undefined, overwriteEdits: false },
      // These clients do not say what was read.
      acknowledged: acknowledgedOf(findings) ?? [],
    })
    return { body: { proposal: summaryOf(held), skill: toSkillSummary(skill) } }
  })

  for (const decision of ['reject', 'withdraw'] as const) {
    bind(proposalRoutes[decision], async (call) => {
      const { id, digest } = await proposed(app, call.caller, call.params.id)
      const request = { id, digest, decision, note: call.body.note }
      const decided = decideRevision(catalogOf(app, call.caller), actorOf(call), request)
      return { body: summaryOf(await decided.catch(asAbsent)) }
    })
  }
}

async function proposed(app: Application, caller: Caller, id: string): Promise<PendingRevision> {
  const { reviews } = catalogOf(app, caller).store
  const found = visibleRevision(reviews, caller.principal, id as PendingRevisionId)
  const held = await found.catch(asAbsent)
  if (!held.proposal) throw absent
  return held
}

const absent = notFound('proposal.not-found', 'There is no such proposal, or you cannot see it.')

function asAbsent(error: unknown): never {
  throw isProblemError(error) && error.problem.code === 'arrival.not-found' ? absent : error
}

function summaryOf(held: Parameters<typeof toProposalSummary>[0]): ProposalSummary {
  const summary = toProposalSummary(held)
  if (!summary) throw absent
  return summary
}

function statesOf(status: ProposalSummary['status']): readonly ReviewState[] {
  const known = Object.entries(statuses) as [ReviewState, ProposalSummary['status']][]
  return known.flatMap(([state, one]) => (one === status ? [state] : []))
}

async function describe(
  app: Application,
  caller: Caller,
  held: PendingRevision,
): Promise<ProposalBody> {
  const { principal } = caller
  const { store } = catalogOf(app, caller)
  const details = await describePendingRevision(store, principal, held)
  const read = (path: string) => readPendingRevisionFile(store, principal, { held, path })
  const changed = details.files.filter(({ path }) => path !== 'SKILL.md')
  const written = changed.filter(({ change }) => change === 'added' || change === 'changed')
  const files = written.map(async ({ path, change }) => {
    const { text, base_text: current } = await read(path)
    return { path, content: text ?? '', current, replaces: change === 'changed' }
  })
  const gone = changed.filter(({ change }) => change === 'removed')
  const removed = gone.map(async ({ path }) => ({ path, current: (await read(path)).base_text }))
  const { base, moves, stale_reason, content } = details
  const skill = base && held.skillId && (await store.skills.get(principal.userId, held.skillId))
  const loaded = loadSkillMd(content)
  return {
    ...summaryOf(held),
    ...{ content, moves, stale_reason, up_to_date: stale_reason === null },
    body: loaded.ok ? loaded.document.body : content,
    files: await Promise.all(files),
    removed_files: await Promise.all(removed),
    current:
      base && skill
        ? {
            ...{ slug: base.slug, digest: base.digest, content: base.content },
            etag: etagOf(skill.version),
          }
        : null,
  }
}
