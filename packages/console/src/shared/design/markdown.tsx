import { lazy, Suspense } from 'react'
import { PlainMarkdown } from './plain-markdown.tsx'

const load = () =>
  import('./markdown-text.tsx').then((module) => ({ default: module.MarkdownText }))
const MarkdownText = lazy(load)

/** The renderer. A page fetches it before the first text needs it, so that no text changes its look. */
export function loadMarkdown(): Promise<unknown> {
  return load()
}

interface MarkdownProps {
  readonly text: string
  /** Code gets colours and a button that copies it. Off where a text is read before it is approved. */
  readonly codeBlocks?: boolean
}

/** Markdown as text with structure: no raw HTML, no image fetched by the page. */
export function Markdown({ text, codeBlocks = false }: MarkdownProps) {
  return (
    <div className="prose-md">
      <Suspense fallback={<PlainMarkdown text={text} />}>
        <MarkdownText text={text} codeBlocks={codeBlocks} />
      </Suspense>
    </div>
  )
}
