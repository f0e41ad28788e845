import { lazy, Suspense } from 'react'
import type { NotRenderedProps } from './not-rendered-count.tsx'

const NotRenderedCount = lazy(() =>
  import('./not-rendered-count.tsx').then((module) => ({ default: module.NotRenderedCount })),
)

/** Says how much of a Markdown text its rendered view leaves out, and leads to the source. */
export function NotRendered(props: NotRenderedProps) {
  return (
    <Suspense fallback={null}>
      <NotRenderedCount {...props} />
    </Suspense>
  )
}
