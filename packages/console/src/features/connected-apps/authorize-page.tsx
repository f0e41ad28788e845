import type { AppAnswer, AppRequest, AppRequestDetails } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { Button } from '../../shared/design/button.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { Page } from '../../shared/design/page.tsx'
import { QueryPlaceholder } from '../../shared/design/states.tsx'
import { useAction } from '../../shared/design/use-action.ts'
import { useMe } from '../../shared/session/use-me.ts'
import { scopeTexts } from './scope-texts.ts'

const route = getRouteApi('/app/authorize')

/** An app asks to act for the person: who it is, what it wants, where the answer goes. */
export function AuthorizePage() {
  const request = route.useSearch()
  return (
    <Page
      title="Connect an app"
      subtitle="An app, such as your agent, asks to use skills in your name."
      narrow
    >
      {request.client_id ? (
        <AskedRequest request={request} />
      ) : (
        <Notice tone="bad" title="This address asks for nothing">
          Connect again from the app.
        </Notice>
      )}
    </Page>
  )
}

function AskedRequest({ request }: { readonly request: AppRequest }) {
  const details = useQuery({
    queryKey: ['app-request', request],
    queryFn: () => api.connectedApps.describe(request),
    retry: false,
  })
  return (
    <>
      <QueryPlaceholder for={details} what="What the app asks for" rows={2} />
      {details.data && <AnswerRequest request={request} details={details.data} />}
    </>
  )
}

interface AnswerRequestProps {
  readonly request: AppRequest
  readonly details: AppRequestDetails
}

function AnswerRequest({ request, details }: AnswerRequestProps) {
  const { member } = useMe()
  const [scopes, setScopes] = useState<readonly AppRequestDetails['scopes'][number][]>(
    details.scopes,
  )
  const answer = useAction({
    mutationFn: (body: AppAnswer) => api.connectedApps.answer(body),
    // The browser’s history keeps no way back to a question that is answered.
    onSuccess: ({ redirect_to }) => window.location.replace(redirect_to),
  })
  const isOver = answer.isPending || answer.isSuccess
  return (
    <div className="card flex flex-col gap-4 p-5">
      <p>
        <span className="font-medium">
          <MarkedText text={details.name} />
        </span>{' '}
        asks to act for {member.name}. The answer goes to{' '}
        <span className="font-medium">{details.redirect_place}</span>.
      </p>
      {details.host === null ? (
        <Notice tone="warn" title="Nobody vouches for this name">
          The app gave it itself. Go on only if you have just started this in the app.
        </Notice>
      ) : (
        <p className="text-xs text-ink-2">
          {details.host} describes this app. Go on only if you have just started this there.
        </p>
      )}
      <ScopeChoice offered={details.scopes} chosen={scopes} onChange={setScopes} />
      <div className="flex gap-2">
        <Button
          variant="primary"
          disabled={scopes.length === 0 || isOver}
          onClick={() => answer.mutate({ approved: true, request, scopes: [...scopes] })}
        >
          Connect
        </Button>
        <Button disabled={isOver} onClick={() => answer.mutate({ approved: false, request })}>
          Refuse
        </Button>
      </div>
      {answer.isSuccess && <p role="status">You are taken back to the app.</p>}
    </div>
  )
}

type Scopes = AppRequestDetails['scopes']

interface ScopeChoiceProps {
  readonly offered: Scopes
  readonly chosen: readonly Scopes[number][]
  readonly onChange: (scopes: Scopes) => void
}

function ScopeChoice({ offered, chosen, onChange }: ScopeChoiceProps) {
  if (offered.length === 0) {
    return <p>You may do nothing of what it asks for, so there is nothing to give.</p>
  }
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-medium">What it may do</legend>
      {offered.map((scope) => (
        <label key={scope} className="flex min-h-6 items-center gap-2">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={chosen.includes(scope)}
            onChange={({ target }) =>
              onChange(
                offered.filter((one) => (one === scope ? target.checked : chosen.includes(one))),
              )
            }
          />
          {scopeTexts[scope]}
        </label>
      ))}
    </fieldset>
  )
}
