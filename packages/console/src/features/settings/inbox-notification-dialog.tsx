import type { InboxNotificationBody, InboxNotificationSet } from '@repertoire/protocol'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { Modal } from '../../shared/design/dialog.tsx'
import { DialogForm } from '../../shared/design/dialog-form.tsx'
import { Choice, NumberField, TextField } from '../../shared/design/field.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { ExplainedToggle } from '../../shared/design/toggle.tsx'
import { inboxNotificationQuery } from '../../shared/queries/organisation-queries.ts'

type Interval = InboxNotificationBody['interval']

interface Draft {
  readonly url: string
  readonly interval: Interval
  readonly minimum: number
  /** Empty keeps the one it has. */
  readonly secret: string
  readonly isRenewed: boolean
}

const intervals: readonly { readonly value: Interval; readonly label: string }[] = [
  { value: 'hourly', label: 'At most once an hour' },
  { value: 'daily', label: 'At most once a day' },
  { value: 'weekly', label: 'At most once a week' },
]

interface InboxNotificationDialogProps {
  /** Null where none is sent yet. */
  readonly notification: InboxNotificationBody | null
  readonly onSaved: (set: InboxNotificationSet) => void
  readonly onClose: () => void
}

export function InboxNotificationDialog({
  notification,
  onSaved,
  onClose,
}: InboxNotificationDialogProps) {
  const { url = '', interval = 'daily', minimum = 1 } = notification ?? {}
  const [draft, setDraft] = useState<Draft>({
    ...{ url, interval, minimum, secret: '', isRenewed: false },
  })
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const save = useMutation({
    mutationFn: () => api.inboxNotification.set(bodyOf(draft)),
    onSuccess: (set) => {
      showToast('The digest was saved', { description: 'Send a test to see that it arrives.' })
      onSaved(set)
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries(inboxNotificationQuery),
  })
  return (
    <Modal open onClose={onClose} title="Digest of the inbox">
      <DialogForm
        submit="Save"
        submitting="Saving"
        saving={save}
        onSubmit={save.mutate}
        onClose={onClose}
      >
        <Fields draft={draft} isFirst={notification === null} onChange={change} />
      </DialogForm>
    </Modal>
  )
}

interface FieldsProps {
  readonly draft: Draft
  readonly isFirst: boolean
  readonly onChange: (part: Partial<Draft>) => void
}

function Fields({ draft, isFirst, onChange }: FieldsProps) {
  return (
    <>
      <TextField
        label="Address"
        mono
        required
        type="url"
        maxLength={2_000}
        value={draft.url}
        placeholder="https://hooks.example.com/skills"
        hint="It gets a signed POST. Only owners see it."
        onChange={({ target }) => onChange({ url: target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice
          label="How often"
          value={draft.interval}
          options={intervals}
          onChange={({ target }) => onChange({ interval: target.value as Interval })}
        />
        <NumberField
          label="Entries that have to wait"
          min={1}
          max={100_000}
          value={draft.minimum}
          onChange={(minimum) => onChange({ minimum })}
          hint="With fewer nothing is sent."
        />
      </div>
      <TextField
        label="Signing secret"
        type="password"
        maxLength={200}
        disabled={draft.isRenewed}
        value={draft.secret}
        placeholder={isFirst ? 'whsec_…' : 'Paste to replace'}
        hint={
          isFirst
            ? 'Leave it empty to have one made, which is shown once.'
            : 'Stored encrypted, and never shown.'
        }
        onChange={({ target }) => onChange({ secret: target.value })}
      />
      {!isFirst && (
        <ExplainedToggle
          label="Make another secret"
          explains="Whoever receives the digest needs the new one from then on."
          checked={draft.isRenewed}
          onChange={(isRenewed) => onChange({ isRenewed, secret: '' })}
        />
      )}
    </>
  )
}

function bodyOf({ url, interval, minimum, secret, isRenewed }: Draft) {
  const given = secret.trim()
  return {
    ...{ url: url.trim(), interval, minimum, renew_secret: isRenewed },
    ...(given !== '' && { secret: given }),
  }
}
