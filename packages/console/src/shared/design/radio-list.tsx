import { useId } from 'react'

interface RadioListProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly {
    readonly value: Value
    readonly label: string
    readonly explains: string
  }[]
  readonly onChange: (value: Value) => void
  readonly disabled?: boolean
}

/** One of a few, each with what it means. */
export function RadioList<Value extends string>(props: RadioListProps<Value>) {
  const { label, value, options, onChange, disabled } = props
  const name = useId()
  return (
    <fieldset className="card divide-y divide-line overflow-hidden" disabled={disabled}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="flex gap-3 px-4 py-3 has-[:checked]:bg-accent-soft">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span>
            <span className="block font-medium">{option.label}</span>
            <span className="block text-xs text-ink-2">{option.explains}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
