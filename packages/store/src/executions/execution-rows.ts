import type {
  ConversationId,
  ExecutionId,
  RevisionDigest,
  RunId,
  SkillId,
  UserId,
} from '@repertoire/core/base'
import type {
  Execution,
  ExecutionOutput,
  ExecutionStatus,
  ExecutionUsage,
  ScriptRuntime,
} from '@repertoire/core/domain'
import { fromJson, toJson } from '../database/json.ts'
import type { NewRow, Row } from '../database/schema.ts'

/** Every column except the output texts, which can be long. */
export const headColumns = [
  'id',
  'conversation_id',
  'run_id',
  'call_id',
  'trace_id',
  'skill_id',
  'skill_slug',
  'skill_digest',
  'runtime',
  'entry',
  'status',
  'exit_code',
  'started_by',
  'started_at',
  'finished_at',
  'args',
  'outputs',
  'skipped',
  'usage',
] as const

type Head = Pick<Row<'executions'>, (typeof headColumns)[number]>

export function toExecution(
  row: Head & { readonly stdout?: string; readonly stderr?: string },
): Execution {
  return {
    id: row.id as ExecutionId,
    conversationId: row.conversation_id as ConversationId | null,
    runId: row.run_id as RunId | null,
    callId: row.call_id,
    traceId: row.trace_id,
    skill: toSkill(row),
    runtime: row.runtime as ScriptRuntime,
    entry: row.entry,
    args: fromJson<string[]>(row.args),
    status: row.status as ExecutionStatus,
    exitCode: row.exit_code,
    stdout: row.stdout ?? '',
    stderr: row.stderr ?? '',
    ...outputsOf(row),
    usage: row.usage === null ? null : fromJson<ExecutionUsage>(row.usage),
    startedBy: row.started_by as UserId,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  }
}

export function outputsOf(row: Pick<Head, 'outputs' | 'skipped'>) {
  return {
    outputs: fromJson<ExecutionOutput[]>(row.outputs),
    skipped: fromJson<{ path: string; why: string }[]>(row.skipped),
  }
}

function toSkill({ skill_id, skill_slug, skill_digest }: Head): Execution['skill'] {
  if (skill_id === null || skill_slug === null || skill_digest === null) return null
  return { skillId: skill_id as SkillId, slug: skill_slug, digest: skill_digest as RevisionDigest }
}

/** The columns written when an execution ends. */
export function endColumns(execution: Execution) {
  return {
    status: execution.status,
    exit_code: execution.exitCode,
    finished_at: execution.finishedAt,
    outputs: toJson(execution.outputs),
    skipped: toJson(execution.skipped),
    usage: execution.usage === null ? null : toJson(execution.usage),
    stdout: execution.stdout,
    stderr: execution.stderr,
  }
}

export function executionRow(execution: Execution): NewRow<'executions'> {
  return {
    id: execution.id,
    conversation_id: execution.conversationId,
    run_id: execution.runId,
    call_id: execution.callId,
    trace_id: execution.traceId,
    skill_id: execution.skill?.skillId ?? null,
    skill_slug: execution.skill?.slug ?? null,
    skill_digest: execution.skill?.digest ?? null,
    runtime: execution.runtime,
    entry: execution.entry,
    args: toJson(execution.args),
    started_by: execution.startedBy,
    started_at: execution.startedAt,
    signs: 0,
    cancel_asked_at: null,
    ...endColumns(execution),
  }
}
