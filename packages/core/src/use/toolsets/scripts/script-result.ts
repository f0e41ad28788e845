import type { JsonObject } from '../../../base/json.ts'
import type { UsedSkill } from '../../../domain/events.ts'
import type { ScriptOutcome } from '../../../ports/scripts.ts'
import type { WorkspaceFile } from '../../../ports/workspace.ts'
import { type ScriptView, visibleFiles } from '../../scripts/workspace-view.ts'
import type { EffectOutcome } from '../../tools/tool.ts'

/** The UTF-16 units of output for the model: the end, which has the result or the error. */
const maxStdoutLength = 16_000
const maxStderrLength = 4_000
/** The maximum number of listed paths. */
const maxPaths = 100

interface ExecutionContext {
  readonly folder: readonly WorkspaceFile[]
  readonly inputs: readonly string[]
  /** The skills whose code or files the output may come of. */
  readonly skills: readonly UsedSkill[]
}

/** The result of an execution for the model, and its changes of the conversation's folder. */
export function scriptResult(
  { execution, files }: ScriptOutcome,
  { folder, inputs, skills }: ExecutionContext,
): EffectOutcome {
  const { id, status, exitCode, outputs, skipped, usage, skill } = execution
  const hidden = notShown(folder, { skillId: skill?.skillId ?? null, inputs })
  const output: JsonObject = {
    execution_id: id,
    status,
    exit_code: exitCode,
    ...outputTail('stdout', execution.stdout, maxStdoutLength),
    ...outputTail('stderr', execution.stderr, maxStderrLength),
    outputs: outputs.slice(0, maxPaths).map(({ path, size }) => ({ path, size })),
    ...(outputs.length > maxPaths && { more_outputs: outputs.length - maxPaths }),
    ...(skipped.length > 0 && {
      left_behind: skipped.slice(0, maxPaths).map((one) => ({ ...one })),
    }),
    ...(hidden.length > 0 && { not_shown: hidden.slice(0, maxPaths) }),
    duration_ms: Math.round(usage?.wallMs ?? 0),
  }
  if (skills.length === 0) return { output, files }
  return { output, files, events: [{ type: 'skills-read', skills }] }
}

function outputTail(name: string, text: string, maxLength: number): JsonObject {
  if (text.length <= maxLength) return { [name]: text }
  return {
    [name]: text.slice(-maxLength).replace(/^[\uDC00-\uDFFF]/, ''),
    [`${name}_characters`]: text.length,
  }
}

/** Files of other skills, which a script sees only when they are listed as `inputs`. */
function notShown(folder: readonly WorkspaceFile[], view: ScriptView): readonly string[] {
  const shown = new Set(visibleFiles(folder, view).map(({ path }) => path))
  return folder.map(({ path }) => path).filter((path) => !shown.has(path))
}
