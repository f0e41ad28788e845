import { throwIf } from '../../base/errors.ts'
import type { AgentId } from '../../base/ids.ts'
import { missingPermission } from '../../domain/permissions.ts'
import { type CatalogActor, recordChanges } from '../skills/catalog-deps.ts'
import type { AgentDeps } from './agent-deps.ts'
import { agentNotFound } from './agent-problems.ts'
import { agentAuditDetails } from './create-agent.ts'

/** Removes an agent. Throws ProblemError `agent.not-found`, `agent.stale`, `auth.permission-missing`. */
export async function removeAgent(
  deps: Omit<AgentDeps, 'choices'>,
  actor: CatalogActor,
  request: { readonly id: AgentId; readonly expectedVersion?: number | undefined },
): Promise<void> {
  throwIf(missingPermission(actor.principal, 'agents.write'))
  const agent = await deps.store.agents.get(request.id)
  if (!agent) throw agentNotFound(request.id)
  await deps.store.agents.remove(agent.id, request.expectedVersion)
  await recordChanges(deps, actor, [
    { action: 'agent-deleted', target: agent.id, details: agentAuditDetails(agent) },
  ])
}
