import type { CollectionBody } from '@repertoire/protocol'
import { slugify } from '@repertoire/skill-md'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { Modal } from '../../shared/design/dialog.tsx'
import { DialogForm } from '../../shared/design/dialog-form.tsx'
import { Choice, TextField } from '../../shared/design/field.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { type SelectionKind, selectionOf, selectionText } from './collection-setups.ts'
import { collectionsQuery } from './collections-query.ts'

const kinds = [
  { value: 'all', label: 'All enabled skills of the organisation' },
  { value: 'tags', label: 'Skills with one of these tags' },
  { value: 'query', label: 'Skills that a search finds' },
  { value: 'names', label: 'Skills by name' },
] as const

const textLabels = { all: '', tags: 'Tags', query: 'Search', names: 'Names' } as const

interface CollectionDialogProps {
  /** Null for a new one. */
  readonly collection: CollectionBody | null
  readonly onClose: () => void
}

/** Makes a collection, or changes its name, what it is for, and which skills it has. */
export function CollectionDialog({ collection, onClose }: CollectionDialogProps) {
  const [name, setName] = useState(collection?.slug ?? '')
  const [description, setDescription] = useState(collection?.description ?? '')
  const [kind, setKind] = useState<SelectionKind>(collection?.selection.kind ?? 'all')
  const [text, setText] = useState(collection ? selectionText(collection.selection) : '')
  const slug = slugify(name)
  const selection = selectionOf(kind, text)
  const save = useMutation({
    mutationFn: (chosen: NonNullable<typeof selection>) => {
      const body = { slug, description: description.trim(), selection: chosen }
      return collection ? api.collections.update(collection.id, body) : api.collections.create(body)
    },
    onSuccess: (saved) => {
      if (collection) showToast(`The collection ${saved.slug} was saved`)
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: collectionsQuery.queryKey }),
  })
  return (
    <Modal open onClose={onClose} title={collection ? `Edit ${collection.slug}` : 'New collection'}>
      <DialogForm
        submit={collection ? 'Save' : 'Make it'}
        submitting={collection ? 'Saving…' : 'Making it…'}
        saving={save}
        onSubmit={() => slug !== '' && selection && save.mutate(selection)}
        onClose={onClose}
      >
        <TextField
          label="Name"
          hint={nameHint(collection, slug)}
          value={name}
          required
          maxLength={64}
          error={
            name !== '' && slug === ''
              ? 'Use letters or digits: it stands in an address.'
              : undefined
          }
          onChange={({ target }) => setName(target.value)}
        />
        <TextField
          label="Description"
          value={description}
          maxLength={500}
          placeholder="Whom it is for"
          onChange={({ target }) => setDescription(target.value)}
        />
        <Choice
          label="Which skills"
          value={kind}
          options={kinds}
          onChange={({ target }) => setKind(target.value as SelectionKind)}
        />
        {kind !== 'all' && (
          <TextField
            label={textLabels[kind]}
            hint={kind === 'query' ? undefined : 'Several with commas between them.'}
            error={text !== '' && !selection ? 'Name at least one.' : undefined}
            value={text}
            required
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </DialogForm>
    </Modal>
  )
}

/** The name is part of each address that was copied. */
function nameHint(collection: CollectionBody | null, slug: string): string {
  if (slug === '') return 'It stands in the address.'
  if (!collection || collection.slug === slug) return `In the address: ${slug}`
  return `In the address: ${slug}. Addresses with ${collection.slug} stop working: give out the new ones.`
}
