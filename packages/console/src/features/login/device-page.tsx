import type { DeviceAnswer, DeviceRequestBody } from '@repertoire/protocol'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { problemOf } from '../../shared/api/problem.ts'
import { Button } from '../../shared/design/button.tsx'
import { TextField } from '../../shared/design/field.tsx'
import { Form } from '../../shared/design/form.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { Page } from '../../shared/design/page.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { useAction } from '../../shared/design/use-action.ts'
import { useMe } from '../../shared/session/use-me.ts'

const route = getRouteApi('/app/device')

/** A program without a browser asks for a key: the person gives the code that it shows. */
export function DevicePage() {
  const { code: given = '' } = route.useSearch()
  const [code, setCode] = useState(given)
  const find = useMutation({ mutationFn: () => api.session.deviceRequest(code.trim()) })
  return (
    <Page
      title="Connect a program"
      subtitle="A program, such as the repertoire command, shows a code and asks for a key of yours."
      narrow
    >
      {find.data ? (
        <AnswerRequest request={find.data} />
      ) : (
        <Form
          className="card flex flex-col gap-4 p-5"
          onSubmit={() => code.trim() && find.mutate()}
        >
          <TextField
            label="Code"
            hint="As the program shows it. Do not type a code that somebody sent you."
            autoComplete="off"
            mono
            autoFocus
            required
            value={code}
            onChange={(event) => setCode(event.target.value)}
            error={find.isError ? problemOf(find.error).message : undefined}
          />
          <Button type="submit" variant="primary" disabled={find.isPending}>
            Continue
          </Button>
        </Form>
      )}
    </Page>
  )
}

function AnswerRequest({ request }: { readonly request: DeviceRequestBody }) {
  const { member } = useMe()
  const [scopes, setScopes] = useState<readonly DeviceRequestBody['scopes'][number][]>(
    request.scopes,
  )
  const answer = useAction({
    mutationFn: (body: DeviceAnswer) => api.session.answerDeviceRequest(request.user_code, body),
  })
  if (answer.isSuccess) {
    const isGiven = answer.variables.approved
    return (
      <Notice
        tone={isGiven ? 'info' : 'warn'}
        title={isGiven ? 'The program has its key' : 'The program gets no key'}
      >
        {isGiven
          ? 'Go back to it. You can revoke the key under Settings.'
          : 'You can close this page.'}
      </Notice>
    )
  }
  return (
    <div className="card flex flex-col gap-4 p-5">
      <p>
        <span className="font-medium">
          <MarkedText text={request.name} />
        </span>{' '}
        at {request.address} asks for a key of {member.name},{' '}
        <Timestamp at={request.requested_at} />. Its code is{' '}
        <span className="font-mono">{request.user_code}</span>.
      </p>
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 font-medium">What the key may do</legend>
        {request.scopes.map((scope) => (
          <label key={scope} className="flex min-h-6 items-center gap-2 font-mono text-xs">
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={({ target }) =>
                setScopes(
                  request.scopes.filter((one) =>
                    one === scope ? target.checked : scopes.includes(one),
                  ),
                )
              }
            />
            {scope}
          </label>
        ))}
      </fieldset>
      <div className="flex gap-2">
        <Button
          variant="primary"
          disabled={scopes.length === 0 || answer.isPending}
          onClick={() => answer.mutate({ approved: true, scopes: [...scopes] })}
        >
          Give it the key
        </Button>
        <Button onClick={() => answer.mutate({ approved: false })}>Refuse</Button>
      </div>
    </div>
  )
}
