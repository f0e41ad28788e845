import { useId } from 'react'
import { ExplainedChoice } from './explained-choice.tsx'

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
        <ExplainedChoice
          key={option.value}
          type="radio"
          name={name}
          label={option.label}
          explains={option.explains}
          checked={value === option.value}
          onChange={() => onChange(option.value)}
        />
      ))}
    </fieldset>
  )
}
