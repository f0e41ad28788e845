import { throwIf } from '../../base/errors.ts'
import type { AgentId } from '../../base/ids.ts'
import type { Agent, AgentDraft } from '../../domain/agent.ts'
import { missingPermission } from '../../domain/permissions.ts'
import { requestRetest } from '../outcomes/request-retest.ts'
import { type CatalogActor, recordChanges } from '../skills/catalog-deps.ts'
import type { AgentDeps } from './agent-deps.ts'
import { agentNotFound } from './agent-problems.ts'
import { checkAgent } from './check-agent.ts'
import { agentAuditDetails } from './create-agent.ts'

export interface UpdateAgentRequest {
  readonly id: AgentId
  /** Absent fields stay unchanged. */
  readonly change: Partial<AgentDraft>
  /** The version the change is based on; a different current version throws `agent.stale`. */
  readonly expectedVersion?: number | undefined
}

/**
 * Updates an agent; running turns use the changed agent from their next step. Throws ProblemError `agent.not-found`,
 * `agent.stale`, `auth.permission-missing`, and like {@link checkAgent}.
 */
export async function updateAgent(
  deps: AgentDeps,
  actor: CatalogActor,
  { id, change, expectedVersion }: UpdateAgentRequest,
): Promise<Agent> {
  throwIf(missingPermission(actor.principal, 'agents.write'))
  const before = await deps.store.agents.get(id)
  if (!before) throw agentNotFound(id)
  await checkAgent(deps, actor.principal, change)
  const dated = { ...change, updatedAt: deps.clock.now() }
  const after = await deps.store.agents.update(id, dated, expectedVersion)
  await recordChanges(deps, actor, [
    { action: 'agent-updated', target: id, details: agentAuditDetails(after) },
  ])
  if (before.modelId !== after.modelId) {
    const { defaultModelId } = (await deps.store.settings.get()).settings
    const modelOf = ({ modelId }: Agent) => modelId ?? defaultModelId
    await requestRetest(deps, { agentId: id, before: modelOf(before), after: modelOf(after) })
  }
  return after
}
