import { type ComponentProps, lazy, Suspense } from 'react'

const MarkdownText = lazy(() =>
  import('./markdown-text.tsx').then((module) => ({ default: module.MarkdownText })),
)

/** Markdown as text with structure: no raw HTML, no image fetched by the page. */
export function Markdown({ text }: { readonly text: string }) {
  const plain: ComponentProps<'p'> = { className: 'whitespace-pre-wrap' }
  return (
    <div className="prose-md">
      <Suspense fallback={<p {...plain}>{text}</p>}>
        <MarkdownText text={text} />
      </Suspense>
    </div>
  )
}
