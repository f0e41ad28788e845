import { Suspense } from 'react'
import { lazyComponent, loadOnce } from '../design/lazy-component.tsx'
import type { ExpectedSkillProps } from './expected-skill-window.tsx'

const ExpectedSkillWindow = lazyComponent(
  loadOnce(() => import('./expected-skill-window.tsx')),
  (module) => module.ExpectedSkillWindow,
)

/** Asks which skill a search should have found; its code is loaded when it is asked for. */
export function ExpectedSkillDialog(props: ExpectedSkillProps) {
  return (
    <Suspense>
      <ExpectedSkillWindow {...props} />
    </Suspense>
  )
}
