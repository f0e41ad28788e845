import type { ModelProviderBody } from '@repertoire/protocol'
import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { Button } from '../../shared/design/button.tsx'
import { Modal } from '../../shared/design/dialog.tsx'
import { DialogForm } from '../../shared/design/dialog-form.tsx'
import { Choice, TextField } from '../../shared/design/field.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { ModelFields } from './model-fields.tsx'
import { refreshModels } from './model-queries.ts'
import {
  addressProblem,
  createBody,
  emptyModel,
  type FieldErrors,
  type ModelDraft,
  type ProviderDraft,
  type ProviderKind,
  problemAtField,
  providerKinds,
  updateBody,
} from './provider-draft.ts'

interface ProviderDialogProps {
  /** Null for a new one. */
  readonly provider: ModelProviderBody | null
  readonly from: ProviderDraft
  readonly onClose: () => void
}

/** Adds a provider, or changes one. */
export function ProviderDialog({ provider, from, onClose }: ProviderDialogProps) {
  const [draft, setDraft] = useState(from)
  const [checked, setChecked] = useState<ProviderDraft>()
  const address = checked === draft ? addressProblem(draft) : undefined
  const change = (part: Partial<ProviderDraft>) => setDraft((before) => ({ ...before, ...part }))
  const save = useMutation({
    mutationFn: () =>
      provider
        ? api.modelProviders.update(provider.id, updateBody(draft), provider.etag)
        : api.modelProviders.add(createBody(draft)),
    onSuccess: ({ name }) => {
      showToast(provider ? `${name} was saved` : `${name} was added`, {
        description: 'Test it, then make one of its models the default.',
      })
      onClose()
    },
    onSettled: refreshModels,
  })
  const refused = checked === draft ? problemAtField(save.error) : {}
  const isAtField = Object.keys(refused).length > 0
  return (
    <Modal open wide onClose={onClose} title={provider ? `Edit ${provider.name}` : 'Add provider'}>
      <DialogForm
        submit={provider ? 'Save' : 'Add provider'}
        submitting="Saving"
        saving={isAtField ? { ...save, error: null } : save}
        onSubmit={() => {
          setChecked(draft)
          if (addressProblem(draft) === undefined) save.mutate()
        }}
        onClose={onClose}
      >
        <AddressFields
          draft={draft}
          provider={provider}
          wrong={{ ...refused, ...(address && { address }) }}
          onChange={change}
        />
        <Models models={draft.models} onChange={(models) => change({ models })} />
      </DialogForm>
    </Modal>
  )
}

interface AddressFieldsProps extends Pick<ProviderDialogProps, 'provider'> {
  readonly draft: ProviderDraft
  readonly wrong: FieldErrors
  readonly onChange: (part: Partial<ProviderDraft>) => void
}

function AddressFields({ draft, provider, wrong, onChange }: AddressFieldsProps) {
  const isOpen = draft.kind === 'openai-compatible'
  const kept = provider?.key
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Name"
        required
        maxLength={100}
        value={draft.name}
        placeholder="Company gateway"
        error={wrong.name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <Choice
        label="Kind"
        value={draft.kind}
        options={providerKinds}
        onChange={({ target }) => onChange({ kind: target.value as ProviderKind })}
      />
      <TextField
        label="Address"
        mono
        required={isOpen}
        maxLength={500}
        value={draft.address}
        placeholder={isOpen ? 'https://gateway.example/v1' : 'the provider’s own'}
        hint={isOpen ? 'Up to and including /v1.' : undefined}
        error={wrong.address}
        onChange={({ target }) => onChange({ address: target.value })}
      />
      <TextField
        label="Key"
        type="password"
        autoComplete="off"
        maxLength={4_000}
        value={draft.key}
        placeholder={kept ? 'Paste to replace' : ''}
        hint={
          kept ? (
            <>
              Kept since <Timestamp at={kept.set_at} />
              {kept.ending && `, ends in ${kept.ending}`}
            </>
          ) : (
            'Encrypted before it is stored, and never shown again.'
          )
        }
        error={wrong.key}
        onChange={({ target }) => onChange({ key: target.value })}
      />
    </div>
  )
}

interface ModelsProps {
  readonly models: readonly ModelDraft[]
  readonly onChange: (models: readonly ModelDraft[]) => void
}

function Models({ models, onChange }: ModelsProps) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-medium">Models</legend>
      <p className="text-xs text-ink-3">
        Prices per million tokens, for the cost on traces. Leave empty what you do not know.
      </p>
      {models.map((model, at) => (
        <ModelFields
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity while they are typed
          key={at}
          number={at + 1}
          model={model}
          onChange={(part) =>
            onChange(models.map((one, index) => (index === at ? { ...one, ...part } : one)))
          }
          onRemove={
            models.length > 1 ? () => onChange(models.filter((_, index) => index !== at)) : null
          }
        />
      ))}
      <Button size="small" className="self-start" onClick={() => onChange([...models, emptyModel])}>
        <Plus size={13} aria-hidden="true" /> Add model
      </Button>
    </fieldset>
  )
}
