import { type ReactNode, useId } from 'react'

interface SectionProps {
  readonly title: string
  readonly description?: ReactNode
  readonly children: ReactNode
}

/** A part of a page: its heading on the left, its content beside it. */
export function Section({ title, description, children }: SectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-4 border-t border-line py-8 first:border-0 first:pt-0 md:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="text-sm">
          {title}
        </h2>
        {description && <p className="mt-1 text-xs text-ink-3 text-pretty">{description}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
