import { renderAnnotations } from '@repertoire/skill-md/text'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import { useOwnWords } from './use-own-words.ts'

interface FieldProps {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | undefined
  /** Set by the control through the ids it is given. */
  readonly children: (ids: {
    readonly id: string
    readonly 'aria-describedby'?: string
    readonly 'aria-invalid'?: boolean
  }) => ReactNode
  readonly className?: string
}

/** A labelled control with its hint and error tied to it. */
export function Field({ label, hint, error, children, className }: FieldProps) {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children({
        id,
        ...(described ? { 'aria-describedby': described } : {}),
        ...(error ? { 'aria-invalid': true } : {}),
      })}
      {/* It stands there before it says anything, so that what it says is heard. */}
      <div aria-live="polite" className="empty:-mt-1">
        {error && (
          <p id={`${id}-error`} className="text-xs text-bad-ink">
            {error}
          </p>
        )}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}

interface TextFieldProps extends ComponentProps<'input'> {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly mono?: boolean
}

export function TextField({ label, hint, error, mono, className, ...rest }: TextFieldProps) {
  const { said, onInvalid, onChanged } = useOwnWords()
  return (
    <Field label={label} hint={hint} error={error ?? said} {...(className ? { className } : {})}>
      {(ids) => (
        <input
          spellCheck={false}
          autoComplete="off"
          onInvalid={onInvalid}
          onInput={onChanged}
          {...rest}
          {...ids}
          className={classNames('field-base h-8', mono && 'font-mono text-xs')}
        />
      )}
    </Field>
  )
}

interface NumberFieldProps extends Omit<TextFieldProps, 'type' | 'onChange'> {
  readonly value: number
  readonly min: number
  readonly onChange: (value: number) => void
}

/** Of what is no number it makes the least there may be. */
export function NumberField({ onChange, min, ...rest }: NumberFieldProps) {
  return (
    <TextField
      {...rest}
      type="number"
      min={min}
      onChange={(event) => onChange(event.target.valueAsNumber || min)}
    />
  )
}

interface TextAreaProps extends ComponentProps<'textarea'> {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | undefined
}

export function TextArea({ label, hint, error, className, ...rest }: TextAreaProps) {
  const { said, onInvalid, onChanged } = useOwnWords()
  return (
    <Field label={label} hint={hint} error={error ?? said} {...(className ? { className } : {})}>
      {(ids) => (
        <textarea
          rows={3}
          onInvalid={onInvalid}
          onInput={onChanged}
          {...rest}
          {...ids}
          className="field-base resize-y"
        />
      )}
    </Field>
  )
}

interface ChoiceProps extends ComponentProps<'select'> {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly options: readonly {
    readonly value: string
    readonly label: string
    readonly disabled?: boolean
  }[]
}

/** A native select: every platform and screen reader knows it. */
export function Choice({ label, hint, options, className, ...rest }: ChoiceProps) {
  const { said, onInvalid, onChanged } = useOwnWords()
  return (
    <Field label={label} hint={hint} error={said} {...(className ? { className } : {})}>
      {(ids) => (
        <select
          onInvalid={onInvalid}
          onInput={onChanged}
          {...rest}
          {...ids}
          className="field-base h-8 py-0"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {renderAnnotations(option.label)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
