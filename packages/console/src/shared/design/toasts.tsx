import { Suspense, useState, useSyncExternalStore } from 'react'
import { lazyComponent, loadOnce } from './lazy-component.tsx'
import { hasWaitingToasts, onToastWaiting } from './show-toast.ts'

/** The code of toasts: no page waits for it. */
export const loadToasts = loadOnce(() => import('./toast-list.tsx'))
const ToastList = lazyComponent(loadToasts, (module) => module.ToastList)

/** Shows toasts, from the first one on. */
export function Toasts() {
  const waits = useSyncExternalStore(onToastWaiting, hasWaitingToasts)
  const [began, setBegan] = useState(waits)
  if (waits && !began) setBegan(true)
  return <Suspense>{began && <ToastList />}</Suspense>
}
