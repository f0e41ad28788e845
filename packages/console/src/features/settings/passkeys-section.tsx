import type { PasskeyBody } from '@repertoire/protocol'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { problemOf } from '../../shared/api/problem.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { Button } from '../../shared/design/button.tsx'
import { TextField } from '../../shared/design/field.tsx'
import { Form } from '../../shared/design/form.tsx'
import { Section } from '../../shared/design/section.tsx'
import { showErrorMessage, showToast } from '../../shared/design/show-toast.ts'
import { QueryPlaceholder } from '../../shared/design/states.tsx'
import { useAction } from '../../shared/design/use-action.ts'
import { passkeysQuery } from '../../shared/queries/organisation-queries.ts'
import { addPasskey, isCancelled, supportsPasskeys } from '../login/passkey-browser.ts'

const refresh = () => queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey })

export function PasskeysSection() {
  const passkeys = useQuery(passkeysQuery)
  return (
    <Section
      title="Passkeys"
      description="Sign in with your device’s fingerprint, face or PIN instead of an API key. A passkey works at this address only."
    >
      <QueryPlaceholder for={passkeys} what="Passkeys" rows={1} />
      {passkeys.data && passkeys.data.items.length > 0 && (
        <ul aria-label="Passkeys" className="card mb-4 divide-y divide-line">
          {passkeys.data.items.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {supportsPasskeys() ? (
        <AddPasskey />
      ) : (
        <p className="text-xs text-ink-3">
          This browser cannot use passkeys here: they need HTTPS (or localhost) and a host name.
        </p>
      )}
    </Section>
  )
}

function PasskeyRow({ passkey: { id, name, last_used_at } }: { readonly passkey: PasskeyBody }) {
  const remove = useAction({
    mutationFn: () => api.passkeys.remove(id),
    onSuccess: () => showToast(`${name} was removed`),
    onSettled: refresh,
  })
  const used = last_used_at ? `used ${new Date(last_used_at).toLocaleString()}` : 'not used yet'
  return (
    <li className="flex items-center justify-between gap-3 px-4 py-2.5">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {name} <span className="text-xs text-ink-3">{used}</span>
      </span>
      <Button
        size="small"
        aria-label={`Remove ${name}`}
        disabled={remove.isPending}
        onClick={() => remove.mutate()}
      >
        Remove
      </Button>
    </li>
  )
}

function AddPasskey() {
  const [name, setName] = useState('')
  const add = useMutation({
    mutationFn: addPasskey,
    onSuccess: async (passkey) => {
      setName('')
      showToast(`${passkey.name} was added`)
      await refresh()
    },
    onError: (error) => {
      showErrorMessage(
        isCancelled(error) ? 'Your device made no passkey.' : problemOf(error).message,
      )
    },
  })
  return (
    <Form
      className="flex flex-wrap items-end gap-2"
      onSubmit={() => name.trim() && add.mutate(name.trim())}
    >
      <TextField
        label="Name of the device"
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" disabled={add.isPending}>
        Add passkey
      </Button>
    </Form>
  )
}
