import { annotateHiddenCharacters } from '@repertoire/skill-md/text'
import { markClass } from './marked-text.tsx'

/** As much of a hast node as is needed here. */
interface Node {
  readonly type: string
  readonly value?: string
  children?: Node[]
}

/** A rehype plugin: in every text, what would not be seen is named where it stands, as `MarkedText` does. */
export function rehypeMarks() {
  return (tree: Node): void => markChildren(tree)
}

function markChildren(node: Node): void {
  if (!node.children) return
  node.children = node.children.flatMap((child) => {
    if (child.type === 'text' && child.value !== undefined) return marked(child, child.value)
    markChildren(child)
    return [child]
  })
}

function marked(node: Node, value: string): Node[] {
  const parts = annotateHiddenCharacters(value)
  if (parts.every(({ mark }) => mark === null)) return [node]
  return parts.flatMap(({ text, mark }): Node[] => {
    if (mark === null) return [{ type: 'text', value: text }]
    const shown = `${mark.kind === 'lookalike' ? text : ''}⟨${mark.label}⟩`
    const properties = { className: markClass, title: mark.detail, dataMark: mark.kind }
    const children = [{ type: 'text', value: shown }]
    return [{ type: 'element', tagName: 'mark', properties, children } as Node]
  })
}
