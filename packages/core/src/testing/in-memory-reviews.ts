import type { PendingRevisionId, RevisionDigest } from '../base/ids.ts'
import { pendingKind } from '../domain/inbox-entry.ts'
import { isOfferOf } from '../domain/offer.ts'
import type { PendingRevision, PendingRevisionHead } from '../domain/pending-revision.ts'
import { isVisibleRevision, type ReviewAudience } from '../domain/review-audience.ts'
import { planRevocation } from '../keep/skills/revoked-content.ts'
import type { ReviewDecision, ReviewFilter, ReviewStore } from '../ports/reviews.ts'
import { pageLatest } from './in-memory-pages.ts'
import {
  applyPendingRevisions,
  approvalOf,
  type PendingRevisionWrites,
  writePlan,
} from './in-memory-pending-writes.ts'
import { applySkillWrites } from './in-memory-skill-writes.ts'
import type { InMemoryTenant } from './in-memory-state.ts'

export function createInMemoryReviews(options: PendingRevisionWrites): ReviewStore {
  const { tenant, clock, notify } = options
  const { heldArrivals, revocations } = tenant
  const all = (): PendingRevision[] => [...heldArrivals.values()].map(({ held }) => held)
  const changed = () => notify({ kind: 'sources', tenantId: tenant.id })
  const visible = (id: PendingRevisionId, audience: ReviewAudience) => {
    const found = heldArrivals.get(id)
    return found && isVisibleRevision(found.held, audience) ? found : undefined
  }
  const settle = (
    before: PendingRevision,
    { by, note, now }: ReviewDecision,
    change: Partial<PendingRevision>,
  ): PendingRevision => {
    const after = { ...before, ...change, decidedBy: by, decidedAt: now, note }
    const files = heldArrivals.get(before.id)?.files ?? []
    heldArrivals.set(before.id, { held: after, files })
    changed()
    return after
  }
  return {
    hold: async (items) => {
      applyPendingRevisions(options, items)
      changed()
    },
    get: async (id, audience) => visible(id, audience)?.held ?? null,
    list: async (filter, page) =>
      pageLatest(
        all()
          .filter((held) => fits(held, filter))
          .map(headOf),
        page,
        (held) => [held.createdAt, held.id],
      ),
    countPending: async (audience) =>
      all().filter((one) => one.state === 'held' && isVisibleRevision(one, audience)).length,
    files: async (id, audience) => visible(id, audience)?.files ?? null,
    file: async (id, audience, path) =>
      visible(id, audience)?.files.find((file) => file.path === path)?.bytes ?? null,
    approve: async (id, { arrival, expectedHead, enable, auditOf, ...decision }) => {
      const before = heldArrivals.get(id)?.held
      if (before?.state !== 'held') return { status: 'decided' }
      const plan = approvalOf(options, { held: before, arrival, expectedHead, enable })
      if (plan.status === 'stale' && before.proposal) settle(before, decision, { state: 'stale' })
      if (plan.status !== 'approved') return plan
      writePlan(options, plan)
      const { id: skillId, scope } = plan.skill
      const proposal = before.proposal && { ...before.proposal, scope: scope.kind }
      const held = settle(before, decision, { state: 'approved', skillId, proposal })
      noteAtItem(options, held, plan.skill.head.digest)
      tenant.audit.push(...auditOf({ held, skill: plan.skill }))
      return { status: 'approved', held, skill: plan.skill }
    },
    rejudge: async (id, judged) => {
      const before = heldArrivals.get(id)
      if (before?.held.state !== 'held') return
      heldArrivals.set(id, { ...before, held: { ...before.held, ...judged } })
      changed()
    },
    decide: async (id, { from, to, ...decision }) => {
      const before = heldArrivals.get(id)
      if (!before || before.files.length === 0 || !from.includes(before.held.state)) return null
      return settle(before.held, decision, { state: to })
    },
    dropRejected: async (by, limit) => {
      const old = [...heldArrivals.values()]
        .filter(({ held, files }) => held.state === 'rejected' && files.length > 0)
        .filter(({ held }) => held.decidedAt !== null && held.decidedAt <= by)
        .slice(0, limit)
      for (const { held } of old) heldArrivals.set(held.id, { held, files: [] })
      return old.length
    },
    ...knownContents(tenant),
    ...acceptedFindings(tenant),
    ...suppressions(tenant),
    revocations: async () =>
      [...revocations.values()].sort((a, b) => b.at - a.at || (a.digest < b.digest ? 1 : -1)),
    revoke: async (revocation) => {
      const { digest } = revocation
      if (!revocations.has(digest)) revocations.set(digest, revocation)
      const skills = [...tenant.skills.values()].map(({ skill }) => skill)
      const now = clock.now()
      const writes = planRevocation(
        skills.filter(({ head }) => head.digest === digest),
        now,
      )
      applySkillWrites(tenant, writes, { notify, now })
      notify({ kind: 'skills', tenantId: tenant.id })
      return writes.map(({ after }) => after)
    },
    restore: async (digest) => revocations.delete(digest),
  }
}

