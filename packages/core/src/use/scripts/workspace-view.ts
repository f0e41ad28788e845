import type { Problem } from '../../base/errors.ts'
import type { SkillId } from '../../base/ids.ts'
import type { ExecutionOutput } from '../../domain/execution.ts'
import { createWorkspaceQuota } from '../../keep/workspace/plan-workspace.ts'
import type { WorkspaceChange, WorkspaceFile } from '../../ports/workspace.ts'

/** The skill of the script (null for a command of the agent), and the extra input files. */
export interface ScriptView {
  readonly skillId: SkillId | null
  readonly inputs: readonly string[]
}

/**
 * The files of the conversation's folder that a script sees: those of the person and the agent, those
 * of its own skill, and its inputs. Pure.
 */
export function visibleFiles(
  files: readonly WorkspaceFile[],
  { skillId, inputs }: ScriptView,
): readonly WorkspaceFile[] {
  const given = new Set(inputs)
  return files.filter(
    (file) => file.skillId === null || file.skillId === skillId || given.has(file.path),
  )
}

/** The problem of the first input that is not in the folder (`script.input-not-found`). */
export function missingInput(
  files: readonly WorkspaceFile[],
  inputs: readonly string[],
): Problem | undefined {
  const missing = inputs.find((input) => files.every(({ path }) => path !== input))
  if (missing === undefined) return undefined
  const path = missing.slice(0, 200)
  return {
    code: 'script.input-not-found',
    kind: 'not-found',
    message: `The conversation's folder has no file ${JSON.stringify(path)}. Nothing was run.`,
    hint: 'Give paths relative to the folder, as list_dir tells them.',
    details: { path },
  }
}

export interface AcceptedOutputs {
  readonly changes: readonly WorkspaceChange[]
  readonly skipped: readonly { readonly path: string; readonly why: string }[]
}

/** The folder at the start of the script, and the script's view of it. */
export interface ScriptFolder {
  readonly view: ScriptView
  readonly before: readonly WorkspaceFile[]
}

/**
 * Decides which outputs are stored in the conversation's folder. A script cannot overwrite a file that it
 * did not see or that changed meanwhile, and an output that does not fit is skipped; the others are stored.
 * Pure.
 */
export function acceptOutputs(
  files: readonly WorkspaceFile[],
  outputs: readonly ExecutionOutput[],
  { view, before }: ScriptFolder,
): AcceptedOutputs {
  const shown = new Set(visibleFiles(files, view).map(({ path }) => path))
  const hidden = new Set(files.map(({ path }) => path).filter((path) => !shown.has(path)))
  const changes: WorkspaceChange[] = []
  const skipped: { path: string; why: string }[] = []
  const originalContent = contentOf(before)
  const currentContent = contentOf(files)
  const quota = createWorkspaceQuota(files)
  for (const { path, sha256, size } of outputs) {
    const change = { path, sha256, size, ...(view.skillId && { skillId: view.skillId }) }
    const why = hidden.has(path)
      ? 'another file of that name is there, which it was not shown'
      : currentContent.get(path) !== originalContent.get(path)
        ? 'the file of that name was changed while it ran'
        : quota.add(change)?.message
    if (why === undefined) changes.push(change)
    else skipped.push({ path, why })
  }
  return { changes, skipped }
}

function contentOf(files: readonly WorkspaceFile[]): ReadonlyMap<string, string> {
  return new Map(files.map(({ path, sha256 }) => [path, sha256]))
}
