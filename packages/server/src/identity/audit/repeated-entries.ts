import type { TenantId } from '@repertoire/core/base'
import type { AuditEntry } from '@repertoire/core/domain'
import type { Clock } from '@repertoire/core/ports'

/** Something that anybody can cause at any rate. */
export interface AuditOccurrence {
  readonly tenantId: TenantId
  /** What counts as the same: the credential and the address, never anything secret. */
  readonly subject: string
  /** How long the same is only counted, in milliseconds. */
  readonly windowMs: number
  /** How many subjects of an action are told apart within the window; further ones share one entry. */
  readonly maxSubjects: number
}

type Fact = Omit<AuditEntry, 'id' | 'at'>

export interface RepeatedEntriesDeps {
  readonly clock: Clock
  readonly append: (tenantId: TenantId, entry: Fact & { readonly at: number }) => Promise<void>
  readonly onError: (error: unknown) => void
}

/**
 * Records what may repeat at any rate so that nobody can fill the audit log: the first time at once, further times
 * within the window as one entry with their `count` after it. What many addresses cause is counted together.
 */
export interface RepeatedEntries {
  /** Never rejects: a refusal stays a refusal although it cannot be recorded. */
  record(occasion: AuditOccurrence, fact: Fact): Promise<void>
  /** Appends the counts of windows that have ended, or of all. */
  flush(options?: { readonly all: boolean }): Promise<void>
}

interface Counted {
  readonly occasion: AuditOccurrence
  readonly since: number
  readonly fact: Fact
  count: number
}

export function createRepeatedEntries({
  clock,
  append,
  onError,
}: RepeatedEntriesDeps): RepeatedEntries {
  /** By organisation and action, then by subject. */
  const open = new Map<string, Map<string, Counted>>()

  const write = (tenantId: TenantId, fact: Fact) =>
    append(tenantId, { ...fact, at: clock.now() }).catch(onError)

  const writeCount = ({ occasion, since, fact, count }: Counted) =>
    write(occasion.tenantId, {
      ...fact,
      details: { ...fact.details, count, since: new Date(since).toISOString() },
    })

  return {
    async record(occasion, fact) {
      const { tenantId, subject, windowMs, maxSubjects } = occasion
      const group = `${tenantId} ${fact.action}`
      const counted = open.get(group) ?? new Map<string, Counted>()
      open.set(group, counted)
      const isOverflow = !counted.has(subject) && counted.size >= maxSubjects
      const key = isOverflow ? '' : subject
      const known = counted.get(key)
      const now = clock.now()
      if (known && now - known.since < windowMs) {
        known.count += 1
        return
      }
      const shown = isOverflow ? withoutSubject(fact) : fact
      counted.set(key, { occasion, since: now, fact: shown, count: 0 })
      if (known && known.count > 0) await writeCount(known)
      await write(tenantId, shown)
    },
    async flush({ all } = { all: false }) {
      const now = clock.now()
      for (const [group, counted] of open) {
        for (const [key, one] of counted) {
          if (!all && now - one.since < one.occasion.windowMs) continue
          counted.delete(key)
          if (one.count > 0) await writeCount(one)
        }
        if (counted.size === 0) open.delete(group)
      }
    },
  }
}

/** Many subjects in one entry: it names none of them. */
function withoutSubject({ action, traceId }: Fact): Fact {
  return {
    ...{ action, traceId, actor: null, target: 'many' },
    details: { note: 'too many different ones within a short time; counted together' },
  }
}
