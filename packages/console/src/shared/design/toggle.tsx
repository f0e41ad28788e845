import { Switch } from '@base-ui/react/switch'
import { useRef } from 'react'
import { classNames } from './class-names.ts'
import { useFocusBack } from './use-focus-back.ts'

interface ToggleProps {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  /** Spoken name. */
  readonly label: string
  readonly disabled?: boolean
}

/** An on/off switch; position and fill both say the state, not colour alone. */
export function Toggle({ checked, onChange, label, disabled }: ToggleProps) {
  const control = useRef<HTMLElement>(null)
  useFocusBack(control, disabled === true)
  return (
    <Switch.Root
      ref={control}
      checked={checked}
      onCheckedChange={(next) => onChange(next)}
      disabled={disabled ?? false}
      aria-label={label}
      title={label}
      className="relative inline-flex h-6 w-10 shrink-0 items-center rounded-full border border-line-strong bg-inset p-[3px] transition-colors data-[checked]:border-accent data-[checked]:bg-accent data-[disabled]:opacity-50"
    >
      <Switch.Thumb className="size-4 rounded-full bg-line-strong transition-transform data-[checked]:translate-x-4 data-[checked]:bg-on-accent" />
    </Switch.Root>
  )
}

interface ExplainedToggleProps extends ToggleProps {
  readonly explains: string
  readonly className?: string
}

/** A switch at the end of the line that says what it does. */
export function ExplainedToggle({ explains, className, ...toggle }: ExplainedToggleProps) {
  return (
    <div className={classNames('flex items-center justify-between gap-4', className)}>
      <div>
        <p>{toggle.label}</p>
        <p className="text-xs text-ink-3">{explains}</p>
      </div>
      <Toggle {...toggle} />
    </div>
  )
}
