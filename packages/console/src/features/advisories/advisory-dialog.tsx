import type { AdvisoryListBody } from '@repertoire/protocol'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { problemOf } from '../../shared/api/problem.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { Button } from '../../shared/design/button.tsx'
import { Modal } from '../../shared/design/dialog.tsx'
import { TextField } from '../../shared/design/field.tsx'
import { Notice } from '../../shared/design/notice.tsx'
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
  const problem = save.isError ? problemOf(save.error) : null
  return (
    <Modal open onClose={onClose} title="Follow an advisory list">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <Fields draft={draft} onChange={(part) => setDraft((before) => ({ ...before, ...part }))} />
        {problem && (
          <Notice tone="bad" urgent title={problem.message}>
            {problem.hint}
          </Notice>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={save.isPending}>
            {save.isPending ? 'Reading the list' : 'Follow'}
          </Button>
        </div>
      </form>
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
