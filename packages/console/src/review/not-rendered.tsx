import { lazy, Suspense } from 'react'

const NotRenderedCount = lazy(() =>
  import('./not-rendered-count.tsx').then((module) => ({ default: module.NotRenderedCount })),
)

export interface NotRenderedProps {
  readonly body: string
  /** The text has frontmatter, which is not rendered either. */
  readonly frontmatter?: boolean
  /** Leads to the text as it is written. */
  readonly onSource: () => void
}

/** Says how much of a Markdown text its rendered view leaves out, and leads to the source. */
export function NotRendered(props: NotRenderedProps) {
  return (
    <Suspense fallback={null}>
      <NotRenderedCount {...props} />
    </Suspense>
  )
}
