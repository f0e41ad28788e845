import { X } from 'lucide-react'
import { IconButton } from '../../shared/design/button.tsx'
import { TextField } from '../../shared/design/field.tsx'
import type { ModelDraft } from './provider-draft.ts'

interface ModelFieldsProps {
  readonly number: number
  readonly model: ModelDraft
  readonly onChange: (part: Partial<ModelDraft>) => void
  /** Null for the only one. */
  readonly onRemove: (() => void) | null
}

const prices = [
  { field: 'input', label: 'In' },
  { field: 'cachedInput', label: 'Cached in' },
  { field: 'output', label: 'Out' },
] as const

/** One model of a provider. */
export function ModelFields({ number, model, onChange, onRemove }: ModelFieldsProps) {
  return (
    <fieldset className="grid grid-cols-2 items-end gap-2 sm:grid-cols-[minmax(0,1fr)_7rem_6rem_6rem_6rem_28px]">
      <legend className="sr-only">Model {number}</legend>
      <TextField
        label="Model"
        mono
        required={number === 1}
        maxLength={200}
        value={model.name}
        placeholder="as the provider calls it"
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <TextField
        label="Context, tokens"
        type="number"
        min={1_000}
        value={model.context}
        placeholder="unknown"
        onChange={({ target }) => onChange({ context: target.value })}
      />
      {prices.map(({ field, label }) => (
        <TextField
          key={field}
          label={label}
          type="number"
          min={0}
          step="any"
          value={model[field]}
          placeholder="unknown"
          onChange={({ target }) => onChange({ [field]: target.value })}
        />
      ))}
      {onRemove && (
        <IconButton label={`Remove model ${number}`} onClick={onRemove}>
          <X size={14} />
        </IconButton>
      )}
    </fieldset>
  )
}
