import type { ModelList } from '@repertoire/protocol'
import { Choice } from '../design/field.tsx'

interface ModelChoiceProps {
  readonly label: string
  /** Of the choice of no model. */
  readonly none: string
  /** Undefined until they are loaded. */
  readonly offered: ModelList['items'] | undefined
  readonly chosen: string | null
  readonly disabled: boolean
  readonly onChange: (id: string | null) => void
}

/** One of the models here, or none. One that is gone stays to be seen. */
export function ModelChoice({
  label,
  none,
  offered,
  chosen,
  disabled,
  onChange,
}: ModelChoiceProps) {
  const isListed = chosen === null || offered?.some(({ id }) => id === chosen)
  return (
    <Choice
      label={label}
      className="max-w-80"
      disabled={disabled}
      value={chosen ?? ''}
      onChange={({ target }) => onChange(target.value || null)}
      options={[
        { value: '', label: none },
        ...(offered ?? []).map(({ id, label: name }) => ({ value: id, label: name })),
        ...(isListed
          ? []
          : [{ value: chosen, label: offered ? `${chosen} (no longer offered)` : chosen }]),
      ]}
    />
  )
}
