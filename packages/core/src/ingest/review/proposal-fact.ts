import type { JsonObject } from '../../base/json.ts'
import type { PendingRevision } from '../../domain/pending-revision.ts'
import type { CatalogFact } from '../../keep/skills/catalog-deps.ts'

/** What the audit log keeps of a decision on a proposal. Pure. */
export function proposalFact(
  action: Extract<CatalogFact['action'], `proposal-${string}`>,
  { id, slug, skillId, proposal }: Pick<PendingRevision, 'id' | 'slug' | 'skillId' | 'proposal'>,
  more: JsonObject = {},
): CatalogFact {
  return {
    action,
    target: id,
    details: {
      slug,
      skill_id: skillId,
      proposed_for: proposal?.person ?? null,
      conversation_id: proposal?.conversationId ?? null,
      run_id: proposal?.runId ?? null,
      run_trace_id: proposal?.traceId ?? null,
      ...more,
    },
  }
}
