import type { Me } from '@repertoire/protocol'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { answerLogin } from '../../shared/api/fresh-login.ts'
import { problemOf } from '../../shared/api/problem.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { Button } from '../../shared/design/button.tsx'
import { Modal } from '../../shared/design/dialog.tsx'
import { TextField } from '../../shared/design/field.tsx'
import { Form } from '../../shared/design/form.tsx'
import { useMe } from '../../shared/session/use-me.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { SignOnButtons } from './sign-on-buttons.tsx'

/** Asks for the key again, and closes once that is done or given up. */
export function FreshLoginForm() {
  const { member } = useMe()
  const [key, setKey] = useState('')
  const signedIn = (me: Me) => {
    void queryClient.invalidateQueries({ queryKey: ['sessions'] })
    answerLogin(me.member.id === member.id)
    // Somebody else's login: nothing that this page shows is theirs.
    if (me.member.id !== member.id) location.reload()
  }
  const login = useMutation({
    // A wrong key is said here; it does not lead to the page for signing in.
    meta: { signsIn: true },
    mutationFn: () => api.session.login({ api_key: key.trim() }),
    onSuccess: signedIn,
  })
  return (
    <Modal
      open
      onClose={() => answerLogin(false)}
      title="Sign in again"
      description={`Keys, members and policies change only soon after signing in. Give an API key of ${member.name}; what you asked for is then done.`}
    >
      <Form className="flex flex-col gap-4" onSubmit={() => key.trim() && login.mutate()}>
        <SignOnButtons again />
        <PasskeyButton onLogin={signedIn} />
        <TextField
          label="API key"
          type="password"
          autoComplete="current-password"
          mono
          required
          value={key}
          onChange={(event) => setKey(event.target.value)}
          error={login.isError ? problemOf(login.error).message : undefined}
          hint="Without one, run “repertoire login --link” on the server’s machine, open its link in another tab of this browser, and try again."
        />
        <div className="flex justify-end gap-2">
          <Button type="button" onClick={() => answerLogin(true)}>
            Try again
          </Button>
          <Button variant="primary" type="submit" disabled={login.isPending}>
            Sign in
          </Button>
        </div>
      </Form>
    </Modal>
  )
}
