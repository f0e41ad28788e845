import type { ScriptRuntime } from '../execution.ts'
import { type NodeDependencies, packageFile, readNodeDependencies } from './node-dependencies.ts'
import {
  type PythonRequirements,
  readPythonRequirements,
  requirementsFile,
} from './python-requirements.ts'

/** The packages that the scripts of a skill need. */
export interface ScriptDependencies {
  readonly python: PythonRequirements | null
  readonly node: NodeDependencies | null
}

/** A package ecosystem. A shell script may start programs of either. */
export type PackageManager = keyof ScriptDependencies

/** The files at the root of a skill that declare dependencies. */
export const dependencyFiles: readonly string[] = [
  ...[requirementsFile, packageFile, 'package-lock.json', '.npmrc', 'npm-shrinkwrap.json'],
]

/**
 * The dependencies of a script with this runtime, from the files at the root of its skill (undefined for a
 * missing one). Throws ProblemError `layer.requirement-refused`.
 */
export function readScriptDependencies(
  text: (path: string) => string | undefined,
  runtime: ScriptRuntime,
): ScriptDependencies {
  const requirements = runtime === 'node' ? undefined : text(requirementsFile)
  return {
    python: requirements === undefined ? null : readPythonRequirements(requirements),
    node: runtime === 'python' ? null : readNodeDependencies(text),
  }
}

/** The required packages, in a readable form. */
export function listDependencies(
  needs: ScriptDependencies,
  kind: PackageManager,
): readonly string[] {
  if (kind === 'python')
    return (needs.python?.requirements ?? []).map((one) => one.replace(/ --hash=.*$/, ''))
  const { dependencies = {}, optionalDependencies = {} } = needs.node ?? {}
  return Object.entries({ ...dependencies, ...optionalDependencies }).map(
    ([name, version]) => `${name}@${version || '*'}`,
  )
}
