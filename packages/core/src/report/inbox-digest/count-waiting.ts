import type { Timestamp } from '../../base/ids.ts'
import type { InboxKind } from '../../domain/inbox-entry.ts'
import type { TrustReport } from '../../domain/trust.ts'
import { organisationAudience } from '../../ingest/review/inbox-audience.ts'
import type { InboxCount } from '../../ports/inbox.ts'
import type { TenantStore } from '../../ports/store.ts'

type Verdict = TrustReport['scan']['verdict']

/** How much waits, in numbers alone: untrusted texts are not sent anywhere. */
export interface WaitingCounts {
  readonly total: number
  readonly byKind: Readonly<Partial<Record<InboxKind, number>>>
  /** Of what was scanned. */
  readonly byVerdict: Readonly<Partial<Record<Verdict, number>>>
  /** Null where nothing waits. */
  readonly oldestAt: Timestamp | null
}

const verdicts: readonly Verdict[] = ['clean', 'notice', 'review', 'blocked']

/** Counts what concerns the organisation: nothing that only the person of a run decides about. */
export async function countWaiting({
  inbox,
  settings,
}: Pick<TenantStore, 'inbox' | 'settings'>): Promise<WaitingCounts> {
  const audience = organisationAudience((await settings.get()).settings)
  const groups = await inbox.counts({ audience, filter: {} })
  const byKind: Partial<Record<InboxKind, number>> = {}
  for (const { kind, count } of groups) byKind[kind] = (byKind[kind] ?? 0) + count
  const byVerdict: Partial<Record<Verdict, number>> = {}
  for (const verdict of verdicts) {
    const total = totalOf(await inbox.counts({ audience, filter: { verdict } }))
    if (total > 0) byVerdict[verdict] = total
  }
  const oldest = groups.map((one) => one.oldest)
  const oldestAt = oldest.length > 0 ? Math.min(...oldest) : null
  return { total: totalOf(groups), byKind, byVerdict, oldestAt }
}

function totalOf(counts: readonly InboxCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0)
}
