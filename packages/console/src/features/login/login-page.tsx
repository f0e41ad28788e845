import type { Login, Me } from '@repertoire/protocol'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { problemOf, type ShownProblem } from '../../shared/api/problem.ts'
import { meQuery, queryClient } from '../../shared/api/queries.ts'
import { safeNext } from '../../shared/api/search-params.ts'
import { useDocumentTitle } from '../../shared/browser/document-title.ts'
import { Button } from '../../shared/design/button.tsx'
import { TextField } from '../../shared/design/field.tsx'
import { Form } from '../../shared/design/form.tsx'
import { Mark } from '../../shared/design/mark.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { SignOnButtons } from './sign-on-buttons.tsx'
import { SignOnProblem } from './sign-on-problem.tsx'

/** The first login was by a link that does not work again. */
const firstKey = {
  description: 'Create an API key below now: it is how you sign in the next time.',
  duration: 20_000,
}

const route = getRouteApi('/login')

/** A one-time link signs in by itself; everybody else gives an API key. */
export function LoginPage() {
  useDocumentTitle('Sign in')
  const { token, invitation, next, problem: signOnProblem } = route.useSearch()
  const router = useRouter()
  const [key, setKey] = useState('')
  const exchanged = useRef(false)
  const byInvitation = useRef(invitation !== undefined)
  const enter = (me: Me, path: string) => {
    queryClient.clear()
    queryClient.setQueryData(meQuery.queryKey, me)
    router.history.replace(path)
  }
  const login = useMutation({
    mutationFn: (body: Login) => api.session.login(body),
    onSuccess: (me) => {
      enter(me, byInvitation.current ? '/settings/keys' : safeNext(next))
      if (byInvitation.current) showToast(`Welcome, ${me.member.name}`, firstKey)
    },
  })
  useEffect(() => {
    const body = token ? { token } : invitation && { invitation }
    if (!body || exchanged.current) return
    exchanged.current = true
    // Out of the address bar and the history before it is used, so that it is not shared by accident.
    window.history.replaceState(window.history.state, '', '/login')
    login.mutate(body)
  }, [token, invitation, login])
  const byLink = login.variables !== undefined && !('api_key' in login.variables)
  const problem = login.isError ? problemOf(login.error) : null
  return (
    <main className="flex min-h-dvh items-center justify-center bg-sidebar p-4">
      <div className="w-full max-w-sm">
        <div className="mb-6 flex items-center gap-3">
          <Mark size={30} />
          <h1 className="text-xl">Repertoire</h1>
        </div>
        <div className="card p-5 shadow-low">
          {login.isPending && byLink ? (
            <p role="status" className="py-6 text-center text-ink-2">
              Signing you in…
            </p>
          ) : (
            <Form
              className="flex flex-col gap-4"
              onSubmit={() => {
                byInvitation.current = false
                if (key.trim()) login.mutate({ api_key: key.trim() })
              }}
            >
              {signOnProblem && login.isIdle && <SignOnProblem code={signOnProblem} />}
              {problem && <NotSignedIn problem={problem} byLink={byLink} />}
              <SignOnButtons next={next} />
              <PasskeyButton onLogin={(me) => enter(me, safeNext(next))} />
              <TextField
                label="API key"
                type="password"
                autoComplete="current-password"
                mono
                autoFocus
                required
                value={key}
                onChange={(event) => setKey(event.target.value)}
                hint="The first one is printed in the terminal when Repertoire starts for the first time. Later ones come from Settings → Keys and sessions."
              />
              <Button variant="primary" type="submit" disabled={login.isPending}>
                {login.isPending ? 'Signing in…' : 'Sign in'}
              </Button>
            </Form>
          )}
        </div>
        <p className="mt-4 text-xs text-ink-3">
          The terminal also prints a link that signs you in without a key, once.
        </p>
      </div>
    </main>
  )
}

interface NotSignedInProps {
  readonly problem: ShownProblem
  readonly byLink: boolean
}

function NotSignedIn({ problem, byLink }: NotSignedInProps) {
  if (problem.status !== 401) {
    return (
      <Notice tone="bad" urgent title={problem.message}>
        {problem.hint}
      </Notice>
    )
  }
  return byLink ? (
    <Notice tone="bad" urgent title="This link no longer works">
      A link signs in once: the one in the terminal within 30 minutes, an invitation within 24
      hours. Sign in with an API key, or ask for a new link.
    </Notice>
  ) : (
    <Notice tone="bad" urgent title="This API key does not work">
      Check that it was copied whole. A key that was revoked or has expired no longer signs in.
    </Notice>
  )
}
