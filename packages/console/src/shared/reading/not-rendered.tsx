import { type ComponentProps, lazy, Suspense } from 'react'

const NotRenderedCount = lazy(() =>
  import('./not-rendered-count.tsx').then((module) => ({ default: module.NotRenderedCount })),
)

export type NotRenderedProps = ComponentProps<typeof NotRenderedCount>

/** Says how much of a Markdown text its rendered view leaves out, and leads to the source. */
export function NotRendered(props: NotRenderedProps) {
  return (
    <Suspense fallback={null}>
      <NotRenderedCount {...props} />
    </Suspense>
  )
}
