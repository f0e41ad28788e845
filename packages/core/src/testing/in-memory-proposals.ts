import type { ProposalId, SkillId } from '../base/ids.ts'
import type { CheckedContent } from '../domain/skill.ts'
import { planAccept } from '../ingest/proposals/plan-accept.ts'
import type { IdSource } from '../ports/clock.ts'
import type {
  Proposal,
  ProposalAudience,
  ProposalDecision,
  ProposalHead,
  ProposalStatus,
  ProposalStore,
} from '../ports/proposals.ts'
import { pageLatest } from './in-memory-pages.ts'
import { applySkillWrites, slugHolder } from './in-memory-skill-writes.ts'
import type { InMemoryTenant, Notify } from './in-memory-state.ts'

export interface InMemoryProposalsOptions {
  readonly tenant: InMemoryTenant
  readonly ids: IdSource
  readonly notify: Notify
}

export function createInMemoryProposals(options: InMemoryProposalsOptions): ProposalStore {
  const { tenant, ids, notify } = options
  const pending = (id: ProposalId): Proposal | null => {
    const proposal = tenant.proposals.get(id)
    return proposal?.status === 'pending' ? proposal : null
  }
  const settle = (before: Proposal, status: ProposalStatus, decision: ProposalDecision) => {
    const { by, note, now } = decision
    const proposal = { ...before, status, decidedBy: by, decidedAt: now, note }
    tenant.proposals.set(before.id, proposal)
    return proposal
  }
  const targetOf = ({ skillId }: Proposal, { scope, slug }: CheckedContent) =>
    skillId === null ? slugHolder(tenant, scope, slug) : (tenant.skills.get(skillId)?.skill ?? null)
  return {
    create: async (proposal) => {
      if (!tenant.proposals.has(proposal.id)) tenant.proposals.set(proposal.id, proposal)
    },
    get: async (id) => tenant.proposals.get(id) ?? null,
    list: async (filter, page) => {
      const wanted = [...tenant.proposals.values()].filter(
        (proposal) =>
          (filter.status === undefined || proposal.status === filter.status) &&
          (filter.conversationId === undefined ||
            proposal.conversationId === filter.conversationId) &&
          (filter.audience === undefined || isVisibleTo(filter.audience, proposal)),
      )
      return pageLatest(wanted.map(headOf), page, (item) => [item.createdAt, item.id])
    },
    reject: async (id, decision, status = 'rejected') => {
      const before = pending(id)
      return before && settle(before, status, decision)
    },
    accept: async (id, { arrival, ...decision }) => {
      const before = pending(id)
      if (!before) return { status: 'decided' }
      const target = targetOf(before, arrival)
      const plan = planAccept({
        proposal: before,
        arrival,
        target,
        hasSecrets: target !== null && (tenant.secrets.get(target.id)?.size ?? 0) > 0,
        slugHolder: slugHolder(tenant, arrival.scope, arrival.slug),
        now: decision.now,
        newId: () => ids.next('skl') as SkillId,
      })
      if (plan.status === 'has-secrets') return plan
      const write = plan.status === 'accepted' ? plan.write : null
      if (write) applySkillWrites(tenant, [write], { notify, now: decision.now })
      const proposal = settle(before, plan.status, decision)
      if (plan.status === 'stale') return { status: 'stale', proposal }
      return { status: 'accepted', proposal, skill: plan.skill }
    },
  }
}

function headOf({ source: _source, resources: _resources, ...head }: Proposal): ProposalHead {
  return head
}

function isVisibleTo({ person, organisation }: ProposalAudience, proposal: Proposal): boolean {
  return proposal.proposedFor === person || (organisation && proposal.skillScope === 'org')
}
