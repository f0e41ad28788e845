interface SegmentsProps<Value extends string> {
  /** Spoken name. */
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
}

/** A choice of a few, side by side. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, value, options, onChange } = props
  return (
    <fieldset className="flex w-fit shrink-0 rounded-md bg-seg p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={value === option.value}
          onClick={() => onChange(option.value)}
          className="h-6 whitespace-nowrap rounded px-2 text-xs text-ink-2 hover:text-ink aria-pressed:bg-seg-on aria-pressed:font-medium aria-pressed:text-ink aria-pressed:shadow-low"
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
