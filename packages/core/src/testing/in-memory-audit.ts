import type { Sha256 } from '../base/sha256.ts'
import { type ChainedAuditEntry, type ChainPoint, chainEntries } from '../domain/audit-chain.ts'
import type { AuditStore } from '../ports/organisation.ts'
import { pageLatest } from './in-memory-pages.ts'
import { compareText, type InMemoryTenant } from './in-memory-state.ts'

/** Chains what others appended to `tenant.audit` when it is read, since each of them appends at once. */
export function createInMemoryAudit(tenant: InMemoryTenant, sha256: Sha256): AuditStore {
  const chained = (): readonly ChainedAuditEntry[] => {
    const { auditChain: chain } = tenant
    const news = tenant.audit.splice(0)
    chain.entries.push(...chainEntries(sha256, chain.head, news))
    chain.head = pointOf(chain.entries.at(-1)) ?? chain.head
    return chain.entries
  }
  const pointBefore = (at: number, end: ChainPoint): ChainPoint => {
    const entries = chained()
    const first = entries.findIndex((entry) => entry.at >= at)
    if (first < 0) return end
    return pointOf(entries[first - 1]) ?? tenant.auditChain.start
  }
  return {
    append: async (entries) => {
      tenant.audit.push(...entries)
    },
    list: async (filter, page) => {
      const wanted = chained().filter(
        (entry) =>
          (filter.action === undefined || entry.action === filter.action) &&
          (filter.target === undefined || entry.target === filter.target) &&
          (filter.traceId === undefined || entry.traceId === filter.traceId) &&
          (filter.actor === undefined || entry.actor === filter.actor) &&
          (filter.kind === undefined || entry.action.startsWith(`${filter.kind}-`)) &&
          (filter.from === undefined || entry.at >= filter.from) &&
          (filter.to === undefined || entry.at < filter.to),
      )
      return pageLatest(wanted, page, (entry) => [entry.at, entry.id])
    },
    range: async ({ from, to }) => {
      chained()
      const { start, head, checkpoint } = tenant.auditChain
      return {
        before: from === undefined ? start : pointBefore(from, head),
        last: to === undefined ? head : pointBefore(to, head),
        head,
        isFromOldest: from === undefined,
        checkpoint,
      }
    },
    slice: async ({ before, last }, { after, limit }) => {
      const from = after ?? { seq: before.seq, id: '\uffff' }
      return chained()
        .filter(
          ({ seq, id }) => seq > from.seq || (seq === from.seq && compareText(id, from.id) > 0),
        )
        .filter(({ seq }) => seq <= last.seq)
        .slice(0, limit)
    },
    removeBefore: async (before, recordOf) => {
      const entries = chained()
      const { auditChain: chain } = tenant
      const last = pointBefore(before, chain.head)
      const count = last.seq - chain.start.seq
      if (count === 0) return 0
      const { start, checkpoint } = chain
      const record = recordOf({ count, start, checkpoint, last })
      chain.entries = entries.slice(count)
      chain.start = last
      chain.checkpoint = record.checkpoint
      tenant.audit.push(record.entry)
      return count
    },
    forwardedTo: async (destination) => tenant.auditForwarding.get(destination) ?? 0,
    setForwarded: async (destination, { from, to }) => {
      if ((tenant.auditForwarding.get(destination) ?? 0) !== from) return false
      tenant.auditForwarding.set(destination, to)
      return true
    },
  }
}

function pointOf(entry: ChainedAuditEntry | undefined): ChainPoint | undefined {
  return entry && { seq: entry.seq, hash: entry.hash }
}
