import type { TraceId } from '../../base/ids.ts'
import type { JsonObject } from '../../base/json.ts'
import type { Sha256 } from '../../base/sha256.ts'
import { type AuditEntry, auditedBy } from '../../domain/audit-entry.ts'
import type { Principal } from '../../domain/principal.ts'
import type { SkillScope, SkillScopeKind } from '../../domain/skill.ts'
import type { Clock, IdSource } from '../../ports/clock.ts'
import type { TenantStore } from '../../ports/store.ts'

/** Dependencies of library changes; `store` is the tenant of the actor. */
export interface CatalogDeps {
  readonly store: TenantStore
  readonly clock: Clock
  readonly ids: IdSource
  readonly sha256: Sha256
}

/** Who changes the library, and the trace id of the change. */
export interface CatalogActor {
  readonly principal: Principal
  readonly traceId: TraceId
}

/** The scope of the actor or of the organisation. */
export function scopeFor(kind: SkillScopeKind, principal: Principal): SkillScope {
  return kind === 'org' ? { kind: 'org' } : { kind: 'user', userId: principal.userId }
}

export interface CatalogFact {
  readonly action:
    | 'skill-created'
    | 'skill-updated'
    | 'skill-deleted'
    | 'skill-restored'
    | 'skill-purged'
    | 'skill-imported'
    | 'skill-archived'
    | 'skill-unarchived'
    | 'proposal-created'
    | 'proposal-accepted'
    | 'proposal-rejected'
    | 'proposal-withdrawn'
    | 'proposal-stale'
    | 'arrival-approved'
    | 'arrival-rejected'
    | 'arrival-quarantined'
    | 'arrival-held'
    | 'arrival-requested'
    | 'findings-acknowledged'
    | 'verdict-lifted'
    | 'finding-suppressed'
    | 'suppression-removed'
    | 'revocation-created'
    | 'revocation-removed'
    | 'advisory-list-set'
    | 'advisory-list-removed'
    | 'advisory-list-taken'
    | 'advisory-list-refused'
    | 'advisory-applied'
    | 'advisory-excepted'
    | 'source-created'
    | 'source-updated'
    | 'source-deleted'
    | 'source-sync-started'
    | 'source-entry-ignored'
    | 'source-entry-watched'
    | 'model-provider-added'
    | 'model-provider-changed'
    | 'model-provider-removed'
    | 'inbox-notification-set'
    | 'inbox-notification-removed'
    | 'connector-added'
    | 'connector-changed'
    | 'connector-removed'
    | 'agent-created'
    | 'agent-updated'
    | 'agent-deleted'
    | 'authored-tool-created'
    | 'authored-tool-updated'
    | 'authored-tool-deleted'
    | 'authored-tool-restored'
    | 'authored-tool-switched'
    | 'authored-tool-approved'
    | 'grant-created'
    | 'grant-revoked'
    | 'signal-created'
    | 'signal-updated'
    | 'signal-deleted'
    | 'prompt-context-changed'
  readonly target: string
  readonly details: JsonObject
}

/** Appends changes of the actor to the audit log. */
export async function recordChanges(
  deps: Pick<CatalogDeps, 'clock' | 'ids'> & { readonly store: Pick<TenantStore, 'audit'> },
  actor: CatalogActor,
  facts: readonly CatalogFact[],
): Promise<void> {
  if (facts.length > 0) await deps.store.audit.append(auditEntries(deps, actor, facts))
}

/** Entries of the audit log for whoever writes them together with the change. */
export function auditEntries(
  { clock, ids }: Pick<CatalogDeps, 'clock' | 'ids'>,
  { principal, traceId }: CatalogActor,
  facts: readonly CatalogFact[],
): readonly AuditEntry[] {
  const at = clock.now()
  const by = { at, ...auditedBy(principal), traceId }
  return facts.map((fact) => ({ id: ids.next('aud'), ...by, ...fact }))
}
