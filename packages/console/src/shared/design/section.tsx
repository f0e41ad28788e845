import { type ReactNode, useId } from 'react'

interface SectionProps {
  readonly title: string
  readonly description?: ReactNode
  /** Where the page has the same title, it is there for screen readers only. */
  readonly titleShown?: boolean
  readonly children: ReactNode
}

/** A part of a page: its heading, what it is for, and its content below. */
export function Section({ title, description, titleShown = true, children }: SectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-3 border-t border-line py-6 [:is(header,nav)+&]:border-t-0 [:is(header,nav)+&]:pt-0"
    >
      <div>
        <h2 id={id} className={titleShown ? undefined : 'sr-only'}>
          {title}
        </h2>
        {description && <p className="mt-1 text-xs text-ink-3 text-pretty">{description}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
