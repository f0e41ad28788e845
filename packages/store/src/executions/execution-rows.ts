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
import { columnsOf } from '../database/columns-of.ts'
import { fromJson } from '../database/json.ts'
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
  const { status, exitCode, finishedAt, outputs, skipped, usage, stdout, stderr } = execution
  return columnsOf({ status, exitCode, finishedAt, outputs, skipped, usage, stdout, stderr })
}

export function executionRow({ skill, ...execution }: Execution): NewRow<'executions'> {
  return {
    ...columnsOf(execution),
    skill_id: skill?.skillId ?? null,
    skill_slug: skill?.slug ?? null,
    skill_digest: skill?.digest ?? null,
    signs: 0,
    cancel_asked_at: null,
  }
}
