import { type ComponentProps, lazy, Suspense } from 'react'

const load = () =>
  import('./markdown-text.tsx').then((module) => ({ default: module.MarkdownText }))
const MarkdownText = lazy(load)

/** Fetches the renderer before the first text needs it, so that no text changes its look. */
export function preloadMarkdown(): void {
  // Out of reach, it is asked for again with the first text.
  load().catch(() => {})
}

interface MarkdownProps {
  readonly text: string
  /** Code gets colours and a button that copies it. Off where a text is read before it is approved. */
  readonly codeBlocks?: boolean
}

/** Markdown as text with structure: no raw HTML, no image fetched by the page. */
export function Markdown({ text, codeBlocks = false }: MarkdownProps) {
  const plain: ComponentProps<'p'> = { className: 'whitespace-pre-wrap' }
  return (
    <div className="prose-md">
      <Suspense fallback={<p {...plain}>{text}</p>}>
        <MarkdownText text={text} codeBlocks={codeBlocks} />
      </Suspense>
    </div>
  )
}
