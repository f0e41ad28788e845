import type { JsonObject } from '../../../base/json.ts'
import type { ScriptOutcome } from '../../../ports/scripts.ts'
import type { WorkspaceFile } from '../../../ports/workspace.ts'
import { type ScriptView, visibleFiles } from '../../scripts/workspace-view.ts'
import type { Recorded } from '../../tools/tool.ts'

/** UTF-16 units a model is given of what a script printed: the end, where the result or the error is. */
const mostStdout = 16_000
const mostStderr = 4_000
/** Paths that are told. */
const mostPaths = 100

/** What the model is told of an execution, and what it leaves in the conversation's folder. */
export function scriptResult(
  { execution, files }: ScriptOutcome,
  {
    folder,
    inputs,
  }: { readonly folder: readonly WorkspaceFile[]; readonly inputs: readonly string[] },
): Recorded {
  const { id, status, exitCode, outputs, skipped, usage, skill } = execution
  const hidden = notShown(folder, { skillId: skill?.skillId ?? null, inputs })
  const output: JsonObject = {
    execution_id: id,
    status,
    exit_code: exitCode,
    ...printed('stdout', execution.stdout, mostStdout),
    ...printed('stderr', execution.stderr, mostStderr),
    outputs: outputs.slice(0, mostPaths).map(({ path, size }) => ({ path, size })),
    ...(outputs.length > mostPaths && { more_outputs: outputs.length - mostPaths }),
    ...(skipped.length > 0 && {
      left_behind: skipped.slice(0, mostPaths).map((one) => ({ ...one })),
    }),
    ...(hidden.length > 0 && { not_shown: hidden.slice(0, mostPaths) }),
    duration_ms: Math.round(usage?.wallMs ?? 0),
  }
  return { output, files }
}

function printed(name: string, text: string, most: number): JsonObject {
  if (text.length <= most) return { [name]: text }
  return {
    [name]: text.slice(-most).replace(/^[\uDC00-\uDFFF]/, ''),
    [`${name}_characters`]: text.length,
  }
}

/** Files of other skills, which it would only see when they are listed as `inputs`. */
function notShown(folder: readonly WorkspaceFile[], view: ScriptView): readonly string[] {
  const shown = new Set(visibleFiles(folder, view).map(({ path }) => path))
  return folder.map(({ path }) => path).filter((path) => !shown.has(path))
}
