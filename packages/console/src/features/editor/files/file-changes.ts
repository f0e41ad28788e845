import type { ManifestEntryBody } from '@repertoire/protocol'

export interface FileChange {
  readonly path: string
  readonly kind: 'added' | 'removed' | 'changed' | 'made executable' | 'no longer executable'
}

/** What became of the files beside SKILL.md from one revision to another, by path. */
export function fileChanges(
  before: readonly ManifestEntryBody[],
  after: readonly ManifestEntryBody[],
): readonly FileChange[] {
  const old = new Map(before.map((entry) => [entry.path, entry]))
  const now = new Set(after.map(({ path }) => path))
  const changes = after.flatMap((entry): FileChange[] => {
    const kind = kindOf(old.get(entry.path), entry)
    return kind === null ? [] : [{ path: entry.path, kind }]
  })
  const removed = before
    .filter(({ path }) => !now.has(path))
    .map(({ path }): FileChange => ({ path, kind: 'removed' }))
  return [...changes, ...removed]
    .filter(({ path }) => path !== 'SKILL.md')
    .sort((a, b) => a.path.localeCompare(b.path))
}

function kindOf(old: ManifestEntryBody | undefined, now: ManifestEntryBody) {
  if (!old) return 'added'
  if (old.sha256 !== now.sha256) return 'changed'
  if (old.executable === now.executable) return null
  return now.executable ? 'made executable' : 'no longer executable'
}
