import type { ReactNode } from 'react'
import { useDocumentTitle } from '../browser/document-title.ts'
import { classNames } from './class-names.ts'
import { MarkedText } from './marked-text.tsx'

/** What is around something that is read: a page, or the pane beside a list. */
export interface FrameProps {
  readonly title: string
  readonly subtitle?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

interface PageProps extends FrameProps {
  /** For text and forms: 720 px wide; a list has 1,152. Both begin at the same edge. */
  readonly narrow?: boolean
  /** Beside the title: how many there are. */
  readonly note?: ReactNode
  /** For work beside a tree: all the width and, where there is room, exactly the height of the window. */
  readonly fills?: boolean
}

/** A page with its heading, its actions and its title in the tab. Below its end is room for a toast. */
export function Page({ title, subtitle, actions, children, narrow, note, fills }: PageProps) {
  useDocumentTitle(title)
  return (
    <div
      className={classNames(
        'w-full px-4 pt-3 sm:px-8 sm:pt-5',
        fills ? 'flex flex-col pb-4 lg:h-full' : 'pb-28',
        !fills && (narrow ? 'sm:max-w-[784px]' : 'sm:max-w-[1216px]'),
      )}
    >
      <header className="mb-5 flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-80">
          <div className="flex items-baseline gap-2">
            <h1 className="min-w-0 [overflow-wrap:anywhere]">
              <MarkedText text={title} />
            </h1>
            {note && <span className="tabular-nums text-ink-3">{note}</span>}
          </div>
          {subtitle && <p className="mt-1 text-ink-2">{subtitle}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  )
}
