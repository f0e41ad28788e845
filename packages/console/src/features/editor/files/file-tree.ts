import type { ManifestEntryBody } from '@repertoire/protocol'

export interface TreeFile {
  readonly kind: 'file'
  readonly name: string
  /** As the list of files has it. */
  readonly path: string
  readonly entry: ManifestEntryBody
}

export interface TreeFolder {
  readonly kind: 'folder'
  readonly name: string
  readonly path: string
  readonly children: readonly TreeNode[]
  /** Of everything below it. */
  readonly fileCount: number
}

export type TreeNode = TreeFile | TreeFolder

/** A line of the tree as it is shown, with what a screen reader says of its place. */
export interface TreeRow {
  readonly node: TreeNode
  /** From 1. */
  readonly level: number
  /** Among its siblings, from 1. */
  readonly position: number
  readonly siblings: number
}

/** The files of a revision as folders and files: SKILL.md, then folders, then files, each by name. */
export function buildTree(files: readonly ManifestEntryBody[]): readonly TreeNode[] {
  const root = new Map<string, Draft>()
  for (const entry of files) {
    const steps = entry.path.split('/')
    const name = steps.pop() ?? entry.path
    let folder = root
    for (const step of steps) {
      const known = folder.get(`${step}/`)
      const next: Draft = known ?? new Map<string, Draft>()
      if (!known) folder.set(`${step}/`, next)
      folder = next as DraftFolder
    }
    folder.set(name, entry)
  }
  return nodesOf(root, '')
}

type DraftFolder = Map<string, Draft>
/** Folders are kept under `name/`, so that none is taken for a file. */
type Draft = ManifestEntryBody | DraftFolder

function nodesOf(folder: DraftFolder, prefix: string): readonly TreeNode[] {
  const nodes = [...folder].map(([key, draft]): TreeNode => {
    if (!(draft instanceof Map)) return { kind: 'file', name: key, path: draft.path, entry: draft }
    const name = key.slice(0, -1)
    const children = nodesOf(draft, `${prefix}${key}`)
    return { kind: 'folder', name, path: `${prefix}${name}`, children, fileCount: count(children) }
  })
  return nodes.sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
}

function count(nodes: readonly TreeNode[]): number {
  return nodes.reduce((sum, node) => sum + (node.kind === 'file' ? 1 : node.fileCount), 0)
}

function rank(node: TreeNode): number {
  if (node.path === 'SKILL.md') return 0
  return node.kind === 'folder' ? 1 : 2
}

/** What is to be seen while those folders are closed. */
export function visibleRows(
  nodes: readonly TreeNode[],
  closed: ReadonlySet<string>,
  level = 1,
): readonly TreeRow[] {
  return nodes.flatMap((node, at) => [
    { node, level, position: at + 1, siblings: nodes.length },
    ...(node.kind === 'folder' && !closed.has(node.path)
      ? visibleRows(node.children, closed, level + 1)
      : []),
  ])
}

/** What a key does in the tree. */
export type TreeMove =
  | { readonly do: 'focus'; readonly at: number }
  | { readonly do: 'open' | 'close'; readonly path: string }
  | { readonly do: 'choose'; readonly node: TreeNode }

/** The ARIA tree pattern: arrows, Home, End, Enter, Space, and the first letter of a name. Null: not ours. */
export function moveInTree(
  rows: readonly TreeRow[],
  at: number,
  { key, closed }: { readonly key: string; readonly closed: ReadonlySet<string> },
): TreeMove | null {
  const row = rows[at]
  if (!row) return null
  const { node } = row
  const isOpen = node.kind === 'folder' && !closed.has(node.path)
  switch (key) {
    case 'ArrowDown':
      return focus(Math.min(at + 1, rows.length - 1))
    case 'ArrowUp':
      return focus(Math.max(at - 1, 0))
    case 'Home':
      return focus(0)
    case 'End':
      return focus(rows.length - 1)
    case 'ArrowRight':
      if (node.kind === 'file') return focus(at)
      return isOpen ? focus(at + 1) : { do: 'open', path: node.path }
    case 'ArrowLeft':
      return isOpen ? { do: 'close', path: node.path } : focus(parentOf(rows, at))
    case 'Enter':
    case ' ':
      return { do: 'choose', node }
    default:
      return [...key].length === 1 ? nextNamed(rows, at, key) : null
  }
}

function focus(at: number): TreeMove {
  return { do: 'focus', at }
}

function parentOf(rows: readonly TreeRow[], at: number): number {
  const level = rows[at]?.level ?? 1
  const parent = rows.findLastIndex((row, index) => index < at && row.level < level)
  return parent === -1 ? at : parent
}

function nextNamed(rows: readonly TreeRow[], at: number, letter: string): TreeMove | null {
  const wanted = letter.toLowerCase()
  const after = [...rows.slice(at + 1), ...rows.slice(0, at + 1)]
  const found = after.find(({ node }) => node.name.toLowerCase().startsWith(wanted))
  return found ? focus(rows.indexOf(found)) : null
}
