import { slugify } from '@repertoire/skill-md'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { queryClient } from '../../shared/api/queries.ts'
import { Button } from '../../shared/design/button.tsx'
import { Modal } from '../../shared/design/dialog.tsx'
import { Choice, TextField } from '../../shared/design/field.tsx'
import { Form } from '../../shared/design/form.tsx'
import { useAction } from '../../shared/design/use-action.ts'
import { type SelectionKind, selectionOf } from './collection-setups.ts'
import { collectionsQuery } from './collections-query.ts'

const kinds = [
  { value: 'all', label: 'All enabled skills of the organisation' },
  { value: 'tags', label: 'Skills with one of these tags' },
  { value: 'query', label: 'Skills that a search finds' },
  { value: 'names', label: 'Skills by name' },
] as const

const textLabels = { all: '', tags: 'Tags', query: 'Search', names: 'Names' } as const

interface NewCollectionProps {
  readonly open: boolean
  readonly onClose: () => void
}

export function NewCollection({ open, onClose }: NewCollectionProps) {
  return (
    <Modal open={open} onClose={onClose} title="New collection">
      <CollectionForm onClose={onClose} />
    </Modal>
  )
}

function CollectionForm({ onClose }: Pick<NewCollectionProps, 'onClose'>) {
  const [name, setName] = useState('')
  const [kind, setKind] = useState<SelectionKind>('all')
  const [text, setText] = useState('')
  const slug = slugify(name)
  const selection = selectionOf(kind, text)
  const create = useAction({
    mutationFn: (chosen: NonNullable<typeof selection>) =>
      api.collections.create({ slug, selection: chosen }),
    onSuccess: onClose,
    onSettled: () => queryClient.invalidateQueries({ queryKey: collectionsQuery.queryKey }),
  })
  return (
    <Form
      className="flex flex-col gap-4"
      onSubmit={() => slug !== '' && selection && create.mutate(selection)}
    >
      <TextField
        label="Name"
        hint={slug === '' ? 'It stands in the address.' : `In the address: ${slug}`}
        value={name}
        required
        maxLength={64}
        onChange={({ target }) => setName(target.value)}
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
          value={text}
          required
          onChange={({ target }) => setText(target.value)}
        />
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" type="submit" disabled={create.isPending}>
          {create.isPending ? 'Making it…' : 'Make it'}
        </Button>
      </div>
    </Form>
  )
}
