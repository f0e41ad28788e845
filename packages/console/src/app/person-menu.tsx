import { Suspense, useState } from 'react'
import { lazyComponent, loadOnce, prefetchHandlers } from '../shared/design/lazy-component.tsx'
import { PersonButton } from './person-button.tsx'

const load = loadOnce(() => import('./person-menu-items.tsx'))
const PersonMenuItems = lazyComponent(load, (module) => module.PersonMenuItems)

/** Who is signed in. The menu is read when somebody is about to open it: no page waits for it. */
export function PersonMenu({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const [wanted, setWanted] = useState(false)
  const closed = (
    <PersonButton
      aria-haspopup="menu"
      aria-expanded={false}
      {...prefetchHandlers(load)}
      onClick={() => setWanted(true)}
    />
  )
  if (!wanted) return closed
  return (
    <Suspense fallback={closed}>
      <PersonMenuItems onShortcuts={onShortcuts} />
    </Suspense>
  )
}
