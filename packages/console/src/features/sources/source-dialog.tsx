import type { SourceBody } from '@repertoire/protocol'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { problemOf } from '../../shared/api/problem.ts'
import { Button } from '../../shared/design/button.tsx'
import { Modal } from '../../shared/design/dialog.tsx'
import { Notice } from '../../shared/design/notice.tsx'
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
  const problem = save.isError ? problemOf(save.error) : null
  return (
    <Modal
      open
      wide
      onClose={onClose}
      title={source ? `Edit ${source.name}` : 'Add a source'}
      description="Nothing of it is used before somebody has read and approved it."
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <SourceFields
          draft={draft}
          source={source}
          onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
        />
        {problem && (
          <Notice tone="bad" urgent title={problem.message}>
            {problem.hint}
          </Notice>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={save.isPending}>
            {source ? 'Save' : 'Add and sync'}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

async function saved(draft: SourceDraft, before: AddedSource | null): Promise<SourceBody> {
  if (before) return api.sources.update(before.id, updateBody(draft, before), before.etag)
  const source = await api.sources.create(createBody(draft))
  return api.sources.sync(source.id)
}
