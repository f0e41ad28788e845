import { refuseIf } from '../../base/errors.ts'
import type { AgentId } from '../../base/ids.ts'
import type { Agent, AgentDraft } from '../../domain/agent.ts'
import { missingPermission } from '../../domain/permissions.ts'
import { type CatalogActor, recordChanges } from '../skills/catalog-deps.ts'
import type { AgentDeps } from './agent-deps.ts'
import { agentNotFound } from './agent-problems.ts'
import { checkAgent } from './check-agent.ts'
import { agentAuditDetails } from './create-agent.ts'

export interface UpdateAgentRequest {
  readonly id: AgentId
  /** Only what is given changes. */
  readonly change: Partial<AgentDraft>
  /** The version the change was decided on; another one is refused as `agent.stale`. */
  readonly expectedVersion?: number | undefined
}

/**
 * Changes an agent; turns under way go on with it as it then is. Throws ProblemError `agent.not-found`,
 * `agent.stale`, what {@link checkAgent} does, and `auth.permission-missing`.
 */
export async function updateAgent(
  deps: AgentDeps,
  actor: CatalogActor,
  { id, change, expectedVersion }: UpdateAgentRequest,
): Promise<Agent> {
  refuseIf(missingPermission(actor.principal, 'agents.write'))
  if (!(await deps.store.agents.get(id))) throw agentNotFound(id)
  await checkAgent(deps, actor.principal, change)
  const dated = { ...change, updatedAt: deps.clock.now() }
  const after = await deps.store.agents.update(id, dated, expectedVersion)
  await recordChanges(deps, actor, [
    { action: 'agent-updated', target: id, details: agentAuditDetails(after) },
  ])
  return after
}
