import type { ApprovalId, JsonObject } from '@repertoire/core/base'
import type { Approval, ApprovalRequest } from '@repertoire/core/domain'
import { answerApproval } from '@repertoire/core/use'
import {
  type AuditedCall,
  type AuditPorts,
  recordAudit,
} from '../../identity/audit/record-audit.ts'

export interface GivenAnswer {
  readonly id: ApprovalId
  readonly approved: boolean
  readonly note: string
  /** What passed the answer on where it was not given to this server: an MCP client by its own name, a program. */
  readonly through?: string
}

/**
 * Records a person's answer, whatever way it comes, and that it was given. Throws as `answerApproval` of core; what it
 * refuses is no answer, and has no entry.
 */
export async function answerAudited(
  ports: AuditPorts,
  call: AuditedCall,
  { id, approved, note, through }: GivenAnswer,
): Promise<Approval> {
  const { principal } = call.caller
  const answer = { id, approved, note, now: ports.clock.now() }
  const approval = await answerApproval(ports.store.tenant(principal.tenantId), principal, answer)
  await recordAudit(ports, call, {
    action: 'approval-answered',
    target: approval.id,
    details: {
      decision: approval.status,
      type: approval.type,
      ...auditedSubject(approval),
      run_trace_id: approval.traceId,
      requested_by: approval.requestedBy,
      ...(through !== undefined && { through }),
    },
  })
  return approval
}

/** The subject of the decision. Notes of people and agents are not kept in the audit log. */
function auditedSubject({ type, subject }: ApprovalRequest): JsonObject {
  switch (type) {
    case 'skill_enablement':
      return { slug: subject.slug, digest: subject.digest }
    case 'connector_access':
      return { connector: subject.connector, digest: subject.digest }
    case 'authored_tool': {
      const { toolId: tool_id, name, version, digest } = subject
      return { tool_id, name, version, digest }
    }
    case 'skill_change': {
      const { action, slug, digest, baseDigest: base_digest } = subject
      return { action, slug, digest, base_digest }
    }
    case 'observation_change':
      return { agent_id: subject.agentId, version: subject.version }
    case 'tool_call': {
      const { tool, tier, argumentsDigest: arguments_digest, identity } = subject
      return { tool, tier, arguments_digest, identity }
    }
    case 'package_installation':
      return { slug: subject.slug, digests: subject.lists.map(({ digest }) => digest) }
    case 'clarification':
      return {}
  }
}
