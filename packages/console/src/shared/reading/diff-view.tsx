import { Suspense } from 'react'
import { lazyComponent, loadOnce } from '../design/lazy-component.tsx'
import { Loading } from '../design/states.tsx'
import type { DiffViewProps } from './diff-editor.tsx'
import { PartPending } from './reading.tsx'

/** The editor that shows differences weighs much: no page waits for it. */
export const loadDiffView = loadOnce(() => import('./diff-editor.tsx'))
const DiffEditor = lazyComponent(loadDiffView, (module) => module.DiffEditor)

/** Two texts as one, with what was removed and added. Until it is there, nothing is approved. */
export function DiffView(props: DiffViewProps) {
  const loading = <Loading rows={3} label="Loading the difference" />
  const pending = props.part && <PartPending label={props.part.label}>{loading}</PartPending>
  return (
    <Suspense fallback={pending ?? loading}>
      <DiffEditor {...props} />
    </Suspense>
  )
}
