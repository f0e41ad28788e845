import { lazy, Suspense, useSyncExternalStore } from 'react'
import { onQuestion, openQuestion } from '../shared/api/accept-findings.ts'

const FindingsQuestion = lazy(() =>
  import('./findings-question.tsx').then((module) => ({ default: module.FindingsQuestion })),
)

/** Shows what was found in a skill that somebody saves or imports, and asks whether it is taken all the same. */
export function FindingsDialog() {
  const found = useSyncExternalStore(onQuestion, openQuestion)
  return <Suspense>{found && <FindingsQuestion key={found.digest} found={found} />}</Suspense>
}
