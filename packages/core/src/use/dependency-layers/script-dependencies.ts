import type { ScriptRuntime } from '../../domain/execution.ts'
import { type NodeDependencies, packageFile, readDependencies } from './node-dependencies.ts'
import {
  type PythonRequirements,
  readRequirements,
  requirementsFile,
} from './python-requirements.ts'

/** Packages that the scripts of a skill need besides their interpreter (C10). */
export interface ScriptDependencies {
  readonly python: PythonRequirements | null
  readonly node: NodeDependencies | null
}

/** What has needs of its own; a shell script may start either. */
export type PackageEcosystem = keyof ScriptDependencies

/** The files at the root of a skill that say what its scripts need. */
export const dependencyFiles: readonly string[] = [
  ...[requirementsFile, packageFile, 'package-lock.json', '.npmrc', 'npm-shrinkwrap.json'],
]

/**
 * What a script of this runtime needs, from the files at the root of its skill (undefined for one that is
 * not there). Throws ProblemError `layer.requirement-refused`.
 */
export function readScriptDependencies(
  text: (path: string) => string | undefined,
  runtime: ScriptRuntime,
): ScriptDependencies {
  const requirements = runtime === 'node' ? undefined : text(requirementsFile)
  return {
    python: requirements === undefined ? null : readRequirements(requirements),
    node: runtime === 'python' ? null : readDependencies(text),
  }
}

/** The packages asked for, by name, as a person would read them. */
export function listDependencies(
  needs: ScriptDependencies,
  kind: PackageEcosystem,
): readonly string[] {
  if (kind === 'python')
    return (needs.python?.requirements ?? []).map((one) => one.replace(/ --hash=.*$/, ''))
  const { dependencies = {}, optionalDependencies = {} } = needs.node ?? {}
  return Object.entries({ ...dependencies, ...optionalDependencies }).map(
    ([name, version]) => `${name}@${version || '*'}`,
  )
}
