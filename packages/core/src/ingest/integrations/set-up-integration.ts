import { ProblemError, throwIf } from '../../base/errors.ts'
import type { IntegrationEntryId, RevisionDigest, TraceId, UserId } from '../../base/ids.ts'
import type { JsonObject } from '../../base/json.ts'
import { type AuditEntry, auditedBy } from '../../domain/audit-entry.ts'
import { skillWriteProblem } from '../../domain/permissions.ts'
import type { SkillScopeKind } from '../../domain/skill.ts'
import { type CatalogActor, type CatalogDeps, scopeFor } from '../../keep/skills/catalog-deps.ts'
import type {
  IntegrationCatalogue,
  IntegrationEntry,
  LoadedIntegration,
} from '../../ports/integrations.ts'
import type { AcceptingFindings } from '../checks/check-package.ts'
import type { JudgingDeps } from '../checks/package-assessor.ts'
import { integrationNotFound, integrationNotSetUp } from './integration-problems.ts'
import {
  type ProjectionOutcome,
  projectIntegration,
  removeIntegrationSkills,
} from './project-integration.ts'

export interface SetUpIntegrationRequest {
  readonly domain: string
  readonly scope: SkillScopeKind
  readonly catalogue: Pick<IntegrationCatalogue, 'load'>
  /** Digests whose findings the person saw. */
  readonly acknowledged?: readonly RevisionDigest[] | undefined
  readonly yieldToEventLoop?: () => Promise<void>
}

export interface IntegrationSetUp {
  readonly entry: IntegrationEntry
  readonly outcomes: readonly ProjectionOutcome[]
}

/**
 * Sets up an integration for the actor or the organisation, or updates it: adds its skills to the library; the entry
 * follows its version from then on. Throws ProblemError: that of {@link skillWriteProblem}, `integration.not-found`, or
 * the problem of the manifest.
 */
export async function setUpIntegration(
  deps: JudgingDeps,
  actor: CatalogActor,
  request: SetUpIntegrationRequest,
): Promise<IntegrationSetUp> {
  const { principal, traceId } = actor
  const scope = scopeFor(request.scope, principal)
  throwIf(skillWriteProblem(principal, scope))
  const { domain, yieldToEventLoop } = request
  const integration = await request.catalogue.load(domain)
  if (!integration) throw new ProblemError(integrationNotFound(domain))
  if (integration.problem) throw new ProblemError(integration.problem)
  const before = await deps.store.integrations.get(domain, scope)
  const id = before?.id ?? (deps.ids.next('int') as IntegrationEntryId)
  const { userId } = principal
  const entry = before ?? {
    ...{ id, domain, scope, version: '', projections: [] },
    ...{ setUpBy: userId, setUpAt: deps.clock.now() },
  }
  const by = { ...auditedBy(principal), author: userId, traceId }
  const yes = { actor, digests: request.acknowledged ?? [] }
  return syncIntegration(deps, { entry, integration, by, yes, restore: true, yieldToEventLoop })
}

/** Who initiates a set-up; `actor` is null when the server updates automatically. */
interface Initiator extends Pick<AuditEntry, 'actor' | 'credentialId' | 'address'> {
  readonly author: UserId
  readonly traceId: TraceId
}

export interface SyncIntegrationRequest {
  readonly entry: IntegrationEntry
  readonly integration: LoadedIntegration
  readonly by: Initiator
  /** Null when the server updates it on its own. */
  readonly yes: AcceptingFindings | null
  readonly restore: boolean
  readonly yieldToEventLoop?: (() => Promise<void>) | undefined
}

/** Projects the current integration and stores the entry. The caller checks permissions. */
export async function syncIntegration(
  deps: JudgingDeps,
  { entry, integration, by, yes, restore, yieldToEventLoop }: SyncIntegrationRequest,
): Promise<IntegrationSetUp> {
  const { integrations } = deps.store
  const { domain, scope } = entry
  const { outcomes, projections } = await projectIntegration(deps, {
    integration,
    target: { domain, scope, projections: entry.projections, author: by.author },
    ...{ restore, yes, yieldToEventLoop },
    recordIntent: (intended) => integrations.put({ ...entry, projections: intended }),
  })
  const { version } = integration.manifest
  const after: IntegrationEntry = {
    ...{ id: entry.id, domain, scope, version, projections },
    ...{ setUpBy: by.author, setUpAt: deps.clock.now() },
  }
  await integrations.put(after)
  const details = {
    scope: scope.kind,
    version,
    before: entry.version || null,
    ...namesByStatus(outcomes),
  }
  await record(deps, by, { action: 'integration-set-up', target: domain, details }, outcomes)
  return { entry: after, outcomes }
}

/**
 * Removes an integration: its entry and its unedited skills. Throws ProblemError `integration.not-set-up`, or that of
 * {@link skillWriteProblem}.
 */
export async function removeIntegration(
  deps: CatalogDeps,
  actor: CatalogActor,
  request: { readonly domain: string; readonly scope: SkillScopeKind },
): Promise<readonly ProjectionOutcome[]> {
  const { principal, traceId } = actor
  const { domain } = request
  const scope = scopeFor(request.scope, principal)
  throwIf(skillWriteProblem(principal, scope))
  const entry = await deps.store.integrations.get(domain, scope)
  if (!entry) throw new ProblemError(integrationNotSetUp(domain))
  const author = principal.userId
  const { projections } = entry
  const outcomes = await removeIntegrationSkills(deps, { domain, scope, projections, author })
  await deps.store.integrations.remove(domain, scope)
  const details = { scope: scope.kind, version: entry.version, ...namesByStatus(outcomes) }
  const by = { ...auditedBy(principal), author, traceId }
  await record(deps, by, { action: 'integration-removed', target: domain, details }, outcomes)
  return outcomes
}

/** Names of bundled skills by outcome, for the audit log. */
function namesByStatus(outcomes: readonly ProjectionOutcome[]): JsonObject {
  const names: Record<string, string[]> = {}
  for (const { name, status } of outcomes) names[status] = [...(names[status] ?? []), name]
  return names
}

const actions = {
  created: 'skill-created',
  updated: 'skill-updated',
  removed: 'skill-deleted',
} as const

async function record(
  { store, ids, clock }: CatalogDeps,
  { actor, credentialId = null, address = null, traceId }: Initiator,
  fact: { readonly action: string; readonly target: string; readonly details: JsonObject },
  outcomes: readonly ProjectionOutcome[],
): Promise<void> {
  const changes = outcomes.flatMap((outcome) => {
    const { status } = outcome
    if (status !== 'created' && status !== 'updated' && status !== 'removed') return []
    const { id, slug, scope, head } = outcome.skill
    const details = { slug, scope: scope.kind, digest: head.digest, integration: fact.target }
    return [{ action: actions[status], target: id as string, details }]
  })
  const at = clock.now()
  const by = { at, actor, credentialId, address, traceId }
  await store.audit.append(
    [fact, ...changes].map((one) => ({ id: ids.next('aud'), ...by, ...one })),
  )
}
