import type { Execution } from '@repertoire/core/domain'
import type { SkillSecret } from '@repertoire/core/ports'
import type { ExecutionBody, ExecutionSummary, SkillSecretBody } from '@repertoire/protocol'
import { wireTime } from './time.ts'

export function toExecutionSummary(execution: Execution): ExecutionSummary {
  const { skill, usage, finishedAt } = execution
  return {
    id: execution.id,
    conversation_id: execution.conversationId,
    run_id: execution.runId,
    tool_call_id: execution.callId,
    trace_id: execution.traceId,
    skill: skill && { id: skill.skillId, slug: skill.slug, digest: skill.digest },
    runtime: execution.runtime,
    entry: execution.entry,
    args: [...execution.args],
    status: execution.status,
    exit_code: execution.exitCode,
    outputs: execution.outputs.map(({ path, size, sha256 }) => ({ path, size, sha256 })),
    skipped: execution.skipped.map(({ path, why }) => ({ path, why })),
    usage: usage && {
      wall_ms: usage.wallMs,
      queued_ms: usage.queuedMs,
      cpu_ms: usage.cpuMs,
      peak_memory_bytes: usage.peakMemoryBytes,
    },
    started_at: wireTime(execution.startedAt),
    finished_at: finishedAt === null ? null : wireTime(finishedAt),
  }
}

export function toExecutionBody(execution: Execution): ExecutionBody {
  const { stdout, stderr } = execution
  return { ...toExecutionSummary(execution), stdout, stderr }
}

export function toSecretBody({ name, updatedAt, updatedBy }: SkillSecret): SkillSecretBody {
  return { name, updated_at: wireTime(updatedAt), updated_by: updatedBy }
}
