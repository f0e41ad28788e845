import type { WorkspaceFile } from '../../ports/workspace.ts'

/** One name in a folder. */
export type FolderEntry =
  | { readonly name: string; readonly type: 'file'; readonly size: number }
  /** `size` and `files` cover all files in it, at any depth. */
  | {
      readonly name: string
      readonly type: 'folder'
      readonly size: number
      readonly files: number
    }

/**
 * One level of the folder at `path` (empty for the root), folders first, sorted by name. Null when there is
 * no such folder. A folder exists when it contains a file; the root always exists. Pure.
 */
export function listFolder(
  files: readonly WorkspaceFile[],
  path: string,
): readonly FolderEntry[] | null {
  const prefix = path === '' ? '' : `${path}/`
  const folders = new Map<string, { size: number; files: number }>()
  const listed: FolderEntry[] = []
  for (const file of files) {
    if (!file.path.startsWith(prefix)) continue
    const rest = file.path.slice(prefix.length)
    const end = rest.indexOf('/')
    if (end === -1) {
      listed.push({ name: rest, type: 'file', size: file.size })
      continue
    }
    const name = rest.slice(0, end)
    const folder = folders.get(name) ?? { size: 0, files: 0 }
    folders.set(name, { size: folder.size + file.size, files: folder.files + 1 })
  }
  const inside = [...folders].map(([name, sum]): FolderEntry => ({ name, type: 'folder', ...sum }))
  if (path !== '' && listed.length + inside.length === 0) return null
  return [...inside.sort(byName), ...listed.sort(byName)]
}

function byName(one: FolderEntry, other: FolderEntry): number {
  return one.name < other.name ? -1 : 1
}
