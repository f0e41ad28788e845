import { classNames } from './class-names.ts'

interface SegmentsProps {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
}

/** A choice side by side, of which one is always made. */
export function Segments({ label, value, options, onChange }: SegmentsProps) {
  return (
    <fieldset className="inline-flex rounded-md bg-seg p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={value === option.value}
          onClick={() => onChange(option.value)}
          className={classNames(
            'h-7 rounded px-2.5 text-xs text-ink-2 hover:text-ink',
            value === option.value &&
              'bg-seg-on font-medium text-ink shadow-low ring-1 ring-line-2',
          )}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
