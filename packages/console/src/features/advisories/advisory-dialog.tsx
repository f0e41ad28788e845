import type { AdvisoryListBody } from '@repertoire/protocol'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { Modal } from '../../shared/design/dialog.tsx'
import { DialogForm } from '../../shared/design/dialog-form.tsx'
import { TextField } from '../../shared/design/field.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { advisoriesQuery } from '../../shared/queries/source-queries.ts'
import { type SignerDraft, SignerFields, signerOf } from '../signers/signer-fields.tsx'

interface Draft extends SignerDraft {
  readonly url: string
}

interface AdvisoryDialogProps {
  /** Null where the organisation follows none yet. */
  readonly list: AdvisoryListBody | null
  readonly onClose: () => void
}

/** Follows a list, in place of the one before. It is read at once. */
export function AdvisoryDialog({ list, onClose }: AdvisoryDialogProps) {
  const [draft, setDraft] = useState<Draft>({
    ...{ url: list?.url ?? '', name: list?.signer.name ?? '' },
    ...{ pem: '', identity: list?.signer.identity ?? '' },
  })
  const save = useMutation({
    mutationFn: () => api.advisories.set(bodyOf(draft)),
    onSuccess: ({ problem }) => {
      if (problem) showToast('The list is followed, and could not be read yet')
      else showToast('The list is followed')
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries(advisoriesQuery),
  })
  return (
    <Modal open onClose={onClose} title="Follow an advisory list">
      <DialogForm
        submit="Follow"
        submitting="Reading the list"
        saving={save}
        onSubmit={save.mutate}
        onClose={onClose}
      >
        <Fields draft={draft} onChange={(part) => setDraft((before) => ({ ...before, ...part }))} />
      </DialogForm>
    </Modal>
  )
}

interface FieldsProps {
  readonly draft: Draft
  readonly onChange: (part: Partial<Draft>) => void
}

function Fields({ draft, onChange }: FieldsProps) {
  return (
    <>
      <TextField
        label="Address"
        mono
        required
        type="url"
        maxLength={2_000}
        value={draft.url}
        placeholder="https://example.com/advisories.json"
        hint="Its signature stands beside it, under the same path with .sig after it. What anybody else signed is not taken."
        onChange={({ target }) => onChange({ url: target.value })}
      />
      <SignerFields draft={draft} onChange={onChange} />
    </>
  )
}

function bodyOf(draft: Draft) {
  return { url: draft.url.trim(), signer: signerOf(draft) }
}
