import {
  acceptProposal,
  type ConversationId,
  cancelProposal,
  filesRemovedBy,
  offeredSkill,
  type Principal,
  type Proposal,
  type ProposalId,
  proposalAudience,
  type RevisionDigest,
  rejectProposal,
  type Skill,
  type SkillId,
  type SkillStore,
  suggestSkill,
  type TenantStore,
  visibleProposal,
} from '@repertoire/core'
import { type ProposalBody, proposalRoutes } from '@repertoire/protocol'
import { loadSkillMd, packageLimits } from '@repertoire/skill-md'
import { etagOf } from '../wire/etag.ts'
import { toProposalSummary } from '../wire/proposal.ts'
import { toSkillSummary } from '../wire/skill.ts'
import { acknowledgedOf } from './acknowledged-findings.ts'
import { type Application, actorOf, catalogOf } from './application.ts'
import type { BindRoute } from './bind-route.ts'

/**
 * Skills that agents wrote and a person has to decide about. Core's `proposalAudience` decides who sees
 * which.
 */
export function bindProposals(bind: BindRoute, app: Application): void {
  bind(proposalRoutes.list, async ({ query, caller }) => {
    const { proposals } = catalogOf(app, caller).store
    const filter = {
      status: query.status,
      conversationId: query.conversation_id as ConversationId | undefined,
      audience: proposalAudience(caller.principal),
    }
    const { cursor, limit } = query
    const page = await proposals.list(filter, { cursor, limit })
    return { body: { items: page.items.map(toProposalSummary), next_cursor: page.nextCursor } }
  })

  bind(proposalRoutes.get, async ({ params, caller }) => {
    const { store } = catalogOf(app, caller)
    const proposal = await visibleProposal(
      store.proposals,
      caller.principal,
      params.id as ProposalId,
    )
    return { body: await describeProposal(store, caller.principal, proposal) }
  })

  bind(proposalRoutes.accept, async (call) => {
    const { proposal, skill } = await acceptProposal(catalogOf(app, call.caller), actorOf(call), {
      ...{ scope: call.body.scope, note: call.body.note },
      acknowledged: acknowledgedOf(call.body.acknowledged_findings),
      id: call.params.id as ProposalId,
    })
    return { body: { proposal: toProposalSummary(proposal), skill: toSkillSummary(skill) } }
  })

  bind(proposalRoutes.reject, async (call) => {
    const proposal = await rejectProposal(catalogOf(app, call.caller), actorOf(call), {
      ...call.body,
      id: call.params.id as ProposalId,
    })
    return { body: toProposalSummary(proposal) }
  })

  bind(proposalRoutes.withdraw, async (call) => {
    const proposal = await cancelProposal(catalogOf(app, call.caller), actorOf(call), {
      ...call.body,
      id: call.params.id as ProposalId,
    })
    return { body: toProposalSummary(proposal) }
  })

  bind(proposalRoutes.offer, async (call) => {
    const { digest, reason } = call.body
    const proposal = await suggestSkill(catalogOf(app, call.caller), actorOf(call), {
      skillId: call.params.id as SkillId,
      digest: digest as RevisionDigest,
      reason,
    })
    return { status: 201, body: toProposalSummary(proposal) }
  })
}

/** Includes what it would replace, so that people see the difference before they decide. */
async function describeProposal(
  store: TenantStore,
  { userId }: Principal,
  proposal: Proposal,
): Promise<ProposalBody> {
  const { skills } = store
  const { skillId, source } = proposal
  const offered = await offeredSkill({ store }, proposal)
  // An offered skill that would move is new to whoever decides.
  const target = skillId && !offered ? await skills.get(userId, skillId) : null
  const text = target && (await skills.content(userId, target.id, target.head.digest))
  const current =
    target && text
      ? {
          slug: target.slug,
          digest: target.head.digest,
          content: text.source,
          etag: etagOf(target.version),
        }
      : null
  const files = proposal.resources.map(async ({ path, content }) => ({
    path,
    content,
    ...(await replacedFile(skills, userId, { target, path })),
  }))
  const paths = target ? filesRemovedBy(proposal, target) : []
  const removed = paths.map(async (path) => {
    const { current } = await replacedFile(skills, userId, { target, path })
    return { path, current }
  })
  const reason = await staleReason(store, userId, { proposal, offered, current: target })
  const loaded = loadSkillMd(source)
  return {
    ...toProposalSummary(proposal),
    content: source,
    body: loaded.ok ? loaded.document.body : source,
    files: await Promise.all(files),
    removed_files: await Promise.all(removed),
    current,
    moves: offered !== null,
    stale_reason: reason,
    up_to_date: reason === null,
  }
}

interface Standing {
  readonly proposal: Proposal
  /** The personal skill that would move. */
  readonly offered: Skill | null
  /** The skill that would change. */
  readonly current: Skill | null
}

async function staleReason(
  { skills }: TenantStore,
  viewer: Principal['userId'],
  { proposal, offered, current }: Standing,
): Promise<ProposalBody['stale_reason']> {
  const { skillId, slug, baseDigest } = proposal
  if (skillId === null) return null
  if (!offered && !current) return 'gone'
  if (!offered) return current?.head.digest === baseDigest ? null : 'changed'
  if (offered.head.digest !== baseDigest) return 'offer-changed'
  const holders = await skills.list(viewer, { scope: 'org', slug }, { limit: 1 })
  return holders.items.length > 0 ? 'slug-taken' : null
}

async function replacedFile(
  skills: SkillStore,
  viewer: Principal['userId'],
  { target, path }: { readonly target: Skill | null; readonly path: string },
): Promise<{ current: string | null; replaces: boolean }> {
  const entry = target?.head.manifest.find((file) => file.path === path)
  if (!target || !entry) return { current: null, replaces: false }
  if (entry.size > packageLimits.textBytes) return { current: null, replaces: true }
  const bytes = await skills.file(viewer, target.id, target.head.digest, path)
  return { current: bytes && readText(bytes), replaces: true }
}

/** Null for bytes that are not UTF-8. */
function readText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
