import type { ReactElement } from 'react'
import { Markdown } from '../design/markdown.tsx'
import { NotRendered, type NotRenderedProps } from './not-rendered.tsx'

/** The body as people read it, with what that view leaves out. */
export function PreviewTab(props: NotRenderedProps): ReactElement {
  return (
    <div className="flex flex-col gap-3">
      <NotRendered {...props} />
      <div className="card px-5 py-6 sm:px-8">
        <div className="mx-auto max-w-[46rem]">
          <Markdown text={props.body} />
        </div>
      </div>
    </div>
  )
}
