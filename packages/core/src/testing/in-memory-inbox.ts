import type { Approval } from '../domain/approval.ts'
import { isOfAudience } from '../domain/approval-audience.ts'
import {
  approvalSkill,
  approvalTitle,
  type InboxEntry,
  pendingKind,
  permissionsIn,
} from '../domain/inbox-entry.ts'
import type { PendingRevision } from '../domain/pending-revision.ts'
import { isVisibleRevision } from '../domain/review-audience.ts'
import {
  type InboxCount,
  type InboxFilter,
  type InboxQuery,
  type InboxStore,
  isDecidedByOthers,
} from '../ports/inbox.ts'
import { compareInbox, inboxPosition, matchesRequests, mergeInbox } from '../ports/inbox-page.ts'
import type { InMemoryTenant } from './in-memory-state.ts'

/** An entry, and the other texts by which it is found. */
interface Found {
  readonly entry: InboxEntry
  readonly also: string
}

export function createInMemoryInbox(tenant: InMemoryTenant): InboxStore {
  const matching = (query: InboxQuery) => waiting(tenant, query).filter(fits(query.filter))
  return {
    list: async (query, page) => {
      const position = inboxPosition(page)
      const sign = page.order === 'newest' ? -1 : 1
      const entries = matching(query).map(({ entry }) => entry)
      const rest = entries.filter((one) => !position || sign * compareInbox(one, position) > 0)
      return mergeInbox([rest], page)
    },
    counts: async (query) => {
      const groups = new Map<string, InboxCount>()
      for (const { entry } of matching(query)) {
        const { kind, sourceId, alike, at } = entry
        const key = JSON.stringify([kind, sourceId, alike])
        const { count, oldest } = groups.get(key) ?? { count: 0, oldest: at }
        const both = { count: count + 1, oldest: Math.min(oldest, at) }
        groups.set(key, { kind, sourceId, alike, ...both })
      }
      return [...groups.values()]
    },
    keys: async (query) =>
      matching(query)
        .map(({ entry }) => entry)
        .sort(compareInbox)
        .flatMap(({ id, at }) => {
          const held = [...tenant.heldArrivals.values()].find((one) => one.held.id === id)?.held
          return held && !held.proposal ? [{ id: held.id, digest: held.digest, at }] : []
        }),
  }
}

function waiting(
  tenant: InMemoryTenant,
  { audience, filter: { awaits } }: InboxQuery,
): readonly Found[] {
  const approvals = [...tenant.approvals.values()]
    .filter(({ status }) => status === 'pending' && awaits !== 'others')
    .filter((one) => audience.approvals !== null && isOfAudience(one, audience.approvals))
  const held = [...tenant.heldArrivals.values()]
    .map((one) => one.held)
    .filter(({ state }) => state === 'held')
    .filter(({ proposal }) => proposal !== null || audience.imports)
    .filter((one) => isVisibleRevision(one, audience.proposals))
    .filter((one) => !awaits || isDecidedByOthers(one, audience) === (awaits === 'others'))
  return [...approvals.map(ofApproval), ...held.map(ofHeld)]
}

function ofApproval(approval: Approval): Found {
  const { id, type, reason, requestedAt, expiresAt, requestedBy, conversationId } = approval
  const kind = type === 'authored_tool' ? ('tool' as const) : ('approval' as const)
  const entry = {
    ...{ id, kind, title: approvalTitle(approval), ...approvalSkill(approval) },
    ...{ about: reason, at: requestedAt, expiresAt, askedBy: requestedBy, conversationId },
    ...{ digest: null, baseDigest: null, alike: `approval ${type}` },
    ...{ sourceId: null, verdict: null, findings: 0, licence: null, licenceDecision: null },
    permissions: [],
  }
  return { entry, also: '' }
}

function ofHeld(held: PendingRevision): Found {
  const { id, name, slug, createdAt, sourceId, digest, baseDigest, proposal } = held
  const { verdict, findings, licence, licenceDecision, alike } = held
  const entry = {
    ...{ id, kind: pendingKind(held), title: name, slug, at: createdAt, expiresAt: null },
    ...{ about: proposal ? proposal.reason : held.description },
    ...{ askedBy: proposal?.person ?? null, conversationId: proposal?.conversationId ?? null },
    ...{ sourceId, digest, baseDigest, verdict, findings, licence, licenceDecision },
    ...{ permissions: permissionsIn(held.addedPermissions), cost: held.skillMd.length, alike },
  }
  return { entry, also: [held.description, proposal?.reason, held.entryId].join('\n') }
}

function fits(filter: InboxFilter) {
  const { kinds, sourceId, verdict, licence, licenceDecision, permission, alike } = filter
  const text = filter.text?.toLowerCase()
  return ({ entry, also }: Found): boolean =>
    (kinds?.includes(entry.kind) ?? true) &&
    (matchesRequests(filter) || entry.kind === 'import' || entry.kind === 'update') &&
    (sourceId === undefined || entry.sourceId === sourceId) &&
    (verdict === undefined || entry.verdict === verdict) &&
    (licence === undefined || (entry.licence ?? 'none') === licence) &&
    (licenceDecision === undefined || entry.licenceDecision === licenceDecision) &&
    (permission === undefined || entry.permissions.includes(permission)) &&
    (filter.before === undefined || entry.at <= filter.before) &&
    (filter.since === undefined || entry.at >= filter.since) &&
    (alike === undefined || entry.alike === alike) &&
    (text === undefined ||
      [entry.title, entry.slug, entry.about, also].some((one) => one.toLowerCase().includes(text)))
}
