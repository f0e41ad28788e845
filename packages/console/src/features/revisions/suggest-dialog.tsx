import { Suspense } from 'react'
import { lazyComponent, loadOnce } from '../../shared/design/lazy-component.tsx'
import type { SuggestProps } from './suggest-window.tsx'

const SuggestWindow = lazyComponent(
  loadOnce(() => import('./suggest-window.tsx')),
  (module) => module.SuggestWindow,
)

/** Offers a person's own skill to the organisation; its code is loaded when it is asked for. */
export function SuggestDialog(props: SuggestProps) {
  return (
    <Suspense>
      <SuggestWindow {...props} />
    </Suspense>
  )
}
