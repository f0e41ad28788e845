import { lazy, Suspense, useSyncExternalStore } from 'react'
import { isLoginAsked, onLoginAsked } from '../../shared/api/fresh-login.ts'

const FreshLoginForm = lazy(() =>
  import('./fresh-login-form.tsx').then((module) => ({ default: module.FreshLoginForm })),
)

/** Asks for the key again when the server wants a fresh login; what was asked for is then done. */
export function FreshLoginDialog() {
  const open = useSyncExternalStore(onLoginAsked, isLoginAsked)
  return <Suspense>{open && <FreshLoginForm />}</Suspense>
}
