import { type ComponentProps, type ReactNode, useCallback, useRef } from 'react'
import { classNames } from './class-names.ts'
import { useFocusBack } from './use-focus-back.ts'

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger'

const looks: Record<Variant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover border-transparent font-medium',
  secondary: 'bg-surface text-ink border-line-2 hover:bg-hover font-medium shadow-low',
  quiet: 'bg-transparent font-medium text-ink-2 border-transparent hover:bg-hover hover:text-ink',
  danger: 'bg-surface text-bad-ink border-line-2 hover:bg-bad-soft font-medium',
}

const shape =
  'inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md border transition-colors disabled:opacity-50'

interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: Variant
  readonly size?: 'small' | 'normal'
}

/** The class of a button's look, for links that act as one. */
export function buttonClass(variant: Variant = 'secondary', size: 'small' | 'normal' = 'normal') {
  return classNames(shape, looks[variant], size === 'small' ? 'h-7 px-2.5 text-xs' : 'h-8 px-3')
}

export function Button({
  variant = 'secondary',
  size = 'normal',
  className,
  ...rest
}: ButtonProps) {
  return <PlainButton {...rest} className={classNames(buttonClass(variant, size), className)} />
}

interface IconButtonProps extends ComponentProps<'button'> {
  /** Spoken name and tooltip. */
  readonly label: string
  readonly children: ReactNode
}

/** A square button with only an icon; at least 28 px, so above the 24 px target size. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <PlainButton
      {...rest}
      aria-label={label}
      title={label}
      className={classNames(
        'inline-flex size-7 shrink-0 items-center justify-center rounded-md text-ink-3 transition-colors hover:bg-hover hover:text-ink disabled:opacity-50',
        className,
      )}
    >
      {children}
    </PlainButton>
  )
}

function PlainButton({ ref, ...rest }: ComponentProps<'button'>) {
  const button = useRef<HTMLButtonElement>(null)
  useFocusBack(button, rest.disabled === true)
  const both = useCallback(
    (node: HTMLButtonElement | null) => {
      button.current = node
      if (typeof ref === 'function') return ref(node)
      if (ref) ref.current = node
    },
    [ref],
  )
  return <button type="button" {...rest} ref={both} />
}
