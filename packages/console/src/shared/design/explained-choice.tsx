import { useId } from 'react'

interface ExplainedChoiceProps {
  readonly type: 'radio' | 'checkbox'
  readonly label: string
  readonly explains: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  /** Radios with one name are one choice. */
  readonly name?: string
}

/** A radio or a checkbox in a card. Its label alone names it; what it means is read after that. */
export function ExplainedChoice({ label, explains, onChange, ...input }: ExplainedChoiceProps) {
  const id = useId()
  return (
    <label className="flex gap-3 px-4 py-3 has-[:checked]:bg-accent-soft">
      <input
        {...input}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-explains`}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span>
        <span id={`${id}-label`} className="block font-medium">
          {label}
        </span>
        <span id={`${id}-explains`} className="block text-xs text-ink-2">
          {explains}
        </span>
      </span>
    </label>
  )
}
