import { type Diagnostic, truncate } from '@repertoire/skill-md'
import type { Skill } from '../../domain/skill.ts'

const maxShownPaths = 10
const maxPathLength = 100

/**
 * The diagnostic `skill.removes-files` when the files of an import lack files that the skill has now: they
 * are not in the new revision. Empty when none goes away.
 */
export function removedFilesDiagnostics(
  { slug, head }: Pick<Skill, 'slug' | 'head'>,
  paths: readonly string[],
): readonly Diagnostic[] {
  const kept = new Set(paths)
  const removed = head.manifest.map(({ path }) => path).filter((path) => !kept.has(path))
  if (removed.length === 0) return []
  const shown = removed.slice(0, maxShownPaths).map((path) => truncate(path, maxPathLength))
  const more = removed.length > shown.length ? ` and ${removed.length - shown.length} more` : ''
  const count = removed.length === 1 ? '1 file' : `${removed.length} files`
  return [
    {
      ...{ code: 'skill.removes-files', severity: 'warning', line: 1, column: 1 },
      message: `${count} of revision ${head.number} of "${slug}" would not be in the new one: ${shown.join(', ')}${more}.`,
      fix: 'Import the whole folder, or a zip of it, to keep them; revision history keeps them in any case.',
    },
  ]
}
