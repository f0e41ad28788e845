import type { JsonObject } from '../../../base/json.ts'
import type { CodeRun } from '../../code/run-code.ts'
import type { EffectOutcome } from '../../tools/tool.ts'

/** The result of a run of code for the model, and for the log which skills it read, never their text. */
export function codeResult({ outcome, read }: CodeRun): EffectOutcome {
  const { status, value, logs, error, usage } = outcome
  const output: JsonObject = {
    status,
    result: value ?? null,
    logs,
    skills_read: read.map(({ slug }) => slug),
    ...(error && { error: { ...error } }),
    duration_ms: Math.round(usage.wallMs),
  }
  if (read.length === 0) return { output }
  return { output, events: [{ type: 'skills-read', skills: read }] }
}
