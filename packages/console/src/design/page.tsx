import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { useDocumentTitle } from './document-title.ts'

/** What is around something that is read: a page, or the pane beside a list. */
export interface FrameProps {
  readonly title: string
  readonly subtitle?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

interface PageProps extends FrameProps {
  readonly narrow?: boolean
}

/** A page with its heading, its actions and its title in the tab. */
export function Page({ title, subtitle, actions, children, narrow }: PageProps) {
  useDocumentTitle(title)
  return (
    <div
      className={classNames(
        'mx-auto w-full px-4 pb-16 pt-6 sm:px-8 sm:pt-8',
        narrow ? 'max-w-3xl' : 'max-w-6xl',
      )}
    >
      <header className="mb-6 flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <h1 className="text-xl">{title}</h1>
          {subtitle && <p className="mt-1 text-ink-2">{subtitle}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  )
}
