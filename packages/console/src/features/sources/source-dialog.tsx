import type { SourceBody } from '@repertoire/protocol'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { Modal } from '../../shared/design/dialog.tsx'
import { DialogForm } from '../../shared/design/dialog-form.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { refreshSources } from '../../shared/queries/source-queries.ts'
import {
  type AddedSource,
  createBody,
  draftOfSource,
  newSourceDraft,
  type SourceDraft,
  updateBody,
} from './source-draft.ts'
import { SourceFields } from './source-fields.tsx'

interface SourceDialogProps {
  /** Null for a new one. */
  readonly source: AddedSource | null
  readonly onClose: () => void
}

/** Adds a source, or changes one. A new one is synced at once. */
export function SourceDialog({ source, onClose }: SourceDialogProps) {
  const [draft, setDraft] = useState<SourceDraft>(source ? draftOfSource(source) : newSourceDraft)
  const save = useMutation({
    mutationFn: () => saved(draft, source),
    onSuccess: ({ name }) => {
      showToast(source ? `${name} was saved` : `${name} was added`, {
        description: source ? undefined : 'It is being read now.',
      })
      onClose()
    },
    onSettled: refreshSources,
  })
  return (
    <Modal
      open
      wide
      onClose={onClose}
      title={source ? `Edit ${source.name}` : 'Add a source'}
      description="Nothing of it is used before somebody has read and approved it."
    >
      <DialogForm
        submit={source ? 'Save' : 'Add and sync'}
        submitting="Saving"
        saving={save}
        onSubmit={save.mutate}
        onClose={onClose}
      >
        <SourceFields
          draft={draft}
          source={source}
          onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
        />
      </DialogForm>
    </Modal>
  )
}

async function saved(draft: SourceDraft, before: AddedSource | null): Promise<SourceBody> {
  if (before) return api.sources.update(before.id, updateBody(draft, before), before.etag)
  const source = await api.sources.create(createBody(draft))
  return api.sources.sync(source.id)
}
