import type { Nodes, Root } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { isTooDeep, isTooMuchToRender } from '../design/markdown-limits.ts'

const processor = unified().use(remarkParse).use(remarkGfm)

/** What a Markdown text says that its rendered view does not show, in the order of the text. */
export function partsNotRendered(markdown: string): readonly string[] {
  const root = parsed(markdown)
  return root ? collect(root, cited(root)) : []
}

/** Null for a text that is not rendered, and so shown as it is written. */
function parsed(markdown: string): Root | null {
  if (isTooMuchToRender(markdown)) return null
  try {
    const root = processor.parse(markdown)
    return isTooDeep(root) ? null : root
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function collect(node: Nodes, footnotes: ReadonlySet<string>): readonly string[] {
  const own = partOf(node, footnotes)
  const inner = 'children' in node ? node.children.flatMap((one) => collect(one, footnotes)) : []
  return own === null ? inner : [own, ...inner]
}

function partOf(node: Nodes, footnotes: ReadonlySet<string>): string | null {
  switch (node.type) {
    case 'html':
      return htmlPart(node.value)
    case 'definition':
      return 'link definition'
    case 'footnoteDefinition':
      return footnotes.has(node.identifier) ? null : 'unused footnote'
    case 'link':
      return node.title || !says(node, node.url) ? 'link target' : null
    case 'linkReference':
      return 'link target'
    case 'image':
    case 'imageReference':
      return 'image address'
    case 'code':
      return node.lang || node.meta ? 'words beside a code fence' : null
    default:
      return null
  }
}

/** Tags alone are left out, the text between them is not: an end without more says nothing. */
function htmlPart(value: string): string | null {
  if (value.startsWith('<!--')) return 'comment'
  return /^<\/[a-z][^>]*>\s*$/i.test(value) ? null : 'HTML'
}

/** Whether the words of a link are where it leads. */
function says(node: Nodes, url: string): boolean {
  const words = wordsOf(node)
  return [words, `mailto:${words}`, `https://${words}`, `http://${words}`].includes(url)
}

function wordsOf(node: Nodes): string {
  if ('value' in node) return node.value
  return 'children' in node ? node.children.map(wordsOf).join('') : ''
}

function cited(root: Root): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (node: Nodes): void => {
    if (node.type === 'footnoteReference') found.add(node.identifier)
    if ('children' in node) node.children.forEach(visit)
  }
  visit(root)
  return found
}
