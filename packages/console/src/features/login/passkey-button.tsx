import type { Me } from '@repertoire/protocol'
import { useMutation } from '@tanstack/react-query'
import { problemOf } from '../../shared/api/problem.ts'
import { Button } from '../../shared/design/button.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { isCancelled, logInWithPasskey, supportsPasskeys } from './passkey-browser.ts'

/** Nothing where the browser cannot use passkeys. */
export function PasskeyButton({ onLogin }: { readonly onLogin: (me: Me) => void }) {
  const login = useMutation({
    // A passkey that does not work is said here; it does not lead to the page for signing in.
    meta: { signsIn: true },
    mutationFn: logInWithPasskey,
    onSuccess: onLogin,
  })
  if (!supportsPasskeys()) return null
  return (
    <>
      {login.isError && (
        <Notice tone="bad" urgent title="The passkey did not sign you in">
          {isCancelled(login.error)
            ? 'Your device gave none: it has none for this address, or the question was closed.'
            : problemOf(login.error).message}
        </Notice>
      )}
      <Button type="button" disabled={login.isPending} onClick={() => login.mutate()}>
        {login.isPending ? 'Waiting for your device…' : 'Sign in with a passkey'}
      </Button>
    </>
  )
}