function knownContents({
  heldArrivals,
  trust,
}: InMemoryTenant): Pick<
  ReviewStore,
  'isRejected' | 'approvers' | 'approvedContents' | 'trustOf' | 'saveTrust'
> {
  const all = (): PendingRevision[] => [...heldArrivals.values()].map(({ held }) => held)
  const approvedOnes = () =>
    all().filter((one) => one.state === 'approved' && one.proposal?.scope !== 'user')
  return {
    isRejected: async (digest) =>
      all().some(
        (held) => held.state === 'rejected' && held.proposal === null && held.digest === digest,
      ),
    approvedContents: async (limit) => {
      const newestFirst = approvedOnes().sort((a, b) => (b.decidedAt ?? 0) - (a.decidedAt ?? 0))
      const found = newestFirst.flatMap(({ digest, decidedBy }) =>
        decidedBy === null ? [] : [[`${digest} ${decidedBy}`, { digest, by: decidedBy }] as const],
      )
      return [...new Map(found).values()].slice(0, limit)
    },
    approvers: async (digest) => {
      const approved = approvedOnes().filter((one) => one.digest === digest)
      return [...new Set(approved.flatMap(({ decidedBy }) => decidedBy ?? []))].sort()
    },
    trustOf: async (digests, ruleset) =>
      new Map(
        digests.flatMap((digest) => {
          const report = trust.get(digest)
          const isWanted = report && (ruleset === undefined || report.scan.ruleset === ruleset)
          return isWanted ? [[digest, report] as const] : []
        }),
      ),
    saveTrust: async (reports) => {
      for (const [digest, report] of reports) trust.set(digest, report)
    },
  }
}

function acceptedFindings({
  acknowledgements,
}: InMemoryTenant): Pick<ReviewStore, 'acknowledgements' | 'acknowledge'> {
  return {
    acknowledgements: async (digest) =>
      [...acknowledgements.values()]
        .filter((one) => one.digest === digest)
        .sort((a, b) => b.at - a.at || (a.by < b.by ? 1 : -1)),
    acknowledge: async (one) => {
      acknowledgements.set(JSON.stringify([one.digest, one.by]), one)
    },
  }
}

function suppressions(
  tenant: InMemoryTenant,
): Pick<ReviewStore, 'suppressions' | 'suppress' | 'removeSuppression'> {
  return {
    suppressions: async (subject) =>
      [...tenant.suppressions.values()]
        .filter((one) => subject === undefined || one.subject === subject)
        .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)),
    suppress: async (suppressions) => {
      for (const one of suppressions) tenant.suppressions.set(one.id, one)
    },
    removeSuppression: async (id) => {
      const removed = tenant.suppressions.get(id) ?? null
      tenant.suppressions.delete(id)
      return removed
    },
  }
}

function noteAtItem(
  { tenant }: PendingRevisionWrites,
  held: PendingRevision,
  digest: RevisionDigest,
): void {
  const items = held.sourceId && tenant.sources.get(held.sourceId)?.items
  const item = items?.get(held.entryId)
  if (!items || !item) return
  items.set(held.entryId, { ...item, skillId: held.skillId, appliedDigest: digest })
}

function fits(held: PendingRevision, filter: ReviewFilter) {
  const { states, sourceId, entryIds, skillId, slug, digest, verdicts, kinds } = filter
  const { conversationId, offered } = filter
  return (
    isVisibleRevision(held, filter.audience) &&
    (conversationId === undefined || held.proposal?.conversationId === conversationId) &&
    (states?.includes(held.state) ?? true) &&
    (verdicts?.includes(held.verdict) ?? true) &&
    (sourceId === undefined || held.sourceId === sourceId) &&
    (entryIds?.includes(held.entryId) ?? true) &&
    (skillId === undefined || held.skillId === skillId) &&
    (digest === undefined || held.digest === digest) &&
    (slug === undefined || held.slug === slug) &&
    (offered === undefined || isOfferOf(held, offered)) &&
    (kinds?.includes(pendingKind(held)) ?? true)
  )
}

function headOf(held: PendingRevision): PendingRevisionHead & { readonly id: PendingRevisionId } {
  const { skillMd: _, manifest: _m, trust: _t, diagnostics: _d, ...head } = held
  return head
}
