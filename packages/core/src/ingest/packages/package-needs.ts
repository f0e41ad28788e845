import type { Diagnostic } from '@repertoire/skill-md'
import { isProblemError } from '../../base/errors.ts'
import {
  listDependencies,
  readScriptDependencies,
} from '../../domain/dependencies/script-dependencies.ts'
import type { PackageFile } from '../../domain/skill.ts'

const maxShownPackages = 10

/**
 * Says beforehand which packages the scripts of a skill need: `skill.needs-packages`, or
 * `skill.requirement-refused` where its scripts could never run. Empty for most skills.
 */
export function packageNeedsDiagnostics(files: readonly PackageFile[]): readonly Diagnostic[] {
  const at = { line: 1, column: 1 }
  try {
    const needs = readScriptDependencies((path) => textOf(files, path), 'shell')
    const packages = [...listDependencies(needs, 'python'), ...listDependencies(needs, 'node')]
    if (packages.length === 0) return []
    const shown = packages.slice(0, maxShownPackages).join(', ')
    const more =
      packages.length > maxShownPackages ? ` and ${packages.length - maxShownPackages} more` : ''
    return [
      {
        ...{ code: 'skill.needs-packages', severity: 'info', ...at },
        message: `Its scripts need packages that are installed before they first run: ${shown}${more}.`,
        fix: 'An owner or admin approves them once, on the tab Details of the skill or when an agent first runs a script.',
      },
    ]
  } catch (error) {
    if (!isProblemError(error)) throw error
    const { message } = error.problem
    return [{ code: 'skill.requirement-refused', severity: 'warning', ...at, message }]
  }
}

function textOf(files: readonly PackageFile[], wanted: string): string | undefined {
  const found = files.find(({ path }) => path === wanted)
  return found && new TextDecoder().decode(found.bytes)
}
