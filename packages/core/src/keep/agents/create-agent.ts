import { throwIf } from '../../base/errors.ts'
import type { AgentId } from '../../base/ids.ts'
import type { JsonObject } from '../../base/json.ts'
import type { Agent, AgentDraft } from '../../domain/agent.ts'
import { missingPermission } from '../../domain/permissions.ts'
import { type CatalogActor, recordChanges } from '../skills/catalog-deps.ts'
import type { AgentDeps } from './agent-deps.ts'
import { checkAgent } from './check-agent.ts'

/** Creates an agent of the organisation. Throws like {@link checkAgent}, and `auth.permission-missing`. */
export async function createAgent(
  deps: AgentDeps,
  actor: CatalogActor,
  draft: AgentDraft,
): Promise<Agent> {
  const { principal } = actor
  throwIf(missingPermission(principal, 'agents.write'))
  await checkAgent(deps, principal, draft)
  const now = deps.clock.now()
  const agent: Agent = {
    ...draft,
    id: deps.ids.next('agt') as AgentId,
    createdBy: principal.userId,
    createdAt: now,
    updatedAt: now,
    version: 1,
  }
  await deps.store.agents.create(agent)
  await recordChanges(deps, actor, [
    { action: 'agent-created', target: agent.id, details: agentAuditDetails(agent) },
  ])
  return agent
}

/** Audit details of an agent, without the instruction, which may be long. */
export function agentAuditDetails(agent: Agent): JsonObject {
  const { name, version, modelId, toolsets, skillIds, routing } = agent
  return {
    ...{ name, version, model_id: modelId, toolsets: [...toolsets], skill_ids: [...skillIds] },
    ...(routing && { routing: JSON.parse(JSON.stringify(routing)) as JsonObject }),
  }
}
