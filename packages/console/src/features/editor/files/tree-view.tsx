import {
  ChevronDown,
  ChevronRight,
  File,
  FileCode2,
  FileText,
  Folder,
  FolderOpen,
  ImageIcon,
  Terminal,
} from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { classNames } from '../../../shared/design/class-names.ts'
import { MarkedText } from '../../../shared/design/marked-text.tsx'
import { formatBytes } from '../../../shared/design/numbers.ts'
import { type FileKind, fileKind } from './file-kind.ts'
import { moveInTree, type TreeNode, type TreeRow, visibleRows } from './file-tree.ts'

interface TreeViewProps {
  readonly nodes: readonly TreeNode[]
  /** Path of the file that is shown beside it. */
  readonly shown: string
  readonly onOpen: (path: string) => void
  /** Paths of files with unsaved changes. */
  readonly edited?: ReadonlySet<string>
  /** Paths of files that are deleted with the next save. */
  readonly deleted?: ReadonlySet<string>
  /** F2 or Delete on a file. */
  readonly onFileKey?: ((key: 'F2' | 'Delete', path: string) => void) | undefined
}

/** Files and folders with one place in the tab order and the keys of the ARIA tree pattern. */
export function TreeView(props: TreeViewProps) {
  const { nodes, shown, onOpen, edited, deleted, onFileKey } = props
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [focused, setFocused] = useState(shown)
  const tree = useRef<HTMLDivElement>(null)
  const rows = visibleRows(nodes, closed)
  const at = Math.max(
    0,
    rows.findIndex(({ node }) => node.path === focused),
  )
  function fold(path: string, close: boolean): void {
    setClosed((before) => {
      const next = new Set(before)
      if (close) next.add(path)
      else next.delete(path)
      return next
    })
  }
  function choose(node: TreeNode): void {
    setFocused(node.path)
    if (node.kind === 'file') onOpen(node.path)
    else fold(node.path, !closed.has(node.path))
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const node = rows[at]?.node
    if (onFileKey && node?.kind === 'file' && (event.key === 'F2' || event.key === 'Delete')) {
      event.preventDefault()
      onFileKey(event.key, node.path)
      return
    }
    const move = moveInTree(rows, at, { key: event.key, closed })
    if (!move) return
    event.preventDefault()
    // The page has letters of its own.
    event.stopPropagation()
    if (move.do === 'choose') choose(move.node)
    else if (move.do === 'focus') {
      setFocused(rows[move.at]?.node.path ?? focused)
      tree.current?.querySelectorAll<HTMLElement>('[role="treeitem"]')[move.at]?.focus()
    } else fold(move.path, move.do === 'close')
  }
  return (
    <div ref={tree} role="tree" aria-label="Files" onKeyDown={onKeyDown} className="py-1">
      {rows.map((row, index) => (
        <Row
          key={`${row.node.kind}:${row.node.path}`}
          row={row}
          isOpen={row.node.kind === 'folder' && !closed.has(row.node.path)}
          isShown={row.node.path === shown}
          isEdited={row.node.kind === 'file' && edited?.has(row.node.path) === true}
          isDeleted={row.node.kind === 'file' && deleted?.has(row.node.path) === true}
          inTabOrder={index === at}
          onChoose={() => choose(row.node)}
        />
      ))}
    </div>
  )
}

interface RowProps {
  readonly row: TreeRow
  readonly isOpen: boolean
  readonly isShown: boolean
  readonly isEdited: boolean
  readonly isDeleted: boolean
  readonly inTabOrder: boolean
  readonly onChoose: () => void
}

/** Deeper folders than this are not moved further to the right. */
const maxIndent = 8

function Row(props: RowProps) {
  const { row, isOpen, isShown, isEdited, isDeleted, inTabOrder, onChoose } = props
  const { node, level, position, siblings } = row
  const folder = node.kind === 'folder'
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it takes the keys
    <div
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={isShown}
      {...(folder ? { 'aria-expanded': isOpen } : {})}
      tabIndex={inTabOrder ? 0 : -1}
      onClick={onChoose}
      title={node.path}
      style={{ paddingLeft: `${(Math.min(level, maxIndent) - 1) * 14 + 8}px` }}
      className={classNames(
        'flex min-h-7 cursor-pointer select-none items-center gap-1.5 pr-3 text-xs outline-offset-[-2px] hover:bg-hover [contain-intrinsic-size:auto_28px] [content-visibility:auto]',
        isShown && 'bg-accent-soft font-medium text-accent-ink hover:bg-accent-soft',
      )}
    >
      <RowIcon node={node} isOpen={isOpen} />
      <span className={classNames('min-w-0 flex-1 truncate', isDeleted && 'line-through')}>
        <MarkedText text={node.name} />
      </span>
      {isDeleted && <span className="sr-only">, deleted with the next save</span>}
      {isEdited && !isDeleted && (
        <span className="shrink-0 text-warn-ink" title="Unsaved changes">
          <span aria-hidden="true">●</span>
          <span className="sr-only">, unsaved changes</span>
        </span>
      )}
      {node.kind === 'file' && node.entry.executable && (
        <span title="executable" className="flex shrink-0 text-ink-3">
          <Terminal size={13} aria-hidden="true" />
          <span className="sr-only">executable</span>
        </span>
      )}
      <span className={classNames('shrink-0 text-xs tabular-nums', !isShown && 'text-ink-3')}>
        {node.kind === 'file' ? formatBytes(node.entry.size) : node.fileCount}
        {folder && <span className="sr-only"> files</span>}
      </span>
    </div>
  )
}

const icons: Record<FileKind, typeof File> = {
  markdown: FileText,
  text: FileCode2,
  image: ImageIcon,
  kept: File,
}

function RowIcon({ node, isOpen }: { readonly node: TreeNode; readonly isOpen: boolean }) {
  const Chevron = isOpen ? ChevronDown : ChevronRight
  const Icon = node.kind === 'file' ? icons[fileKind(node.entry)] : isOpen ? FolderOpen : Folder
  return (
    <span aria-hidden="true" className="flex shrink-0 items-center">
      {node.kind === 'folder' ? <Chevron size={13} /> : <span className="w-[13px]" />}
      <Icon size={14} className="ml-0.5 text-ink-3" />
    </span>
  )
}
